import { readSteps } from '#changes/change-log.ts'
import { makeSteps } from '#changes/make-changes.ts'
import { prepareSteps, refusalOf } from '#changes/plan-steps.ts'
import { NOT_MADE } from '#changes/send.ts'
import { withGoogle } from '#changes/with-google.ts'
import type { CallerContext } from '#platform/context.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { AppError } from '#shared/app-error.ts'
import { STATE } from '#shared/change-states.ts'
import type { InputOf } from '#shared/endpoint.ts'
import type {
  applyRecommendation as ApplyRecommendation,
  ChangeResult,
} from '../contract/changes.ts'
import {
  type Application,
  type Owned,
  operationsOf,
  ownedRecommendation,
} from '../queries/applications.ts'
import { assumedOf } from '../rules/outlook.ts'
import { claimForApplying } from './claim-application.ts'
import { finishApplying, forgetApplication } from './finish-application.ts'
import { RECOMMENDATION_KIND } from './settle-application.ts'

/**
 * Makes a recommendation's change in Google Ads once, for two people who press as for one who presses twice. Throws
 * AppError with the Spanish reason when nothing was made.
 */
export async function applyRecommendation(
  ctx: CallerContext,
  { id, resultado }: InputOf<typeof ApplyRecommendation>,
): Promise<ChangeResult> {
  const owned = await ownedRecommendation(ctx, id)
  const assumed = assumedOf(owned.body.evidence.forecast !== null, resultado)
  const application = await claimForApplying(ctx, owned, assumed)
  try {
    return await applyClaimed(ctx, owned, application)
  } catch (error) {
    // Nothing was sent: the recommendation is pending again.
    const sent = await readSteps(ctx, application.customerId, application.id)
    if (sent.length === 0) await forgetApplication(ctx, application)
    throw error
  }
}

async function applyClaimed(
  ctx: CallerContext,
  { account, body }: Owned,
  application: Application,
): Promise<ChangeResult> {
  const operations = operationsOf(body, account)
  // By hand: there is nothing to make in Google Ads from here.
  if (operations.length === 0)
    return await inTransaction(ctx, (ctx) => finishApplying(ctx, account, application, []))
  const result = await withGoogle(ctx, account, async (ads) => {
    const checked = await prepareSteps(ctx, ads, account, operations)
    const able = checked.filter((step) => refusalOf(step) === null)
    const { id: applicationId, recommendationId } = application
    const change = { kind: RECOMMENDATION_KIND, recommendationId, applicationId, steps: able }
    return await makeSteps(ctx, ads, account, change, (ctx, outcomes) => {
      const results = checked.map((step) => ({
        summary: step.summary,
        ...(outcomes[able.indexOf(step)] ?? {
          outcome: 'failed' as const,
          message: refusalOf(step),
        }),
      }))
      return finishApplying(ctx, account, application, results)
    })
  })
  if (result.estado_cambio !== STATE.failed) return result
  const wasSilent = result.steps.some(({ message }) => message === NOT_MADE)
  throw new AppError(wasSilent ? 'vendor_failed' : 'unprocessable', result.message)
}
