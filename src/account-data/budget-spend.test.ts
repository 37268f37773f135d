import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { testContext } from '../../tests/database.ts'
import type { adAccounts } from '../platform/db/schema/access.ts'
import { readBudgetSpend } from './budget-spend.ts'

const it = testContext()
const [SHARED, OWN, IDLE, ELSEWHERE] = [70, 71, 72, 79]

// Today is 20 November. Account 5 has figures for two of the thirty days before; the others lie outside of them.
beforeAll(async () => {
  await it.ctx.db.execute(sql`
    insert into campaigns (customer_id, campaign_id, name, status, channel_type, budget_id)
    values (5, 1, 'a', 'ENABLED', 'SEARCH', ${SHARED}), (5, 2, 'b', 'ENABLED', 'SEARCH', ${SHARED}),
      (5, 3, 'c', 'ENABLED', 'SEARCH', ${OWN}), (5, 4, 'd', 'PAUSED', 'SEARCH', ${IDLE}),
      (5, 5, 'e', 'ENABLED', 'SEARCH', null), (6, 1, 'f', 'ENABLED', 'SEARCH', ${ELSEWHERE}),
      (7, 1, 'g', 'ENABLED', 'SEARCH', ${OWN})`)
  await it.ctx.db.execute(sql`
    insert into campaign_day (customer_id, day, campaign_id, impressions, clicks, cost_micros, conversions_micros,
      value_micros, eligible_impressions, lost_budget_impressions, lost_rank_impressions)
    select customer_id, day::date, campaign_id, 1, 1, cost, 0, 0, 0, 0, 0
    from (values (5, '2026-10-21', 1, 3), (5, '2026-11-19', 1, 5), (5, '2026-11-19', 2, 10), (5, '2026-11-19', 3, 7),
      (5, '2026-11-19', 5, 100), (5, '2026-10-20', 1, 1000), (5, '2026-11-20', 3, 1000), (6, '2026-11-19', 1, 40))
      as facts (customer_id, day, campaign_id, cost)`)
  await it.ctx.db.execute(sql`
    insert into account_day (customer_id, day, impressions, clicks, cost_micros, conversions_micros, value_micros)
    select customer_id, day, sum(impressions), sum(clicks), sum(cost_micros), 0, 0
    from campaign_day group by customer_id, day`)
})

const spendOf = async (customerId: number, budgetIds: number[]) => {
  const account = { customerId, timeZone: 'Europe/Madrid' } as typeof adAccounts.$inferSelect
  return Object.fromEntries(await readBudgetSpend(it.ctx, account, budgetIds))
}

test('what all campaigns on a budget spend a day, over the days of the last thirty that have figures', async () => {
  expect(await spendOf(5, [SHARED, OWN])).toEqual({ [SHARED]: 9, [OWN]: 3.5 })
})

test('a budget on which nothing is spent is 0; one of another account, or that is not asked for, is missing', async () => {
  expect(await spendOf(5, [IDLE, ELSEWHERE])).toEqual({ [IDLE]: 0 })
  expect(await spendOf(5, [])).toEqual({})
})

test('of an account without figures nothing is known', async () => {
  expect(await spendOf(7, [OWN])).toEqual({})
})
