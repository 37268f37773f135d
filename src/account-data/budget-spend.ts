import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { campaigns } from '#platform/db/schema/entities.ts'
import { addDays, dayInZone } from '#shared/dates.ts'
import type { Account } from './owned-account.ts'
import { readsOf } from './reads-of.ts'
import { sumLevel } from './sums.ts'

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
  const days = await sumLevel(ctx, { ...lately, level: 'account', groupBy: ['day'] })
  if (days.length === 0) return new Map()
  const rows = await readsOf(ctx, customerId)
    .select({ campaignId: campaigns.campaignId, budgetId: campaigns.budgetId })
    .from(campaigns)
    .where(and(eq(campaigns.customerId, customerId), inArray(campaigns.budgetId, [...budgetIds])))
  const spent = new Map<number, number>()
  const where = { campaign_id: rows.map(({ campaignId }) => campaignId) }
  const sums = await sumLevel(ctx, {
    ...lately,
    level: 'campaign',
    groupBy: ['campaign_id'],
    where,
  })
  const costs = new Map(sums.map(({ keys, costMicros }) => [Number(keys.campaign_id), costMicros]))
  for (const { campaignId, budgetId } of rows) {
    const perDay = (costs.get(campaignId) ?? 0) / days.length
    if (budgetId !== null) spent.set(budgetId, (spent.get(budgetId) ?? 0) + perDay)
  }
  return spent
}
