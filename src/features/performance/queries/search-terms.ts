import { type SQL, sql } from 'drizzle-orm'
import type { Account } from '#account-data/owned-account.ts'
import { adGroupOfCampaign, type Campaign, ownedCampaign } from '#account-data/owned-entity.ts'
import { readsOf } from '#account-data/reads-of.ts'
import { sumLevel, sumsQuery, toMetrics } from '#account-data/sums.ts'
import { joinExclusions, TERM_STATUS } from '#account-data/term-status.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import type { ResultCache } from '#platform/result-cache.ts'
import type { Day, DayRange } from '#shared/dates.ts'
import { type Metrics, NO_METRICS, ratesOf, ratio } from '#shared/metrics.ts'
import { MOST_SEARCH_TERMS, type SearchTermRow } from '../contract/entity-lists.ts'
import { matchTypeCode, termStatus } from '../contract/wire-codes.ts'
import { rememberRange } from './remember-range.ts'

type Asked = { campaignId: string; ad_group_id?: string; q?: string; from?: Day; to?: Day }
type Place = {
  account: Account
  campaign: Campaign
  adGroupId: number | undefined
  q: string
}

/** Most impressions first. The cut is made in the database, so that 50,000 terms never travel. */
export async function listSearchTerms(
  ctx: CallerContext,
  cache: ResultCache,
  asked: Asked,
): Promise<SearchTermRow[]> {
  return await askedOf(ctx, cache, asked, 'terms', async (place, range) => {
    const { rows } = await readsOf(ctx, place.campaign.customerId).execute(sql`
      select t.text, ${TERM_STATUS} as status, k.text as keyword_text, k.match_type, g.name as group_name, f.*
      from (${termSums(place, range)}) f
      ${termJoins(place)}
      ${joinExclusions(place.campaign.customerId, sql`${place.campaign.campaignId}::bigint`)}
      left join ad_groups g
        on g.customer_id = ${place.campaign.customerId} and g.ad_group_id = f.ad_group_id
      ${termFilter(place)}
      order by f.impressions desc, f.clicks desc, t.text
      limit ${MOST_SEARCH_TERMS}`)
    return rows.map((row) => toTermRow(row, place.campaign.campaignId))
  })
}

/** Fractions 0..1 of what no term accounts for: Google keeps rare terms to itself. Null where it cannot be told. */
export async function getSearchTermCoverage(ctx: CallerContext, cache: ResultCache, asked: Asked) {
  return await askedOf(ctx, cache, asked, 'coverage', async (place, range) => {
    const { rows } = await readsOf(ctx, place.campaign.customerId).execute<{ total: number }>(sql`
      select count(*)::int as total from (${termSums(place, range)}) f
      ${termJoins(place)} ${termFilter(place)}`)
    const total = rows[0]?.total ?? 0
    const all = await totalOf(ctx, place, range, 'all')
    const shown = await totalOf(ctx, place, range, 'search_term')
    const hidden = (of: keyof Metrics) =>
      all[of] === 0 || !canHide(place) ? null : Math.max(0, 1 - ratio(shown[of], all[of]))
    return {
      total,
      listed: Math.min(total, MOST_SEARCH_TERMS),
      hiddenImpressions: hidden('impressions'),
      hiddenClicks: hidden('clicks'),
      hiddenCost: hidden('costMicros'),
      hiddenConversions: hidden('conversionsMicros'),
    }
  })
}

async function askedOf<T>(
  ctx: CallerContext,
  cache: ResultCache,
  asked: Asked,
  question: string,
  read: (place: Place, range: DayRange) => Promise<T>,
): Promise<T> {
  const { account, campaign } = await ownedCampaign(ctx, asked.campaignId)
  const adGroup = asked.ad_group_id && (await adGroupOfCampaign(ctx, campaign, asked.ad_group_id))
  const adGroupId = adGroup ? adGroup.adGroupId : undefined
  const q = foldText(asked.q?.trim() ?? '')
  const key = `${question} ${campaign.campaignId} ${adGroupId ?? ''} ${JSON.stringify(q)}`
  const ofPlace = (range: DayRange) => read({ account, campaign, adGroupId, q }, range)
  return await rememberRange(ctx, cache, account, asked, key, ofPlace, 'search_term')
}

/** Other kinds of campaign spend without any search; files of other days say nothing of the rest. */
function canHide({ account: { fileFacts }, campaign }: Place): boolean {
  if (campaign.channelType !== 'SEARCH' && campaign.channelType !== 'SHOPPING') return false
  if (!fileFacts) return true
  const { campaign: whole, search_term: terms } = fileFacts
  return whole?.from === terms?.from && whole?.to === terms?.to
}

const whereOf = ({ campaign, adGroupId }: Place) => ({
  campaign_id: campaign.campaignId,
  ...(adGroupId !== undefined && { ad_group_id: adGroupId }),
})

function termSums(place: Place, range: DayRange): SQL {
  return sumsQuery({
    customerId: place.campaign.customerId,
    level: 'search_term',
    ...range,
    groupBy: ['ad_group_id', 'criterion_id', 'term_id'],
    where: whereOf(place),
  })
}

function termJoins({ campaign: { customerId } }: Place): SQL {
  return sql`
    join search_terms t
      on t.customer_id = ${customerId} and t.ad_group_id = f.ad_group_id and t.term_id = f.term_id
    left join keywords k
      on k.customer_id = ${customerId} and k.ad_group_id = f.ad_group_id and k.criterion_id = f.criterion_id`
}

function termFilter({ q }: Place): SQL {
  if (!q) return sql``
  return sql`where strpos(${folded(sql`t.text`)}, ${q}) > 0 or strpos(${folded(sql`k.text`)}, ${q}) > 0`
}

/** What NFD sets apart from a letter: its accent. */
const ACCENTS = '[\u0300-\u036f]'

/** A long list is searched as the screen searches a short one: 'marron' finds 'marrón'. */
function foldText(text: string): string {
  return text.normalize('NFD').replace(new RegExp(ACCENTS, 'g'), '').toLowerCase()
}

/** The same in the database. Most texts are plain ASCII, which their bytes tell at a tenth of what folding costs. */
function folded(text: SQL): SQL {
  return sql`lower(case when octet_length(${text}) = char_length(${text}) then ${text}
    else regexp_replace(normalize(${text}, NFD), ${ACCENTS}, '', 'g') end)`
}

async function totalOf(
  ctx: Context,
  place: Place,
  range: DayRange,
  of: 'all' | 'search_term',
): Promise<Metrics> {
  const whole = place.adGroupId === undefined ? 'campaign' : 'ad_group'
  const [sums] = await sumLevel(ctx, {
    customerId: place.campaign.customerId,
    level: of === 'all' ? whole : of,
    ...range,
    where: whereOf(place),
  })
  return sums ?? NO_METRICS
}

function toTermRow(row: Record<string, unknown>, campaignId: number): SearchTermRow {
  const sums = toMetrics(row)
  const { conversions, ctr, cpc, spend } = ratesOf(sums)
  return {
    search_term: String(row.text),
    keyword_text: String(row.keyword_text ?? ''),
    match_type: matchTypeCode(String(row.match_type ?? '')),
    campaign_id: String(campaignId),
    ad_group_id: row.ad_group_id === 0 ? '' : String(row.ad_group_id),
    ad_group_name: String(row.group_name ?? ''),
    status: termStatus(String(row.status)),
    impressions: sums.impressions,
    clicks: sums.clicks,
    ctr,
    average_cpc: cpc,
    cost: spend,
    conversions,
  }
}
