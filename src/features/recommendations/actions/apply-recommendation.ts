import { assertMayChange } from '#changes/limits.ts'
import { assertMade, makeSteps } from '#changes/make-changes.ts'
import type { Operation } from '#changes/operations.ts'
import { checkSteps } from '#changes/plan-steps.ts'
import type { CallerContext } from '#platform/context.ts'
import { adsOfAccount } from '#platform/google-ads/account-ads.ts'
import type { AppliedHalves } from '#shared/applied-halves.ts'
import { type Owned, operationsOf, ownedRecommendation } from '../queries/applications.ts'
import { resultOf } from '../rules/change-state.ts'
import type { ChangeOutcome } from '../rules/on-wire.ts'
import { type Assumed, type Assumption, assumedOf } from '../rules/outlook.ts'
import { assertPending, claimForApplying } from './claim-application.ts'
import { finishApplying } from './finish-application.ts'

/**
 * Makes a recommendation's change in Google Ads once, for two people who press as for one who presses twice. Throws
 * AppError with the Spanish reason when nothing was made.
 */
export async function applyRecommendation(
  ctx: CallerContext,
  id: string,
  assumption: Assumption = {},
): Promise<ChangeOutcome> {
  const owned = await ownedRecommendation(ctx, id)
  assertPending(owned.recommendation)
  const { body, account } = owned
  const assumed = assumedOf(body.evidence.forecast !== null, assumption)
  return await applyOperations(ctx, owned, operationsOf(body, account), { assumed })
}

/** All of a pending card's operations, or those of its first half. */
export async function applyOperations(
  ctx: CallerContext,
  owned: Owned,
  operations: readonly Operation[],
  { assumed, halves = null }: { assumed: Assumed; halves?: AppliedHalves | null },
): Promise<ChangeOutcome> {
  const { account, body } = owned
  if (operations.length > 0) {
    await assertMayChange(ctx, account.customerId, operations.length)
    const ads = await adsOfAccount(ctx, account)
    const steps = await checkSteps(ctx, ads, operations, body)
    const { application, rows } = await claimForApplying(ctx, owned, steps, assumed, { halves })
    const made = await makeSteps(ads, steps, rows)
    const result = await finishApplying(ctx, account, application, made)
    assertMade(made)
    return result
  }
  const { application } = await claimForApplying(ctx, owned, [], assumed, { halves })
  return resultOf(application, [])
}
