import { expect, test } from 'vitest'
import { testContext } from '../../tests/database.ts'
import { rateWindows } from './db/schema/work.ts'
import { deleteEndedWindows, limitRate } from './rate-limit.ts'

const t = testContext()

test('what one process has counted, another one knows', async () => {
  const [here, there] = [1, 2].map(() => limitRate({ name: 'door', max: 3, perMs: 60_000 }))
  expect(await here!.count(t.ctx, 'ana')).toEqual({ limit: 3, remaining: 2, resetSeconds: 60 })
  await Promise.all([here!.count(t.ctx, 'ana'), there!.count(t.ctx, 'ana')])
  await expect(there!.count(t.ctx, 'ana')).rejects.toMatchObject({
    code: 'too_many_requests',
    retryAfterSeconds: 60,
  })
  expect((await there!.count(t.ctx, 'eva')).remaining).toBe(2)
  t.clock.advance(59_000)
  await expect(here!.count(t.ctx, 'ana')).rejects.toThrow('dentro de 1 segundo.')
})

test('whoever has a network of his own has one address by IPv6 too', async () => {
  const door = limitRate({ name: 'six', max: 2, perMs: 60_000 })
  await door.count(t.ctx, '2001:db8:1:2::1')
  await door.count(t.ctx, '2001:db8:1:2:ffff::9')
  await expect(door.count(t.ctx, '2001:db8:1:2:3::')).rejects.toThrow()
  expect((await door.count(t.ctx, '2001:db8:1:3::1')).remaining).toBe(1)
})

test('a window ends, its row is forgotten, and no key can be read from it', async () => {
  const door = limitRate({ name: 'gate', max: 1, perMs: 60_000 })
  await door.count(t.ctx, 'ana@ejemplo.es')
  await expect(door.count(t.ctx, 'ana@ejemplo.es')).rejects.toThrow()
  const rows = await t.ctx.db.select().from(rateWindows)
  expect(JSON.stringify(rows)).not.toContain('ejemplo')
  t.clock.advance(61_000)
  expect((await door.count(t.ctx, 'ana@ejemplo.es')).remaining).toBe(0)
  t.clock.advance(61_000)
  await deleteEndedWindows(t.ctx)
  expect(await t.ctx.db.select().from(rateWindows)).toEqual([])
})
