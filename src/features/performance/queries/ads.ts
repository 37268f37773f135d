import { and, eq, inArray, or } from 'drizzle-orm'
import { type AdGroup, ownedAdGroup } from '#account-data/owned-entity.ts'
import { readsOf } from '#account-data/reads-of.ts'
import { sumLevel } from '#account-data/sums.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { adPieces, ads, assetLinks } from '#platform/db/schema/entities.ts'
import type { ResultCache } from '#platform/result-cache.ts'
import type { Day } from '#shared/dates.ts'
import { NO_METRICS, ratesOf } from '#shared/metrics.ts'
import type { AdRow } from '../contract/entity-lists.ts'
import { statusCode } from '../contract/wire-codes.ts'
import { piecesOf, shownAssets } from '../rules/ad-parts.ts'
import { rememberRange } from './remember-range.ts'

/** Every ad of an ad group of the caller's, those without traffic too. */
export async function listAds(
  ctx: CallerContext,
  cache: ResultCache,
  asked: { adGroupId: string; from?: Day; to?: Day },
): Promise<AdRow[]> {
  const { account, adGroup } = await ownedAdGroup(ctx, asked.adGroupId)
  const question = `ads ${adGroup.adGroupId}`
  return await rememberRange(ctx, cache, account, asked, question, async (range) => {
    const sums = await sumLevel(ctx, {
      customerId: account.customerId,
      level: 'ad',
      ...range,
      groupBy: ['ad_id'],
      where: { campaign_id: adGroup.campaignId, ad_group_id: adGroup.adGroupId },
    })
    const byAd = new Map(sums.map((row) => [row.keys.ad_id, row]))
    const all = await readsOf(ctx, account.customerId)
      .select()
      .from(ads)
      .where(and(eq(ads.customerId, account.customerId), eq(ads.adGroupId, adGroup.adGroupId)))
    const judged = Map.groupBy(await readPieces(ctx, adGroup), (piece) => piece.adId)
    const assets = shownAssets(await readLinks(ctx, adGroup), ctx.config.googleAds.imageOrigin)
    return all.map((ad) => ({
      ...adFields(ad, adGroup),
      ...figures(byAd.get(ad.adId) ?? NO_METRICS),
      ...assets,
      pieces: piecesOf(ad, judged.get(ad.adId) ?? []),
    }))
  })
}

function adFields(ad: typeof ads.$inferSelect, adGroup: AdGroup) {
  const headlines = ad.headlines.map(({ text }) => text)
  const descriptions = ad.descriptions.map(({ text }) => text)
  return {
    ad_id: String(ad.adId),
    ad_group_id: String(ad.adGroupId),
    adGroupName: adGroup.name,
    name: ad.name,
    status: statusCode(ad.status),
    ad_headline: JSON.stringify(headlines),
    description: JSON.stringify(descriptions),
    headline1: headlines[0] ?? '',
    headline2: headlines[1] ?? '',
    finalUrl: ad.finalUrls[0] ?? '',
    ad_type: ad.type,
    ad_strength: ad.adStrength,
    approval_status: ad.approvalStatus,
    paths: [ad.path1, ad.path2].filter((path) => path !== null),
  }
}

function figures(sums: typeof NO_METRICS) {
  const { conversions, ctr, cpc, spend } = ratesOf(sums)
  return {
    impressions: sums.impressions,
    clicks: sums.clicks,
    conversions,
    ctr,
    cpc,
    average_cpc: cpc,
    cost: spend,
  }
}

async function readPieces(ctx: Context, { customerId, adGroupId }: AdGroup) {
  return await readsOf(ctx, customerId)
    .select()
    .from(adPieces)
    .where(and(eq(adPieces.customerId, customerId), eq(adPieces.adGroupId, adGroupId)))
}

/** What may be shown with any ad of the group: its own assets, its campaign's and the account's. */
async function readLinks(ctx: Context, { customerId, campaignId, adGroupId }: AdGroup) {
  return await readsOf(ctx, customerId)
    .select()
    .from(assetLinks)
    .where(
      and(
        eq(assetLinks.customerId, customerId),
        inArray(assetLinks.scopeId, [0, campaignId, adGroupId]),
        or(
          eq(assetLinks.scope, 'account'),
          and(eq(assetLinks.scope, 'campaign'), eq(assetLinks.scopeId, campaignId)),
          and(eq(assetLinks.scope, 'ad_group'), eq(assetLinks.scopeId, adGroupId)),
        ),
      ),
    )
}
