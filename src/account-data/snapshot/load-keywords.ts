import { and, count, eq, inArray, ne, sql } from 'drizzle-orm'
import { hasEnded } from '#engine/account/has-ended.ts'
import type { KeywordQuality } from '#engine/account/inventory.ts'
import type { Column } from '#engine/account/known-figures.ts'
import type {
  CampaignFacts,
  KeywordFacts,
  RecentSums,
  SearchTermFacts,
} from '#engine/account/snapshot.ts'
import { recentFrom } from '#engine/account/window.ts'
import { THRESHOLDS } from '#engine/thresholds/thresholds.ts'
import type { Context } from '#platform/context.ts'
import { keywords, searchTerms } from '#platform/db/schema/entities.ts'
import type { Day, DayRange } from '#shared/dates.ts'
import { type Metrics, MICROS } from '#shared/metrics.ts'
import { readCopies, withCopies } from '../experiment-campaigns.ts'
import type { Account } from '../owned-account.ts'
import { readsOf } from '../reads-of.ts'
import {
  byKeys,
  metricsOf,
  type SummedRow,
  sumLevel,
  sumsQuery,
  toMetrics,
  toRecent,
} from '../sums.ts'
import { joinExclusions, TERM_STATUS } from '../term-status.ts'
import { entityStatus, isMatchType, matchType, termStatus } from './google-names.ts'
import { loadGroupBids } from './group-bids.ts'

export async function loadKeywords(
  ctx: Context,
  account: Account,
  window: DayRange,
): Promise<KeywordFacts[]> {
  const { customerId, fileFacts } = account
  const rows: (typeof keywords.$inferSelect)[] = []
  const isListed = fileFacts === null || fileFacts.keyword !== undefined
  const groupBy = ['ad_group_id', 'criterion_id'] as const
  const question = { customerId, level: 'keyword', ...window, groupBy, byDays: true } as const
  const recent = lateFrom(account, window)
  const parts: SummedRow[][] = []
  for (const where of await partsOf(ctx, keywords, customerId)) {
    rows.push(...(await readKeywords(ctx, customerId, where)))
    parts.push(await sumLevel(ctx, { ...question, where, recentFrom: recent }))
  }
  const sums = byKeys(parts.flat())
  const groupBids = await loadGroupBids(ctx, customerId)
  return rows.map((row) => {
    const facts = sums.get(`${row.adGroupId} ${row.criterionId}`)
    return {
      campaignId: String(row.campaignId),
      adGroupId: String(row.adGroupId),
      criterionId: String(row.criterionId),
      text: row.text,
      matchType: matchType(row.matchType),
      // Advice on a keyword names its match type.
      status: isListed && !isMatchType(row.matchType) ? 'UNKNOWN' : entityStatus(row.status),
      qualityScore: row.qualityScore ?? undefined,
      quality: qualityOf(row),
      bidMicros: row.cpcBidMicros ?? groupBids.get(row.adGroupId),
      sums: metricsOf(facts),
      ...(facts?.recent && tells(facts, facts.recent) && { recent: facts.recent }),
    }
  })
}

async function readKeywords(ctx: Context, customerId: number, place: Place) {
  return await readsOf(ctx, customerId)
    .select()
    .from(keywords)
    .where(
      and(
        eq(keywords.customerId, customerId),
        place.ad_group_id && inArray(keywords.adGroupId, place.ad_group_id),
      ),
    )
}

function qualityOf(row: typeof keywords.$inferSelect): KeywordQuality {
  return {
    ...(row.expectedCtr && { expectedCtr: row.expectedCtr }),
    ...(row.creativeQuality && { adRelevance: row.creativeQuality }),
    ...(row.landingPageQuality && { landingPage: row.landingPageQuality }),
    ...(row.servingStatus && { servingStatus: row.servingStatus }),
    ...(row.approvalStatus && { approvalStatus: row.approvalStatus }),
    ...(row.firstPageCpcMicros && { firstPageCpcMicros: row.firstPageCpcMicros }),
  }
}

/** On the embedded database: from so many rows on an account is read in parts of so many, some 60 ms each for its days. */
const PARTS = { from: 2_000, rows: 1_000 }

type Place = { campaign_id?: number; ad_group_id?: number[] }

/** An account's ad groups some at a time where it is large and the database does one thing at a time; else all at once. */
async function partsOf(
  ctx: Context,
  table: typeof keywords | typeof searchTerms,
  customerId: number,
): Promise<Place[]> {
  if (ctx.storage.engine !== 'pglite') return [{}]
  const isTerms = table === searchTerms
  const { campaignId, adGroupId } = table
  const grouped = await readsOf(ctx, customerId)
    .select({ campaignId, adGroupId, rows: count() })
    .from(table)
    .where(and(eq(table.customerId, customerId), isTerms ? ne(adGroupId, 0) : undefined))
    .groupBy(campaignId, adGroupId)
    .orderBy(campaignId, adGroupId)
  const found = [...grouped, ...(isTerms ? await groupless(ctx, customerId) : [])]
  const all = found.reduce((sum, { rows }) => sum + rows, 0)
  if (all < PARTS.from) return [{}]
  const parts: { campaign_id: number; ad_group_id: number[] }[] = []
  let room = 0
  for (const { campaignId, adGroupId, rows } of found) {
    const last = parts.at(-1)
    if (last && last.campaign_id === campaignId && rows <= room) last.ad_group_id.push(adGroupId)
    else {
      parts.push({ campaign_id: campaignId, ad_group_id: [adGroupId] })
      room = PARTS.rows
    }
    room -= rows
  }
  return parts
}

/** Terms of campaigns without ad groups, whose rows several share: what each has is told by its facts. */
async function groupless(ctx: Context, customerId: number) {
  const { rows } = await readsOf(ctx, customerId).execute<Record<'id' | 'terms', number>>(sql`
    select campaign_id as id, count(distinct term_id)::int as terms from search_term_month
    where customer_id = ${customerId} and ad_group_id = 0
    group by campaign_id order by campaign_id`)
  return rows.map(({ id, terms }) => ({ campaignId: Number(id), adGroupId: 0, rows: terms }))
}

type TermRow = Record<string, string | number | null>

/** Terms with at least one click in the window: the rest cannot have cost anything. */
export async function loadSearchTerms(
  ctx: Context,
  account: Account,
  window: DayRange,
): Promise<SearchTermFacts<Column>[]> {
  const { customerId } = account
  const recent = lateFrom(account, window)
  const rows: TermRow[] = []
  for (const where of await partsOf(ctx, searchTerms, customerId)) {
    const sums = sumsQuery({
      customerId,
      level: 'search_term',
      ...window,
      groupBy: ['campaign_id', 'ad_group_id', 'criterion_id', 'term_id'],
      where,
      byDays: true,
      recentFrom: recent,
    })
    const part = await readsOf(ctx, customerId).execute<TermRow>(sql`
      select f.*, t.text as term, ${TERM_STATUS} as term_status, k.text as keyword_text, k.match_type
      from (select * from (${sums}) sums where clicks > 0) f
      join search_terms t on t.customer_id = ${customerId} and t.ad_group_id = f.ad_group_id and t.term_id = f.term_id
      left join keywords k
        on k.customer_id = ${customerId} and k.ad_group_id = f.ad_group_id and k.criterion_id = f.criterion_id
      ${joinExclusions(customerId, where.campaign_id ? sql`${where.campaign_id}::bigint` : undefined)}`)
    for (const row of part.rows) rows.push(row)
  }
  return rows.map((row) => {
    const term: SearchTermFacts<Column> = {
      term: String(row.term),
      campaignId: String(row.campaign_id),
      adGroupId: row.ad_group_id === 0 ? '' : String(row.ad_group_id),
      keywordText: row.keyword_text === null ? undefined : String(row.keyword_text),
      criterionId: row.criterion_id === 0 ? undefined : String(row.criterion_id),
      matchType: String(row.match_type ?? 'UNKNOWN'),
      status: termStatus(String(row.term_status)),
      sums: toMetrics(row),
    }
    const late = recent && toRecent(row)
    if (late && tells(term.sums, late)) term.recent = late
    return term
  })
}

/** A file's rows may be of more than a day. */
function lateFrom({ source }: Account, window: DayRange): Day | undefined {
  return source === 'google' ? recentFrom(window) : undefined
}

/** Of thousands of rows only those whose parts tell anything: of how rates move, or that it has ended. */
function tells(sums: Metrics, recent: RecentSums): boolean {
  const { driftConversions } = THRESHOLDS
  return sums.conversionsMicros >= driftConversions.value * MICROS || hasEnded({ sums, recent })
}

/**
 * What search and shopping campaigns brought beyond the terms that Google shows, those without clicks included.
 * Performance Max is left out: it is unknown how much of it were searches.
 */
export async function loadHiddenTerms(
  ctx: Context,
  customerId: number,
  window: DayRange,
  campaigns: readonly CampaignFacts<Column>[],
): Promise<Metrics> {
  const groupBy = ['campaign_id'] as const
  const question = { customerId, level: 'search_term', ...window, groupBy, byDays: true } as const
  const copies = await readCopies(ctx, customerId)
  const sums: SummedRow[] = []
  const parts = await partsOf(ctx, searchTerms, customerId)
  const places = [...new Set(parts.map(({ campaign_id }) => campaign_id))]
  for (const id of places) {
    const where = id === undefined ? {} : { campaign_id: id }
    sums.push(...(await sumLevel(ctx, { ...question, where })))
  }
  const visible = byKeys(withCopies(sums, copies))
  const searched = campaigns.filter(({ channelType }) => SEARCHED.has(channelType))
  const beyond = (key: keyof Metrics) => {
    const left = (sum: number, { id, sums }: CampaignFacts<Column>) => {
      return sum + sums[key] - (visible.get(id)?.[key] ?? 0)
    }
    return Math.max(0, searched.reduce(left, 0))
  }
  return {
    impressions: beyond('impressions'),
    clicks: beyond('clicks'),
    costMicros: beyond('costMicros'),
    conversionsMicros: beyond('conversionsMicros'),
    valueMicros: beyond('valueMicros'),
  }
}

const SEARCHED = new Set(['SEARCH', 'SHOPPING'])
