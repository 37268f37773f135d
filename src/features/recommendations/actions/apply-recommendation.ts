import { failingInSpanish } from '#changes/logged-change.ts'
import type { CallerContext } from '#platform/context.ts'
import { adsOfAccount } from '#platform/google-ads/account-ads.ts'
import { assertMayChange } from '#platform/google-ads/change-limits.ts'
import type { GoogleAds } from '#platform/google-ads/client.ts'
import { noticingLostGrant } from '#platform/google-ads/lost-grant.ts'
import { AppError } from '#shared/app-error.ts'
import type { InputOf } from '#shared/endpoint.ts'
import type {
  applyRecommendation as ApplyRecommendation,
  ChangeResult,
} from '../contract/changes.ts'
import { type Application, type Owned, ownedRecommendation } from '../queries/applications.ts'
import {
  type AdAccount,
  areTogether,
  operationsOf,
  type PlannedStep,
  planChange,
} from '../queries/change-plan.ts'
import { type CheckedStep, refusalOf, tryOutSteps } from '../queries/try-out.ts'
import { assumedOf } from '../rules/outlook.ts'
import { claimForApplying, giveBack } from './claim-application.ts'
import { finishApplying } from './finish-application.ts'
import { logSteps, readAfterImages } from './log-steps.ts'
import { NOT_MADE, sendOperations } from './send-operations.ts'
import { settleApplication } from './settle-application.ts'

/**
 * Makes a recommendation's change in Google Ads, once, whoever presses and however often. Throws AppError with the
 * Spanish reason when nothing was made.
 */
export async function applyRecommendation(
  ctx: CallerContext,
  { id, resultado }: InputOf<typeof ApplyRecommendation>,
): Promise<ChangeResult> {
  const owned = await ownedRecommendation(ctx, id)
  const assumed = assumedOf(owned.body.evidence.forecast !== null, resultado)
  let claim = await claimForApplying(ctx, owned, assumed)
  if ('stale' in claim) {
    await settleApplication(ctx, owned.account, claim.stale)
    claim = await claimForApplying(ctx, owned, assumed)
  }
  if ('stale' in claim) throw new AppError('vendor_failed', STILL_OPEN)
  return await make(ctx, owned, claim.application)
}

const STILL_OPEN =
  'Un intento anterior quedó a medias y Google Ads no responde. Vuelve a probar en unos minutos.'

async function make(
  ctx: CallerContext,
  { account, body }: Owned,
  application: Application,
): Promise<ChangeResult> {
  const operations = operationsOf(body, account)
  const ready = await givingBack(ctx, application, async () => {
    if (operations.length === 0) return null
    const ads = await adsOfAccount(ctx, account)
    await assertMayChange(ctx, account.customerId, operations.length)
    const checked = await noticingLostGrant(ctx, account.connectionId, () =>
      failingInSpanish(async () =>
        checkSteps(ads, account, await planChange(ctx, ads, account, operations)),
      ),
    )
    return { ads, checked }
  })
  if (!ready) return await finishApplying(ctx, account, application, { settled: [], results: [] })
  return await send(ctx, ready.ads, account, application, ready.checked)
}

/** Nothing has been sent so far: whatever goes wrong, the recommendation is pending again. */
async function givingBack<T>(
  ctx: CallerContext,
  application: Application,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await giveBack(ctx, application)
    throw error
  }
}

/** Steps tried out at Google; throws conflict or unprocessable when none of them can be made. */
async function checkSteps(
  ads: GoogleAds,
  account: AdAccount,
  steps: readonly PlannedStep[],
): Promise<CheckedStep[]> {
  const checked = await tryOutSteps(ads, account.googleCustomerId, steps)
  const refusals = checked.map(refusalOf)
  const isWhole = areTogether(steps.map(({ operation }) => operation))
  const stops = isWhole ? refusals.some(Boolean) : refusals.every(Boolean)
  if (!stops) return checked
  const hasConflict = checked.some(({ conflicts }) => conflicts.some(({ blocking }) => blocking))
  const [first] = [...new Set(refusals)].filter(Boolean)
  throw new AppError(hasConflict ? 'conflict' : 'unprocessable', first ?? '')
}

async function send(
  ctx: CallerContext,
  ads: GoogleAds,
  account: AdAccount,
  application: Application,
  steps: readonly CheckedStep[],
): Promise<ChangeResult> {
  const { googleCustomerId } = account
  const able = steps.filter((step) => refusalOf(step) === null)
  const rows = await logSteps(ctx, application, able)
  const operations = able.map(({ operation }) => operation)
  const { outcomes, error } = await sendOperations(ads, googleCustomerId, operations)
  const sent = rows.map((row, i) => ({ row, sent: outcomes[i]! }))
  const images = await readAfterImages(ads, googleCustomerId, sent)
  const settled = sent.map((one, i) => ({ ...one, image: images[i] ?? null }))
  const results = steps.map((step) => {
    const outcome = outcomes[able.indexOf(step)]
    if (!outcome)
      return { summary: step.summary, outcome: 'failed' as const, message: refusalOf(step) }
    return { summary: step.summary, outcome: outcome.outcome, message: outcome.message }
  })
  const result = await finishApplying(ctx, account, application, { settled, results })
  if (error) await noticingLostGrant(ctx, account.connectionId, () => Promise.reject(error))
  if (result.estado_cambio !== 'no_se_pudo') return result
  const wasSilent = outcomes.some(({ message }) => message === NOT_MADE)
  throw new AppError(wasSilent ? 'vendor_failed' : 'unprocessable', result.message)
}
