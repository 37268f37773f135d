import {
  BUDGET_RESPONSE,
  budgetResponses,
  type ShownExponent,
  shownBy,
} from '#engine/effect/budget-learning.ts'
import { NOTHING_LEARNED } from '#engine/effect/calibration.ts'
import { RULES } from '#engine/rules/rules.ts'
import type { BudgetResponses } from '#engine/statistics/budget-response.ts'
import type { Context } from '#platform/context.ts'
import { finalOf, type Measured } from '#shared/measured.ts'
import { readAppliedCards } from './applied-cards.ts'
import { isOneWay, readBudgetSteps } from './budget-steps.ts'
import { readRuleSums } from './rule-sums.ts'

/** How conversions follow this account's budgets, by its own measured ones and the sums of all others. */
export async function readBudgetResponses(
  ctx: Context,
  customerId: number,
): Promise<BudgetResponses> {
  const known = (await readRuleSums(ctx, customerId)).get(BUDGET_RESPONSE)
  return budgetResponses(await readShown(ctx, customerId), known?.others ?? NOTHING_LEARNED)
}

const BUDGET_RULES: ReadonlySet<string> = new Set(
  RULES.filter(({ category }) => category === 'budget').map(({ name }) => name),
)

/** What each measured change of budgets shows, one in halves as well; not where its figures are other cards' too. */
export async function readShown(ctx: Context, customerId: number): Promise<ShownExponent[]> {
  const applied = await readAppliedCards(ctx, customerId)
  const shown: ShownExponent[] = []
  for (const { id, rule, measured, isMixed } of applied) {
    const final = BUDGET_RULES.has(rule) && !isMixed ? finalOf(measured) : null
    const steps = final && !final.together && (await readBudgetSteps(ctx, customerId, id))
    if (steps) shown.push(...shownIn(final, steps))
  }
  return shown
}

/** All budgets together where they moved one way; one by one where money went from some to others. */
function shownIn(measured: Measured, steps: ReadonlyMap<string, number>): ShownExponent[] {
  const moves = [...steps.values()]
  const mean = moves.reduce((all, move) => all + move, 0) / moves.length
  const shown = isOneWay(moves)
    ? [shownBy(measured, mean)]
    : (measured.budgets ?? []).map((money) => shownBy({ money }, steps.get(money.budgetId) ?? 0))
  return shown.filter((one) => one !== null)
}
