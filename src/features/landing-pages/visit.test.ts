import { expect, test } from 'vitest'
import { rateWindows } from '#platform/db/schema/work.ts'
import { testContext } from '../../../tests/database.ts'
import { openVisit } from './actions/visit.ts'

const it = testContext()

test('where sites are real, visits to one host wait for each other', async () => {
  const config = { ...it.ctx.config, advertiserWeb: { playedBy: undefined } }
  const ctx = { ...it.ctx, config }
  // Refused before anything is sent, after the same wait as any other.
  const address = 'http://127.0.0.1/zapatos'
  const seen = await Promise.all(
    [openVisit(ctx), openVisit(ctx)].map(async (visit) => {
      expect(await visit.mayOpen(address)).toBe(true)
      return await visit.open(address)
    }),
  )
  for (const page of seen) expect(page).toMatchObject({ status: null, failure: 'refused' })
  // One host, whose turns all processes count.
  expect(await it.ctx.db.select().from(rateWindows)).toHaveLength(1)
})

test('a process that ends does not wait', async () => {
  const config = { ...it.ctx.config, advertiserWeb: { playedBy: undefined } }
  const stopping = AbortSignal.abort()
  const visit = openVisit({ ...it.ctx, config, stopping })
  await expect(visit.mayOpen('http://127.0.0.1/zapatos')).rejects.toThrow(/abort/i)
})
