import { sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { addDays, dayInZone } from '#shared/dates.ts'
import type { Account } from './owned-account.ts'
import { readsOf } from './reads-of.ts'
import { sumsQuery } from './sums.ts'

/** Days looked back on: as many as the month that a budget is paid by. */
const SPEND_DAYS = 30

/**
 * What the campaigns on each budget spend per day, micros, by the budget's id: over those of the last 30 days that the
 * account has figures for, however few. Budgets that are not known are missing, never 0.
 */
export async function readBudgetSpend(
  ctx: Context,
  { customerId, timeZone }: Account,
  budgetIds: readonly number[],
): Promise<Map<number, number>> {
  if (budgetIds.length === 0) return new Map()
  const today = dayInZone(ctx.clock.now(), timeZone)
  const lately = { customerId, from: addDays(today, -SPEND_DAYS), to: addDays(today, -1) }
  const { rows } = await readsOf(ctx, customerId).execute<Record<string, unknown>>(sql`
    select c.budget_id, coalesce(f.cost_micros, 0) as cost_micros, known.days
    from campaigns c
    left join (${sumsQuery({ ...lately, level: 'campaign', groupBy: ['campaign_id'] })}) f
      on f.campaign_id = c.campaign_id
    cross join (
      select count(*) as days
      from (${sumsQuery({ ...lately, level: 'account', groupBy: ['day'] })}) account_days
    ) known
    where c.customer_id = ${customerId} and c.budget_id in ${budgetIds} and known.days > 0`)
  const spent = new Map<number, number>()
  for (const row of rows) {
    const budgetId = Number(row.budget_id)
    const perDay = Number(row.cost_micros) / Number(row.days)
    spent.set(budgetId, (spent.get(budgetId) ?? 0) + perDay)
  }
  return spent
}
