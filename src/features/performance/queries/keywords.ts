import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { CallerContext, Context } from '#platform/context.ts'
import { adGroups, keywords, negativeKeywords } from '#platform/db/schema/entities.ts'
import type { ResultCache } from '#platform/result-cache.ts'
import type { Day } from '#shared/dates.ts'
import { MICROS, NO_METRICS, ratesOf } from '#shared/metrics.ts'
import type { KeywordRow } from '../contract/entity-lists.ts'
import type { Range } from '../rules/asked-range.ts'
import { matchTypeCode, statusCode } from '../rules/codes.ts'
import { type Account, type Campaign, ownedAdGroup, ownedCampaign } from './owned-entity.ts'
import { rememberRange } from './remember-range.ts'
import { sumLevel } from './sum-level.ts'

type Days = { from?: Day; to?: Day }
/** A campaign, or one ad group of it. */
type Place = { account: Account; campaign: Campaign; adGroupId?: number }

export async function listCampaignKeywords(
  ctx: CallerContext,
  cache: ResultCache,
  asked: Days & { campaignId: string },
): Promise<KeywordRow[]> {
  return await listKeywords(ctx, cache, await ownedCampaign(ctx, asked.campaignId), asked)
}

export async function listAdGroupKeywords(
  ctx: CallerContext,
  cache: ResultCache,
  asked: Days & { adGroupId: string },
): Promise<KeywordRow[]> {
  const { adGroup, ...place } = await ownedAdGroup(ctx, asked.adGroupId)
  return await listKeywords(ctx, cache, { ...place, adGroupId: adGroup.adGroupId }, asked)
}

/** Negatives stand at the end: they are what the screens leave out. */
async function listKeywords(
  ctx: CallerContext,
  cache: ResultCache,
  place: Place,
  asked: Days,
): Promise<KeywordRow[]> {
  const { account, campaign, adGroupId } = place
  const question = `keywords ${campaign.campaignId} ${adGroupId ?? ''}`
  return await rememberRange(ctx, cache, account, asked, question, async (range) => {
    const names = await readGroupNames(ctx, campaign)
    const common = {
      customerId: account.googleCustomerId,
      campaignId: String(campaign.campaignId),
      campaignName: campaign.name,
    }
    const positive = await readKeywords(ctx, place, range)
    const negative = await readNegatives(ctx, place, [...names.keys()])
    return [...positive, ...negative].map(({ groupId, ...row }) => ({
      ...common,
      adGroupId: groupId === null ? null : String(groupId),
      adGroupName: groupId === null ? null : (names.get(groupId) ?? ''),
      ...row,
    }))
  })
}

async function readGroupNames(ctx: Context, campaign: Campaign): Promise<Map<number, string>> {
  const rows = await ctx.db
    .select({ adGroupId: adGroups.adGroupId, name: adGroups.name })
    .from(adGroups)
    .where(
      and(
        eq(adGroups.customerId, campaign.customerId),
        eq(adGroups.campaignId, campaign.campaignId),
      ),
    )
  return new Map(rows.map(({ adGroupId, name }) => [adGroupId, name]))
}

async function readKeywords(ctx: Context, { campaign, adGroupId }: Place, range: Range) {
  const { customerId, campaignId } = campaign
  const sums = await sumLevel(ctx, {
    customerId,
    level: 'keyword',
    ...range,
    groupBy: ['ad_group_id', 'criterion_id'],
    where: {
      campaign_id: campaignId,
      ...(adGroupId !== undefined && { ad_group_id: adGroupId }),
    },
  })
  const byKeyword = new Map(
    sums.map((row) => [`${row.keys.ad_group_id} ${row.keys.criterion_id}`, row]),
  )
  const rows = await ctx.db
    .select()
    .from(keywords)
    .where(
      and(
        eq(keywords.customerId, customerId),
        eq(keywords.campaignId, campaignId),
        adGroupId === undefined ? undefined : eq(keywords.adGroupId, adGroupId),
      ),
    )
  return rows.map((keyword) => ({
    groupId: keyword.adGroupId as number | null,
    keywordId: String(keyword.criterionId),
    keywordText: keyword.text,
    matchType: matchTypeCode(keyword.matchType),
    status: statusCode(keyword.status),
    isNegative: false,
    ...figures(byKeyword.get(`${keyword.adGroupId} ${keyword.criterionId}`) ?? NO_METRICS),
    qualityScore: keyword.qualityScore,
  }))
}

/** Negatives carry no figures. Those of the campaign and of its shared lists act in every ad group. */
async function readNegatives(
  ctx: Context,
  { campaign, adGroupId }: Place,
  groupIds: readonly number[],
) {
  const groups = adGroupId === undefined ? groupIds : [adGroupId]
  const inScope = (scope: 'ad_group' | 'campaign', ids: readonly number[]) =>
    and(eq(negativeKeywords.scope, scope), inArray(negativeKeywords.scopeId, [...ids, -1]))
  const rows = await ctx.db
    .select()
    .from(negativeKeywords)
    .where(
      and(
        eq(negativeKeywords.customerId, campaign.customerId),
        or(
          inScope('ad_group', groups),
          inScope('campaign', [campaign.campaignId]),
          sql`${negativeKeywords.campaignIds} @> ${JSON.stringify([campaign.campaignId])}::jsonb`,
        ),
      ),
    )
  return rows.map((negative) => ({
    groupId: negative.scope === 'ad_group' ? negative.scopeId : null,
    keywordId: String(negative.criterionId),
    keywordText: negative.text,
    matchType: matchTypeCode(negative.matchType),
    status: statusCode('ENABLED'),
    isNegative: true,
    ...figures(NO_METRICS),
    qualityScore: null,
  }))
}

function figures(sums: typeof NO_METRICS) {
  const { conversions, ctr, cpc, spend } = ratesOf(sums)
  return {
    impressions: sums.impressions,
    clicks: sums.clicks,
    costEuros: spend,
    costMicros: sums.costMicros,
    conversions,
    ctr: ctr * 100,
    averageCpcEuros: cpc,
    averageCpcMicros: Math.round(cpc * MICROS),
  }
}
