import { NOTHING_SENT } from '#changes/change-log.ts'
import { assertMayChange } from '#changes/limits.ts'
import { assertMade, makeSteps } from '#changes/make-changes.ts'
import type { Operation } from '#changes/operations.ts'
import { checkSteps } from '#changes/plan-steps.ts'
import type { CallerContext } from '#platform/context.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { adsOfAccount } from '#platform/google-ads/account-ads.ts'
import { AppError } from '#shared/app-error.ts'
import { type Owned, operationsOf } from '../queries/applications.ts'
import { planHalves } from '../queries/halves-plan.ts'
import { MEASURED } from '../rules/change-state.ts'
import type { ChangeOutcome } from '../rules/on-wire.ts'
import { type Assumption, assumedOf } from '../rules/outlook.ts'
import { firstHalfText } from '../rules/second-half.ts'
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
  inHalves = false,
): Promise<ChangeOutcome> {
  const owned = await settledRecommendation(ctx, id)
  const { account, body } = owned
  assertPending(owned.recommendation)
  const assumed = assumedOf(body.evidence.forecast !== null, assumption)
  const whole = operationsOf(body, account)
  if (whole.length === 0) return await noteByHand(ctx, owned, assumed, inHalves)
  const plan = inHalves ? await drawnPlan(ctx, owned, whole) : null
  const operations = plan ? plan.first.map((place) => whole[place]!) : whole
  await assertMayChange(ctx, account.customerId, operations.length)
  const ads = await adsOfAccount(ctx, account)
  const steps = await checkSteps(ctx, ads, operations, body)
  const { application, rows } = await claimForApplying(ctx, owned, steps, assumed, plan ?? {})
  const made = await makeSteps(ads, steps, rows)
  const result = await finishApplying(ctx, account, application, made)
  assertMade(made)
  const isWaiting = application.halves && MEASURED.includes(result.state)
  return isWaiting ? { ...result, message: firstHalfText(result, application) } : result
}

/** The coins are thrown here, once: what fell is kept with the application. */
async function drawnPlan(ctx: CallerContext, { account, body }: Owned, operations: Operation[]) {
  const seed = `${account.customerId} ${Math.floor(ctx.random() * 2 ** 32)}`
  const plan = await planHalves(ctx, account, { body, operations }, seed)
  if ('refusal' in plan) throw new AppError('conflict', plan.refusal)
  return plan
}

/** There is nothing to make in Google Ads from here. */
async function noteByHand(
  ctx: CallerContext,
  owned: Owned,
  assumed: ReturnType<typeof assumedOf>,
  inHalves: boolean,
): Promise<ChangeOutcome> {
  const { operations = [] } = owned.body.evidence.change ?? {}
  const plan = inHalves ? await drawnPlan(ctx, owned, operations) : null
  return await inTransaction(ctx, async (ctx) => {
    const { application } = await claimForApplying(ctx, owned, [], assumed, plan ?? {})
    return await finishApplying(ctx, owned.account, application, NOTHING_SENT)
  })
}
