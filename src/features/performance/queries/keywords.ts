import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Account } from '#account-data/owned-account.ts'
import { type Campaign, ownedAdGroup, ownedCampaign } from '#account-data/owned-entity.ts'
import { sumLevel } from '#account-data/sums.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { adGroups, keywords, negativeKeywords } from '#platform/db/schema/entities.ts'
import type { ResultCache } from '#platform/result-cache.ts'
import type { Day } from '#shared/dates.ts'
import { type Metrics, MICROS, NO_METRICS, ratesOf } from '#shared/metrics.ts'
import type { KeywordRow } from '../contract/entity-lists.ts'
import { matchTypeCode, statusCode } from '../contract/wire-codes.ts'
import type { Range } from '../rules/asked-range.ts'
import { rememberRange } from './remember-range.ts'

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
  const read = async (range: Range) => {
    const [sums, names, positive, negative] = await Promise.all([
      readSums(ctx, place, range),
      readGroupNames(ctx, campaign),
      readKeywords(ctx, place),
      readNegatives(ctx, place),
    ])
    const common = {
      customerId: account.googleCustomerId,
      campaignId: String(campaign.campaignId),
      campaignName: campaign.name,
    }
    const row = (keyword: Keyword, metrics: Metrics) =>
      toRow(common, keyword, names.get(keyword.adGroupId ?? -1), metrics)
    return [
      ...positive.map((keyword) =>
        row(keyword, sums.get(keyOf(keyword.adGroupId, keyword.criterionId)) ?? NO_METRICS),
      ),
      ...negative.map((keyword) => row(keyword, NO_METRICS)),
    ]
  }
  return await rememberRange(ctx, cache, account, asked, question, read, 'keyword')
}

type Keyword = {
  /** Null for a negative of the campaign or of a shared list. */
  adGroupId: number | null
  criterionId: number
  text: string
  matchType: string
  /** Null for negatives: Google has no paused ones. */
  status: string | null
  qualityScore: number | null
}

function keyOf(adGroupId: unknown, criterionId: unknown): string {
  return `${adGroupId} ${criterionId}`
}

async function readSums(
  ctx: Context,
  { campaign, adGroupId }: Place,
  range: Range,
): Promise<Map<string, Metrics>> {
  const sums = await sumLevel(ctx, {
    customerId: campaign.customerId,
    level: 'keyword',
    ...range,
    groupBy: ['ad_group_id', 'criterion_id'],
    where: {
      campaign_id: campaign.campaignId,
      ...(adGroupId !== undefined && { ad_group_id: adGroupId }),
    },
  })
  return new Map(sums.map((row) => [keyOf(row.keys.ad_group_id, row.keys.criterion_id), row]))
}

async function readGroupNames(ctx: Context, campaign: Campaign): Promise<Map<number, string>> {
  const rows = await ctx.db
    .select({ adGroupId: adGroups.adGroupId, name: adGroups.name })
    .from(adGroups)
    .where(ofCampaign(adGroups, campaign))
  return new Map(rows.map(({ adGroupId, name }) => [adGroupId, name]))
}

async function readKeywords(ctx: Context, { campaign, adGroupId }: Place): Promise<Keyword[]> {
  return await ctx.db
    .select({
      adGroupId: keywords.adGroupId,
      criterionId: keywords.criterionId,
      text: keywords.text,
      matchType: keywords.matchType,
      status: keywords.status,
      qualityScore: keywords.qualityScore,
    })
    .from(keywords)
    .where(
      and(
        ofCampaign(keywords, campaign),
        adGroupId === undefined ? undefined : eq(keywords.adGroupId, adGroupId),
      ),
    )
}

/** Negatives carry no figures. Those of the campaign and of its shared lists act in every ad group. */
async function readNegatives(ctx: Context, { campaign, adGroupId }: Place): Promise<Keyword[]> {
  const groups = ctx.db
    .select({ adGroupId: adGroups.adGroupId })
    .from(adGroups)
    .where(ofCampaign(adGroups, campaign))
  const { scope, scopeId, campaignIds } = negativeKeywords
  const inGroup = adGroupId === undefined ? inArray(scopeId, groups) : eq(scopeId, adGroupId)
  const rows = await ctx.db
    .select()
    .from(negativeKeywords)
    .where(
      and(
        eq(negativeKeywords.customerId, campaign.customerId),
        or(
          and(eq(scope, 'ad_group'), inGroup),
          and(eq(scope, 'campaign'), eq(scopeId, campaign.campaignId)),
          sql`${campaignIds} @> ${JSON.stringify([campaign.campaignId])}::jsonb`,
        ),
      ),
    )
  return rows.map((negative) => ({
    adGroupId: negative.scope === 'ad_group' ? negative.scopeId : null,
    criterionId: negative.criterionId,
    text: negative.text,
    matchType: negative.matchType,
    status: null,
    qualityScore: null,
  }))
}

function ofCampaign(table: typeof adGroups | typeof keywords, campaign: Campaign) {
  return and(eq(table.customerId, campaign.customerId), eq(table.campaignId, campaign.campaignId))
}

function toRow(
  common: Pick<KeywordRow, 'customerId' | 'campaignId' | 'campaignName'>,
  keyword: Keyword,
  groupName: string | undefined,
  sums: Metrics,
): KeywordRow {
  const { conversions, ctr, cpc, spend } = ratesOf(sums)
  const { adGroupId, status } = keyword
  return {
    customerId: common.customerId,
    campaignId: common.campaignId,
    campaignName: common.campaignName,
    adGroupId: adGroupId === null ? null : String(adGroupId),
    adGroupName: adGroupId === null ? null : (groupName ?? ''),
    keywordId: String(keyword.criterionId),
    keywordText: keyword.text,
    matchType: matchTypeCode(keyword.matchType),
    status: statusCode(status ?? 'ENABLED'),
    isNegative: status === null,
    impressions: sums.impressions,
    clicks: sums.clicks,
    costEuros: spend,
    costMicros: sums.costMicros,
    conversions,
    ctr: ctr * 100,
    averageCpcEuros: cpc,
    averageCpcMicros: Math.round(cpc * MICROS),
    qualityScore: keyword.qualityScore,
  }
}
