import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lossyShop } from '../../../tests/lossy-shop.ts'
import { lookLater } from '../../../tests/recommendation-shop.ts'

// Google takes what it is asked and says nothing, while a person waits before the screen.
const { proxy, it, shop } = await lossyShop()

/** All that a person waits for. */
const PATIENCE_MS = 20_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
})

test('silent before anything is sent: said after twenty seconds, and asked nothing more', async () => {
  const id = await shop.recommend([shop.raise(1.2)])
  const { faults } = it.simulators.googleAds
  faults.arm('timeout', 20)
  const pressed = shop.apply(id)
  await vi.waitFor(() => expect(faults.armed()).toMatchObject([{ times: 19 }]), 10_000)
  await vi.advanceTimersByTimeAsync(PATIENCE_MS)
  const failed = await pressed
  expect(failed.status, failed.text).toBe(502)
  expect(failed.text).toContain('Google no responde')
  expect(failed.text).toContain('No se ha cambiado nada.')
  expect(faults.armed()).toMatchObject([{ times: 19 }])
  expect([await shop.pending(), await shop.log()]).toEqual([[id], []])
})

test('silent once the change is sent: open after twenty seconds, and settled later', async () => {
  const id = await shop.recommend([shop.negative('mudo')])
  proxy.mode = 'swallow'
  const pressed = shop.apply(id)
  await vi.waitFor(() => expect(proxy.mutations).toBe(1), 10_000)
  await vi.advanceTimersByTimeAsync(PATIENCE_MS)
  const open = await pressed
  expect(open.body, open.text).toMatchObject({
    estado_cambio: 'aplicando',
    steps: [{ outcome: 'unknown', message: expect.stringContaining('todavía no se sabe') }],
  })
  proxy.mode = 'pass'
  vi.useRealTimers()
  it.clock.advance(11 * 60_000)
  await lookLater(it)
  await lookLater(it)
  expect((await shop.log()).map(({ outcome }) => outcome)).toEqual(['failed'])
  expect(await shop.pending()).toEqual([id])
})
