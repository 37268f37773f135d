import { type MadeSteps, makeSteps } from '#changes/make-changes.ts'
import { NOT_MADE } from '#changes/send.ts'
import type { CallerContext } from '#platform/context.ts'
import { withAds } from '#platform/google-ads/account-ads.ts'
import { AppError } from '#shared/app-error.ts'
import { STATE } from '#shared/change-states.ts'
import { operationsOf, ownedRecommendation } from '../queries/applications.ts'
import type { ChangeOutcome } from '../rules/on-wire.ts'
import { type Assumption, assumedOf } from '../rules/outlook.ts'
import { claimForApplying } from './claim-application.ts'
import { finishApplying, forgetUnsent } from './finish-application.ts'
import { RECOMMENDATION_KIND } from './settle-application.ts'

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
  const { account, body } = owned
  const operations = operationsOf(body, account)
  const assumed = assumedOf(body.evidence.forecast !== null, assumption)
  const application = await claimForApplying(ctx, owned, assumed)
  const { id: applicationId, recommendationId } = application
  const of = { card: body, kind: RECOMMENDATION_KIND, recommendationId, applicationId }
  const made =
    operations.length === 0
      ? BY_HAND
      : await withAds(ctx, account, (ads) => makeSteps(ctx, ads, operations, of)).catch(
          async (error) => {
            await forgetUnsent(ctx, application)
            throw error
          },
        )
  const result = await finishApplying(ctx, account, application, made)
  if (made.error) throw made.error
  if (result.state !== STATE.failed) return result
  const wasSilent = result.steps.some(({ message }) => message === NOT_MADE)
  throw new AppError(wasSilent ? 'vendor_failed' : 'unprocessable', result.message)
}

/** There is nothing to make in Google Ads from here. */
const BY_HAND: MadeSteps = { results: [], log: [], error: null }
