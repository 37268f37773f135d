import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { type LoggedStep, readSteps } from '#changes/change-log.ts'
import { targetOf } from '#changes/operations.ts'
import {
  BUDGET_RESPONSE,
  budgetResponses,
  type ShownExponent,
  shownBy,
} from '#engine/effect/budget-learning.ts'
import { RULES } from '#engine/rules/rules.ts'
import type { BudgetResponses } from '#engine/statistics/budget-response.ts'
import type { Context } from '#platform/context.ts'
import { recommendationApplications } from '#platform/db/schema/recommendations.ts'
import { finalOf, type Measured } from '#shared/measured.ts'
import { readOthers } from './calibration.ts'

/** How conversions follow this account's budgets, by its own measured ones and the sums of all others. */
export async function readBudgetResponses(
  ctx: Context,
  customerId: number,
): Promise<BudgetResponses> {
  const others = await readOthers(ctx, customerId, BUDGET_RESPONSE)
  return budgetResponses(await readShown(ctx, customerId), others)
}

const BUDGET_RULES = RULES.filter(({ category }) => category === 'budget').map(({ name }) => name)

/** What each measured change of budgets shows; one in halves as well. */
export async function readShown(ctx: Context, customerId: number): Promise<ShownExponent[]> {
  const { id, measured, rule } = recommendationApplications
  const rows = await ctx.db
    .select({ id, measured })
    .from(recommendationApplications)
    .where(
      and(
        eq(recommendationApplications.customerId, customerId),
        inArray(rule, BUDGET_RULES),
        isNotNull(measured),
      ),
    )
  const shown: ShownExponent[] = []
  for (const row of rows) {
    // Only measure-applications.ts writes it.
    const final = finalOf(row.measured as Measured)
    const step = final && stepOf(await readSteps(ctx, customerId, row.id))
    const one = final && step ? shownBy(final, step) : null
    if (one) shown.push(one)
  }
  return shown
}

/** Logarithm of by how much budgets moved, on average; null where they moved apart, or something else was changed as well. */
function stepOf(steps: readonly LoggedStep[]): number | null {
  const made = steps.filter(({ outcome }) => outcome === 'done')
  const moves = made.map(({ step, image }) => {
    const { key, wanted } = targetOf(step.operation)
    const isBudget = key === 'campaignBudgetOperation' && Object.keys(wanted).length === 1
    const [from, to] = [Number(image?.amountMicros), Number(wanted.amountMicros)]
    return isBudget && from > 0 && to > 0 ? Math.log(to / from) : Number.NaN
  })
  const isOneWay = moves.every((move) => move > 0) || moves.every((move) => move < 0)
  if (moves.length === 0 || !isOneWay) return null
  return moves.reduce((all, move) => all + move, 0) / moves.length
}
