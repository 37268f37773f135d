import { and, eq, inArray } from 'drizzle-orm'
import { isOneWay, readBudgetSteps } from '#account-data/budget-steps.ts'
import {
  type EngineToday,
  type MeasurableChange,
  measureChange,
} from '#account-data/measured-change.ts'
import type { Account } from '#account-data/owned-account.ts'
import type { Context } from '#platform/context.ts'
import { campaigns } from '#platform/db/schema/entities.ts'
import type { Measured } from '#shared/measured.ts'

/**
 * What each budget did where money went from some to others: the sum of them says next to nothing of how conversions follow money. Null
 * where all moved one way, or something else was changed as well.
 */
export async function measureBudgets(
  ctx: Context,
  account: Account,
  { id, change }: { id: string; change: MeasurableChange },
  engineToday: EngineToday,
): Promise<Measured['budgets'] | null> {
  const { customerId } = account
  const steps = await readBudgetSteps(ctx, customerId, id)
  if (!steps || isOneWay([...steps.values()])) return null
  const budgets: NonNullable<Measured['budgets']> = []
  for (const [budgetId, campaignIds] of await spendersOf(ctx, customerId, [...steps.keys()])) {
    const { look: _, ...alone } = { ...change, place: { adGroupId: null, campaignIds } }
    const { money } = await measureChange(ctx, account, alone, engineToday)
    if (!money) continue
    const { cost, conversions, perCost, usualMicros, spread, hasOtherCause } = money
    budgets.push({
      ...{ budgetId, campaignIds, cost, conversions, perCost },
      ...{ usualMicros, spread, hasOtherCause },
    })
  }
  return budgets
}

/** By budget, the ids of the campaigns that spend it. */
async function spendersOf(
  ctx: Context,
  customerId: number,
  budgetIds: readonly string[],
): Promise<Map<string, string[]>> {
  const { budgetId, campaignId } = campaigns
  const rows = await ctx.db
    .select({ budgetId, campaignId })
    .from(campaigns)
    .where(and(eq(campaigns.customerId, customerId), inArray(budgetId, budgetIds.map(Number))))
    .orderBy(campaignId)
  const spenders = new Map<string, string[]>()
  for (const row of rows) {
    const own = String(row.budgetId)
    spenders.set(own, [...(spenders.get(own) ?? []), String(row.campaignId)])
  }
  return spenders
}
