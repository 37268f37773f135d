import type { Context } from '#platform/context.ts'
import { readBudgetSpend } from './budget-spend.ts'
import { stepProblems } from './conflicts.ts'
import { readKnownValues } from './known.ts'
import { isBudgetShift, type Operation, targetOf } from './operations.ts'

/** What can move money by itself; bids and negatives are held against Google's own values when they are planned. */
const MOVES_MONEY = ['campaignBudgetOperation', 'campaignOperation']

/**
 * Spanish, why the operations of a card must not be shown: a step beyond what is prudent, held against the present
 * budgets and targets and against what was really spent, the same for every rule. Empty: they may. The same limits
 * are looked at again, with Google's values of that moment, before anything is sent (plan-steps.ts).
 */
export async function gateFaults(
  ctx: Context,
  customerId: number,
  operations: readonly Operation[],
): Promise<string[]> {
  const moving = operations.filter((one) => MOVES_MONEY.some((key) => key in one))
  if (moving.length === 0) return []
  const targets = moving.map(targetOf)
  const present = await Promise.all(
    targets.map((target) => readKnownValues(ctx, customerId, target)),
  )
  const spent = await readBudgetSpend(ctx, customerId, targets)
  const isShift = isBudgetShift(targets, present)
  return targets.flatMap((target, i) =>
    stepProblems(target, present[i] ?? {}, {
      isShift,
      spentPerDayMicros: spent.get(target.resourceName ?? '') ?? null,
    }),
  )
}
