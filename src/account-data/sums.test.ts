import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { testContext } from '../../tests/database.ts'
import { byKeys, metricsOf, sumLevel, sumShares, sumsQuery } from './sums.ts'

const it = testContext()
const AUTUMN = { from: '2026-08-31', to: '2026-11-02' }

// One click an hour of the day named; the rollup tells of a hundred more, so that its reading shows.
beforeAll(async () => {
  await it.ctx.db.execute(sql`
    insert into hour_day (customer_id, day, campaign_id, hour, impressions, clicks, cost_micros, conversions_micros, value_micros)
    select customer_id, day::date, campaign_id, hour, 10, 1, 1000, 0, 0
    from (values (5, '2026-08-31', 1, 7), (5, '2026-09-07', 1, 7), (5, '2026-11-02', 2, 8), (5, '2026-11-02', 3, 8), (6, '2026-09-07', 1, 7))
      as facts (customer_id, day, campaign_id, hour)`)
  await it.ctx.db.execute(sql`
    insert into hour_month (customer_id, month, campaign_id, hour, impressions, clicks, cost_micros, conversions_micros, value_micros)
    values (5, '2026-09-01', 1, 7, 10, 101, 1000, 0, 0)`)
  await it.ctx.db.execute(sql`
    insert into campaign_day (customer_id, day, campaign_id, impressions, clicks, cost_micros, conversions_micros,
      value_micros, eligible_impressions, lost_budget_impressions, lost_rank_impressions)
    values (5, '2026-09-07', 1, 10, 1, 1000, 0, 0, 40, 20, 10), (7, '2026-09-07', 1, 10, 1, 1000, 0, 0, 40, 20, 10),
      (7, '2026-09-08', 1, 90, 1, 1000, 0, 0, 0, 0, 0)`)
})

const clicksOf = async (question: Partial<Parameters<typeof sumLevel>[1]>) =>
  (await sumLevel(it.ctx, { customerId: 5, level: 'hour', ...AUTUMN, ...question })).map(
    ({ keys, clicks }) => [...Object.values(keys), clicks],
  )

test('whole months come from the rollup and edges from the days, unless days alone are asked for', async () => {
  expect(await clicksOf({})).toEqual([[104]])
  expect(await clicksOf({ byDays: true })).toEqual([[4]])
})

test('by day and by weekday only the daily facts can answer', async () => {
  expect(await clicksOf({ groupBy: ['weekday', 'hour'] })).toEqual(
    expect.arrayContaining([
      [1, 7, 2],
      [1, 8, 2],
    ]),
  )
  expect(await clicksOf({ groupBy: ['day'] })).toHaveLength(3)
})

test('of one campaign, of several, of none, and of those with most impressions', async () => {
  const groupBy = ['campaign_id'] as const
  expect(await clicksOf({ groupBy, where: { campaign_id: 2 } })).toEqual([[2, 1]])
  const several = await clicksOf({ groupBy, where: { campaign_id: [2, 3] } })
  expect(several.toSorted()).toEqual([
    [2, 1],
    [3, 1],
  ])
  expect(await clicksOf({ groupBy, where: { campaign_id: [] } })).toEqual([])
  expect(await clicksOf({ groupBy, top: 1 })).toEqual([[1, 102]])
})

test('a row is found by its keys, and nothing is no traffic', async () => {
  const question = { customerId: 5, level: 'campaign', ...AUTUMN, byDays: true } as const
  const shares = byKeys(await sumShares(it.ctx, { ...question, groupBy: ['campaign_id'] }))
  expect(shares.get('1')).toMatchObject({ eligible: 40, lostToBudget: 20, lostToRank: 10 })
  expect(metricsOf(shares.get('2'))).toMatchObject({ impressions: 0, clicks: 0 })
  const { rows } = await it.ctx.db.execute(sumsQuery(question, ['impressions']))
  expect(rows).toEqual([{ impressions: 10 }])
})

test('a share is of the days on which Google gives one', async () => {
  const question = { customerId: 7, level: 'campaign', ...AUTUMN, byDays: true } as const
  const sums = { impressions: 100, searchImpressions: 10, eligible: 40 }
  expect(await sumShares(it.ctx, question)).toMatchObject([sums])
})
