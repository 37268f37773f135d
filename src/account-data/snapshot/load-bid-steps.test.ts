import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { testContext } from '../../../tests/database.ts'
import { loadBidSteps } from './load-bid-steps.ts'

const it = testContext()
const KNOWN = { from: '2026-07-01', to: '2026-09-30' }

/** Two keywords of ten and five clicks a day; from 10 August on the first has twenty. */
beforeAll(async () => {
  await it.ctx.db.execute(sql`
    insert into keyword_day (customer_id, day, campaign_id, ad_group_id, criterion_id, impressions, clicks, cost_micros,
      conversions_micros, value_micros, eligible_impressions, lost_budget_impressions, lost_rank_impressions)
    select 5, day::date, 1, 11, k, 100, case when k = 21 and day > '2026-08-10' then 20 when k = 21 then 10 else 5 end,
      1000000, 0, 0, 0, 0, 0
    from generate_series('2026-07-01'::date, '2026-09-30', '1 day') day, generate_series(21, 22) k`)
  await it.ctx.db.execute(sql`
    insert into campaign_day (customer_id, day, campaign_id, impressions, clicks, cost_micros, conversions_micros,
      value_micros, eligible_impressions, lost_budget_impressions, lost_rank_impressions)
    select 5, day, 1, 200, sum(clicks), sum(cost_micros), 0, 0, 0, 0, 0 from keyword_day where customer_id = 5 group by day`)
  await change('a', '2026-08-10', '11~21', 400_000, 600_000)
  // Nine days later again: only those nine tell of either; changed back on the next day tells nothing.
  await change('b', '2026-09-10', '11~22', 500_000, 400_000)
  await change('c', '2026-09-20', '11~22', 400_000, 300_000)
  await change('d', '2026-09-21', '11~22', 300_000, 400_000)
  // Too late to know what came of it.
  await change('e', '2026-09-26', '11~21', 600_000, 700_000)
})

async function change(
  id: string,
  day: string,
  keyword: string,
  from: number,
  to: number,
  customerId = 5,
) {
  const resource = (micros: number) =>
    JSON.stringify({ adGroupCriterion: { cpcBidMicros: String(micros) } })
  await it.ctx.db.execute(sql`
    insert into change_events (customer_id, event_id, at, user_email, client_type, resource_type, resource_name, operation,
      changed_fields, old_resource, new_resource, campaign_id, ad_group_id)
    values (${customerId}, ${id}, ${`${day} 10:00:00.000000`}, 'a@b.test', 'GOOGLE_ADS_WEB_CLIENT', 'AD_GROUP_CRITERION',
      ${`customers/${customerId}/adGroupCriteria/${keyword}`}, 'UPDATE', '["cpc_bid_micros"]', ${resource(from)}, ${resource(to)}, 1, 11)`)
}

test('a change of a bid comes with the days before and after, and with the rest of its campaign', async () => {
  const steps = await loadBidSteps(it.ctx, 5, KNOWN)
  const first = steps.find(({ day }) => day === '2026-08-10')!
  expect(first.campaignId).toBe('1')
  expect(first.changed).toEqual([
    {
      adGroupId: '11',
      criterionId: '21',
      fromMicros: 400_000,
      toMicros: 600_000,
      before: { clicks: 140, costMicros: 14_000_000 },
      after: { clicks: 280, costMicros: 14_000_000 },
    },
  ])
  expect(first.rest).toEqual({
    before: { clicks: 70, costMicros: 14_000_000 },
    after: { clicks: 70, costMicros: 14_000_000 },
  })
})

test('no day belongs to two changes, and what has too few days is left out', async () => {
  const steps = await loadBidSteps(it.ctx, 5, KNOWN)
  expect(steps.map(({ day }) => day).toSorted()).toEqual(['2026-08-10', '2026-09-10'])
  expect(steps.find(({ day }) => day === '2026-09-10')!.changed[0]!.before.clicks).toBe(9 * 5)
  expect(await loadBidSteps(it.ctx, 6, KNOWN)).toEqual([])
})

test('an account learns of its own bids alone, though another names its campaigns and keywords alike', async () => {
  const before = await loadBidSteps(it.ctx, 5, KNOWN)
  for (const table of [sql`keyword_day`, sql`campaign_day`]) {
    await it.ctx.db.execute(
      sql`create temporary table copied as select * from ${table} where customer_id = 5`,
    )
    await it.ctx.db.execute(sql`update copied set customer_id = 7, clicks = clicks * 9`)
    await it.ctx.db.execute(sql`insert into ${table} select * from copied`)
    await it.ctx.db.execute(sql`drop table copied`)
  }
  await change('f', '2026-08-20', '11~22', 400_000, 900_000, 7)
  expect(await loadBidSteps(it.ctx, 5, KNOWN)).toEqual(before)
  const others = await loadBidSteps(it.ctx, 7, KNOWN)
  expect(others.map(({ day }) => day)).toEqual(['2026-08-20'])
  expect(others[0]!.changed[0]!.before.clicks).toBe(9 * 14 * 5)
})
