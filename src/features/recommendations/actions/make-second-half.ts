import { assertMayChange } from '#changes/limits.ts'
import { assertMade, makeSteps } from '#changes/make-changes.ts'
import { checkSteps, stoppingRefusals } from '#changes/plan-steps.ts'
import type { CallerContext } from '#platform/context.ts'
import { adsOfAccount } from '#platform/google-ads/account-ads.ts'
import { AppError } from '#shared/app-error.ts'
import { SECOND } from '#shared/applied-halves.ts'
import { latestApplication, ownedRecommendation } from '../queries/applications.ts'
import { MEASURED, resultOf } from '../rules/change-state.ts'
import type { ChangeOutcome } from '../rules/on-wire.ts'
import { NONE_WAITS, secondHalfText } from '../rules/second-half.ts'
import { BY_HAND, claimSecond, isWaiting, secondOperations } from './apply-second-half.ts'
import { finishSecond } from './finish-application.ts'

/**
 * Changes the half that waits without waiting for its day. Harmless to repeat. Throws AppError with the Spanish reason when nothing was
 * made: then it waits on.
 */
export async function makeSecondHalf(ctx: CallerContext, id: string): Promise<ChangeOutcome> {
  const { account, body, recommendation } = await ownedRecommendation(ctx, id)
  const former = await latestApplication(ctx, recommendation)
  if (former?.secondState === SECOND.applied && MEASURED.includes(former.state))
    return resultOf(former, [])
  if (!former || !isWaiting(former)) throw new AppError('conflict', NONE_WAITS)
  const operations = secondOperations(former, account)
  if (operations.length === 0) throw new AppError('conflict', BY_HAND)
  await assertMayChange(ctx, account.customerId, operations.length)
  const ads = await adsOfAccount(ctx, account)
  const steps = await checkSteps(ctx, ads, operations, body)
  const [refusal] = stoppingRefusals(steps)
  if (refusal !== undefined) throw new AppError('conflict', refusal)
  const claimed = await claimSecond(ctx, former, steps)
  if (!claimed) throw new AppError('conflict', NONE_WAITS)
  const made = await makeSteps(ads, steps, claimed.rows)
  const result = await finishSecond(ctx, claimed.application, made)
  assertMade(made)
  return { ...result, message: secondHalfText(result) }
}
