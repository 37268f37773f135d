import { NOTHING_SENT } from '#changes/change-log.ts'
import { assertMayChange } from '#changes/limits.ts'
import { assertMade, makeSteps } from '#changes/make-changes.ts'
import { checkSteps } from '#changes/plan-steps.ts'
import type { CallerContext } from '#platform/context.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { adsOfAccount } from '#platform/google-ads/account-ads.ts'
import { type Owned, operationsOf } from '../queries/applications.ts'
import type { ChangeOutcome } from '../rules/on-wire.ts'
import { type Assumption, assumedOf } from '../rules/outlook.ts'
import { assertPending, claimForApplying } from './claim-application.ts'
import { finishApplying } from './finish-application.ts'
import { settledRecommendation } from './settle-application.ts'

/**
 * Makes a recommendation's change in Google Ads once, for two people who press as for one who presses twice. Throws
 * AppError with the Spanish reason when nothing was made.
 */
export async function applyRecommendation(
  ctx: CallerContext,
  id: string,
  assumption: Assumption = {},
): Promise<ChangeOutcome> {
  const owned = await settledRecommendation(ctx, id)
  const { account, body } = owned
  assertPending(owned.recommendation)
  const assumed = assumedOf(body.evidence.forecast !== null, assumption)
  const operations = operationsOf(body, account)
  if (operations.length === 0) return await noteByHand(ctx, owned, assumed)
  await assertMayChange(ctx, account.customerId, operations.length)
  const ads = await adsOfAccount(ctx, account)
  const steps = await checkSteps(ctx, ads, operations, body)
  const { application, rows } = await claimForApplying(ctx, owned, steps, assumed)
  const made = await makeSteps(ads, steps, rows)
  const result = await finishApplying(ctx, account, application, made)
  assertMade(made)
  return result
}

/** There is nothing to make in Google Ads from here. */
async function noteByHand(
  ctx: CallerContext,
  owned: Owned,
  assumed: ReturnType<typeof assumedOf>,
): Promise<ChangeOutcome> {
  return await inTransaction(ctx, async (ctx) => {
    const { application } = await claimForApplying(ctx, owned, [], assumed)
    return await finishApplying(ctx, owned.account, application, NOTHING_SENT)
  })
}
