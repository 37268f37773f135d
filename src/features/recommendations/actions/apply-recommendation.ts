import { makeSteps } from '#changes/make-changes.ts'
import { prepareSteps, refusalOf } from '#changes/plan-steps.ts'
import { NOT_MADE } from '#changes/send.ts'
import type { CallerContext } from '#platform/context.ts'
import { withAds } from '#platform/google-ads/account-ads.ts'
import { AppError } from '#shared/app-error.ts'
import { STATE } from '#shared/change-states.ts'
import type { InputOf } from '#shared/endpoint.ts'
import type { applyRecommendation as Apply, ChangeResult } from '../contract/changes.ts'
import { operationsOf, ownedRecommendation } from '../queries/applications.ts'
import type { StepResult } from '../rules/change-state.ts'
import { assumedOf } from '../rules/outlook.ts'
import { claimForApplying } from './claim-application.ts'
import { finishApplying, finishByHand, forgetUnsent } from './finish-application.ts'
import { RECOMMENDATION_KIND } from './settle-application.ts'

/**
 * Makes a recommendation's change in Google Ads once, for two people who press as for one who presses twice. Throws
 * AppError with the Spanish reason when nothing was made.
 */
export async function applyRecommendation(
  ctx: CallerContext,
  { id, resultado }: InputOf<typeof Apply>,
): Promise<ChangeResult> {
  const owned = await ownedRecommendation(ctx, id)
  const { account, body } = owned
  const operations = operationsOf(body, account)
  const assumed = assumedOf(body.evidence.forecast !== null, resultado)
  const application = await claimForApplying(ctx, owned, assumed)
  if (operations.length === 0) return await finishByHand(ctx, account, application)
  const result = await withAds(ctx, account, async (ads) => {
    const checked = await prepareSteps(ctx, ads, operations)
    const steps = checked.filter((step) => refusalOf(step) === null)
    const { id: applicationId, recommendationId } = application
    const change = { kind: RECOMMENDATION_KIND, recommendationId, applicationId, steps }
    return await makeSteps(ctx, ads, change, (ctx, outcomes) => {
      const results = checked.map((step): StepResult => {
        const refused = { outcome: 'failed' as const, message: refusalOf(step) }
        const { outcome, message } = outcomes[steps.indexOf(step)] ?? refused
        return { summary: step.summary, outcome, message }
      })
      return finishApplying(ctx, account, application, results)
    })
  }).catch(async (error) => {
    await forgetUnsent(ctx, application)
    throw error
  })
  if (result.estado_cambio !== STATE.failed) return result
  const wasSilent = result.steps.some(({ message }) => message === NOT_MADE)
  throw new AppError(wasSilent ? 'vendor_failed' : 'unprocessable', result.message)
}
