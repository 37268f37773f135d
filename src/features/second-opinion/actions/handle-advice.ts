import { and, eq, isNotNull } from 'drizzle-orm'
import { assertMayChange } from '#changes/limits.ts'
import { assertOneMade, makeChange } from '#changes/make-change.ts'
import type { Operation } from '#changes/operations.ts'
import type { GoogleAdvice } from '#engine/second-opinion/advice.ts'
import { portfolioObstacle } from '#engine/second-opinion/judge-bidding.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { campaigns } from '#platform/db/schema/entities.ts'
import { type AccountAds, adsOfAccount } from '#platform/google-ads/account-ads.ts'
import { adviceTitle } from '#shared/ads-words/advice.ts'
import { AppError } from '#shared/app-error.ts'
import { knownAdvice } from '../queries/known-advice.ts'
import { liveAdvice } from '../queries/live-advice.ts'
import { seenText } from '../rules/advice-change.ts'
import { applyOperation } from '../rules/apply-operation.ts'
import {
  APPLY_KIND,
  DISMISS_KIND,
  finishAdvice,
  forgetAdvice,
  noteAdvice,
} from './advice-changes.ts'

type Asked = { customerId: string; recommendationId: string }

/**
 * Applies one of Google's recommendations as it was seen. Google offers no rehearsal and no way back, so what it proposes
 * now is read first. Throws AppError: not_found, conflict (withdrawn, changed, or the day's limit), read_only,
 * unprocessable, needs_reauth, vendor_failed.
 */
export async function applyGoogleRecommendation(
  ctx: CallerContext,
  asked: Asked & { seen: string },
) {
  const { account, advice } = await knownAdvice(ctx, asked)
  const operation = applyOperation({ customerId: account.googleCustomerId, advice })
  if (!operation)
    throw new AppError('unprocessable', 'Esta recomendación solo se puede aplicar en Google Ads.')
  await assertOutsidePortfolio(ctx, account.customerId, advice)
  await assertMayChange(ctx, account.customerId, 1)
  const ads = await adsOfAccount(ctx, account)
  await assertAsSeen(ctx, ads, advice, asked.seen)
  return await handle(ctx, ads, advice, { applyRecommendation: operation })
}

/** What Google has withdrawn meanwhile counts as dismissed. */
export async function dismissGoogleRecommendation(ctx: CallerContext, asked: Asked) {
  const { account, advice } = await knownAdvice(ctx, asked)
  await assertMayChange(ctx, account.customerId, 1)
  const resourceName = `customers/${account.googleCustomerId}/recommendations/${advice.id}`
  const ads = await adsOfAccount(ctx, account)
  return await handle(ctx, ads, advice, { dismissRecommendation: { resourceName } })
}

async function assertOutsidePortfolio(
  ctx: Context,
  customerId: number,
  advice: GoogleAdvice,
): Promise<void> {
  const [campaign] = await ctx.db
    .select({ id: campaigns.portfolioId, name: campaigns.portfolioName })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.customerId, customerId),
        eq(campaigns.campaignId, Number(advice.campaignId ?? 0)),
        isNotNull(campaigns.portfolioId),
      ),
    )
  const portfolio = campaign && {
    portfolioId: String(campaign.id),
    portfolioName: campaign.name ?? '',
  }
  const obstacle = portfolioObstacle(advice, portfolio ?? null)
  if (obstacle) throw new AppError('unprocessable', obstacle)
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
    throw new AppError('conflict', GONE)
  }
  if (seenText(live) === seen && seenText(advice) === seen) return
  // A sync asks once a day: without it the same would be shown, and refused, until tomorrow.
  await noteAdvice(ctx, ads.account.customerId, { id: advice.id, ...live })
  throw new AppError(
    'conflict',
    'Google propone ahora otra cosa: míralo de nuevo antes de aplicarla.',
  )
}

const GONE = 'Google ya ha retirado esta recomendación, o alguien la aplicó.'

async function handle(
  ctx: CallerContext,
  ads: AccountAds,
  { id, type, proposal }: GoogleAdvice,
  operation: Operation,
): Promise<{ ok: true }> {
  const isApplied = operation.applyRecommendation !== undefined
  const summary = `${isApplied ? 'Aplicada' : 'Descartada'} una recomendación de Google: ${adviceTitle(type)}`
  const kind = isApplied ? APPLY_KIND : DISMISS_KIND
  const made = await makeChange(ctx, ads, kind, { operation, summary, before: proposal })
  await finishAdvice(ctx, ads.account, made)
  const isRefused = made.error instanceof AppError && made.error.code === 'unprocessable'
  if (isRefused && !(await liveAdvice(ads, id))) {
    // Withdrawn after it was shown: it would stand there, and be refused, until the next day's question.
    await forgetAdvice(ctx, ads.account.customerId, id)
    if (isApplied) throw new AppError('conflict', GONE)
    return { ok: true }
  }
  assertOneMade(made)
  return { ok: true }
}
