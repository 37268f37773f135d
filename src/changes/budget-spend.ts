import { sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { addDays, dayInZone } from '#shared/dates.ts'
import type { Target } from './operations.ts'

/** Days looked back on: as many as the month that a budget is paid by. */
const SPEND_DAYS = 30

/**
 * What the campaigns on each budget spend per day, micros, by the budget's resource name: over those of the last 30
 * days that the account has figures for, however few. Budgets that are no longer known are missing, never 0.
 */
export async function readBudgetSpend(
  ctx: Context,
  customerId: number,
  targets: readonly Target[],
): Promise<Map<string, number>> {
  const names = targets.flatMap(({ key, kind, resourceName }) =>
    key === 'campaignBudgetOperation' && kind === 'update' && resourceName ? [resourceName] : [],
  )
  if (names.length === 0) return new Map()
  const idOf = (name: string) => Number(name.split('/').at(-1))
  const { rows: zones } = await ctx.db.execute<{ time_zone: string }>(
    sql`select time_zone from ad_accounts where customer_id = ${customerId}`,
  )
  const today = dayInZone(ctx.clock.now(), zones[0]?.time_zone ?? 'UTC')
  const lately = sql`d.customer_id = ${customerId} and d.day between ${addDays(today, -SPEND_DAYS)} and ${addDays(today, -1)}`
  const { rows } = await ctx.db.execute<{ budget_id: string; cost: string; days: string }>(sql`
    select c.budget_id, coalesce(sum(d.cost_micros), 0) as cost,
      (select count(*) from account_day d where ${lately}) as days
    from campaigns c
    left join campaign_day d on d.customer_id = c.customer_id and d.campaign_id = c.campaign_id and ${lately}
    where c.customer_id = ${customerId} and c.budget_id in ${names.map(idOf)}
    group by c.budget_id`)
  const perDay = new Map(
    rows
      .filter(({ days }) => Number(days) > 0)
      .map(({ budget_id, cost, days }) => [Number(budget_id), Number(cost) / Number(days)]),
  )
  return new Map(
    names.flatMap((name) => {
      const spent = perDay.get(idOf(name))
      return spent === undefined ? [] : [[name, spent] as const]
    }),
  )
}
