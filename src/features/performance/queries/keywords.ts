import { type SQL, sql } from 'drizzle-orm'
import type { Account } from '#account-data/owned-account.ts'
import { type Campaign, ownedAdGroup, ownedCampaign } from '#account-data/owned-entity.ts'
import { readsOf } from '#account-data/reads-of.ts'
import { metricsAt, sumColumns } from '#account-data/sums.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { readColumns } from '#platform/db/columns.ts'
import type { AccountDb } from '#platform/db/handles.ts'
import type { ResultCache } from '#platform/result-cache.ts'
import type { Day, DayRange } from '#shared/dates.ts'
import { type Metrics, MICROS, NO_METRICS, ratesOf } from '#shared/metrics.ts'
import type { KeywordRow } from '../contract/entity-lists.ts'
import { matchTypeCode, statusCode } from '../contract/wire-codes.ts'
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
  const read = async (range: DayRange) => {
    const [metricsOf, positive, negative] = await Promise.all([
      readSums(ctx, place, range),
      readKeywords(ctx, place),
      readNegatives(ctx, place),
    ])
    const common = {
      customerId: account.googleCustomerId,
      campaignId: String(campaign.campaignId),
      campaignName: campaign.name,
    }
    return [
      ...positive.map((keyword) => toRow(common, keyword, metricsOf(keyword))),
      ...negative.map((keyword) => toRow(common, keyword, NO_METRICS)),
    ]
  }
  return await rememberRange(ctx, cache, account, asked, question, read, 'keyword')
}

type Keyword = {
  /** Null for a negative of the campaign or of a shared list. */
  ad_group_id: number | null
  group_name: string | null
  criterion_id: number
  text: string
  match_type: string
  /** Null for negatives: Google has no paused ones. */
  status: string | null
  quality_score: number | null
}

const KEYWORD_COLUMNS = [
  'ad_group_id',
  'group_name',
  'criterion_id',
  'text',
  'match_type',
  'status',
  'quality_score',
] as const

/** The sums of each keyword. A criterion's number may be another keyword's in another ad group. */
async function readSums(
  ctx: Context,
  { campaign, adGroupId }: Place,
  range: DayRange,
): Promise<(keyword: Keyword) => Metrics> {
  const sums = await sumColumns(ctx, {
    customerId: campaign.customerId,
    level: 'keyword',
    ...range,
    groupBy: ['ad_group_id', 'criterion_id'],
    where: {
      campaign_id: campaign.campaignId,
      ...(adGroupId !== undefined && { ad_group_id: adGroupId }),
    },
  })
  const places = new Map<number | null, Map<number, number>>()
  for (const [at, adGroupId] of sums.ad_group_id.entries()) {
    const group = places.get(adGroupId) ?? new Map<number, number>()
    places.set(adGroupId, group.set(sums.criterion_id[at]!, at))
  }
  return ({ ad_group_id, criterion_id }) => {
    const at = places.get(ad_group_id)?.get(criterion_id)
    return at === undefined ? NO_METRICS : metricsAt(sums, at)
  }
}

async function readKeywords(ctx: Context, { campaign, adGroupId }: Place): Promise<Keyword[]> {
  const { customerId, campaignId } = campaign
  const inGroup = adGroupId === undefined ? sql`` : sql`and k.ad_group_id = ${adGroupId}`
  return await keywordsOf(
    readsOf(ctx, customerId),
    sql`
      select k.ad_group_id, coalesce(g.name, '') as group_name, k.criterion_id, k.text, k.match_type, k.status,
        k.quality_score
      from keywords k
      left join ad_groups g on g.customer_id = ${customerId} and g.ad_group_id = k.ad_group_id
      where k.customer_id = ${customerId} and k.campaign_id = ${campaignId} ${inGroup}
      order by k.ad_group_id, k.criterion_id`,
  )
}

/** Negatives carry no figures. Those of the campaign and of its shared lists act in every ad group. */
async function readNegatives(ctx: Context, { campaign, adGroupId }: Place): Promise<Keyword[]> {
  const { customerId, campaignId } = campaign
  const inGroup = adGroupId === undefined ? sql`` : sql`and g.ad_group_id = ${adGroupId}`
  return await keywordsOf(
    readsOf(ctx, customerId),
    sql`
      select g.ad_group_id, g.name as group_name, n.criterion_id, n.text, n.match_type, null as status,
        null::int as quality_score
      from negative_keywords n
      left join ad_groups g on n.scope = 'ad_group' and g.customer_id = ${customerId}
        and g.ad_group_id = n.scope_id and g.campaign_id = ${campaignId} ${inGroup}
      where n.customer_id = ${customerId} and (g.ad_group_id is not null
        or (n.scope = 'campaign' and n.scope_id = ${campaignId})
        or n.campaign_ids @> ${JSON.stringify([campaignId])}::jsonb)
      order by n.scope, n.scope_id, n.criterion_id`,
  )
}

async function keywordsOf(reads: AccountDb, statement: SQL): Promise<Keyword[]> {
  const columns = await readColumns<Keyword>(reads, KEYWORD_COLUMNS, statement)
  return columns.text.map((text, at) => ({
    ad_group_id: columns.ad_group_id[at]!,
    group_name: columns.group_name[at]!,
    criterion_id: columns.criterion_id[at]!,
    text,
    match_type: columns.match_type[at]!,
    status: columns.status[at]!,
    quality_score: columns.quality_score[at]!,
  }))
}

function toRow(
  common: Pick<KeywordRow, 'customerId' | 'campaignId' | 'campaignName'>,
  keyword: Keyword,
  sums: Metrics,
): KeywordRow {
  const { conversions, ctr, cpc, spend } = ratesOf(sums)
  const { ad_group_id: adGroupId, status } = keyword
  return {
    customerId: common.customerId,
    campaignId: common.campaignId,
    campaignName: common.campaignName,
    adGroupId: adGroupId === null ? null : String(adGroupId),
    adGroupName: keyword.group_name,
    keywordId: String(keyword.criterion_id),
    keywordText: keyword.text,
    matchType: matchTypeCode(keyword.match_type),
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
    qualityScore: keyword.quality_score,
  }
}
