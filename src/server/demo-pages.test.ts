import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { analyseAccount } from '#features/recommendations/contract/recommendations.ts'
import { lookedPages } from '#platform/db/schema/pages.ts'
import { jobs } from '#platform/db/schema/work.ts'
import { runDueJobs } from '#platform/jobs.ts'
import { connectAccount } from '../../tests/connected-account.ts'
import { testApp } from '../../tests/harness.ts'
import { demoPageJobs, enqueueDemoPages } from './demo-pages.ts'

const it = testApp({ looksAtPages: true })

test('once a page was opened, the hour between two looks is taken for passed, of these accounts alone', async () => {
  const [demo, other] = [await it.signIn(), await it.signIn()]
  for (const [customerId, { userId }] of [[601, demo] as const, [602, other] as const])
    await connectAccount(it, {
      customerId,
      userId,
      googleCustomerId: String(customerId),
      name: 'Tienda',
    })
  await enqueueDemoPages(it.ctx, demo.userId)
  await runDueJobs(it.ctx, demoPageJobs)
  const lookedAt = it.clock.now()
  const page = { address: 'https://tienda.example/', endedAt: 'https://tienda.example/' }
  for (const customerId of [601, 602])
    await it.ctx.db.insert(lookedPages).values({
      customerId,
      ...page,
      lookedAt,
      status: 404,
      brokenSince: lookedAt,
      title: '',
      headings: [],
    })
  it.clock.advance(20_000)
  await runDueJobs(it.ctx, demoPageJobs)
  const rows = await it.ctx.db.select().from(lookedPages)
  const hours = rows.map((row) => [
    row.customerId,
    (row.lookedAt.getTime() - row.brokenSince!.getTime()) / 3_600_000,
  ])
  expect(hours.toSorted()).toEqual([
    [601, 1],
    [602, 0],
  ])
  const ofKind = eq(jobs.kind, analyseAccount.name)
  const asked = await it.ctx.db
    .select()
    .from(jobs)
    .where(and(ofKind, eq(jobs.status, 'waiting')))
  expect(asked.map(({ payload }) => payload)).toEqual([{ customerId: 601 }])
})
