import { assertMayChange } from '#changes/limits.ts'
import { makeChange } from '#changes/make-changes.ts'
import type { GoogleAdvice } from '#engine/second-opinion/advice.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { type AccountAds, withAds } from '#platform/google-ads/account-ads.ts'
import type { RecommendationAct } from '#platform/google-ads/client.ts'
import { adviceTitle } from '#shared/ads-words/advice.ts'
import { AppError } from '#shared/app-error.ts'
import { knownAdvice } from '../queries/known-advice.ts'
import { liveAdvice } from '../queries/live-advice.ts'
import { seenText } from '../rules/advice-change.ts'
import { applyOperation } from '../rules/apply-operation.ts'
import { APPLY_KIND, adviceChanges, DISMISS_KIND, forgetAdvice } from './advice-changes.ts'

type Asked = { customerId: string; recommendationId: string }

/**
 * Applies one of Google's recommendations as it was seen. Google offers no rehearsal and no way back, so what it proposes
 * now is read first. Throws AppError: not_found, conflict (withdrawn, changed, or the day's limit), read_only,
 * unprocessable, needs_reauth, vendor_failed.
 */
export async function applyGoogleRecommendation(
  ctx: CallerContext,
  asked: Asked & { visto: string },
) {
  const { account, advice } = await knownAdvice(ctx, asked)
  const operation = applyOperation({ customerId: account.googleCustomerId, advice })
  if (!operation)
    throw new AppError('unprocessable', 'Esta recomendación solo se puede aplicar en Google Ads.')
  await assertMayChange(ctx, account.customerId, 1)
  return await withAds(ctx, account, async (ads) => {
    await assertAsSeen(ctx, ads, advice, asked.visto)
    return await handle(ctx, ads, { advice, operation, act: 'apply' })
  })
}

export async function dismissGoogleRecommendation(ctx: CallerContext, asked: Asked) {
  const { account, advice } = await knownAdvice(ctx, asked)
  await assertMayChange(ctx, account.customerId, 1)
  const resourceName = `customers/${account.googleCustomerId}/recommendations/${advice.id}`
  return await withAds(ctx, account, (ads) =>
    handle(ctx, ads, { advice, operation: { resourceName }, act: 'dismiss' }),
  )
}

async function assertAsSeen(
  ctx: Context,
  ads: AccountAds,
  advice: GoogleAdvice,
  seen: string,
): Promise<void> {
  const live = await liveAdvice(ads, advice.id)
  if (!live) {
    await forgetAdvice(ctx, ads.account.customerId, advice.id)
    throw new AppError('conflict', 'Google ya ha retirado esta recomendación, o alguien la aplicó.')
  }
  if (seenText(live) === seen && seenText(advice) === seen) return
  throw new AppError(
    'conflict',
    'Google propone ahora otra cosa. Sincroniza la cuenta y míralo de nuevo antes de aplicarla.',
  )
}

const VERBS = { apply: 'Aplicada', dismiss: 'Descartada' } as const

async function handle(
  ctx: CallerContext,
  ads: AccountAds,
  plan: { advice: GoogleAdvice; operation: object; act: RecommendationAct },
): Promise<{ ok: true }> {
  const { advice, operation, act } = plan
  const change = {
    kind: act === 'apply' ? APPLY_KIND : DISMISS_KIND,
    summary: `${VERBS[act]} una recomendación de Google: ${adviceTitle(advice.type)}`,
    before: { proposal: advice.proposal },
    after: { recommendationId: advice.id, type: advice.type, operation },
    operation,
    act,
  }
  await makeChange(ctx, ads, change, adviceChanges)
  return { ok: true }
}
