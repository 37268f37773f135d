import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { analyses } from '#platform/db/schema/recommendations.ts'
import { jobs } from '#platform/db/schema/work.ts'
import { runDueJobs } from '#platform/jobs.ts'
import { connectAccount } from '../../tests/connected-account.ts'
import { testApp } from '../../tests/harness.ts'
import { enqueueSampleBooksAfterFirstDays, sampleJobs } from './demo-books.ts'

const it = testApp()
const waiting = sampleJobs.filter(({ kind }) => kind.name === 'await-first-days')

test('the six months wait until every account of the person was looked at, for two minutes at most', async () => {
  const [demo, slow] = [await it.signIn(), await it.signIn()]
  for (const [customerId, { userId }] of [[701, demo] as const, [702, slow] as const]) {
    await connectAccount(it, {
      customerId,
      userId,
      googleCustomerId: String(customerId),
      name: 'Tienda',
    })
    await enqueueSampleBooksAfterFirstDays(it.ctx, userId)
  }
  const opened = async () => {
    await runDueJobs(it.ctx, waiting)
    const books = await it.ctx.db.select().from(jobs).where(eq(jobs.kind, 'open-sample-books'))
    return books.map(({ payload }) => payload)
  }
  expect(await opened()).toEqual([])
  const at = it.clock.now()
  await it.ctx.db.insert(analyses).values({ customerId: 701, analysedAt: at, silenced: [] })
  it.clock.advance(3_000)
  expect(await opened()).toEqual([{ userId: demo.userId }])
  for (let seconds = 3; seconds < 117; seconds += 3) {
    it.clock.advance(3_000)
    expect(await opened()).toHaveLength(1)
  }
  it.clock.advance(3_000)
  expect(await opened()).toHaveLength(2)
})
