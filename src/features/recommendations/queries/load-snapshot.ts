import { and, eq, sql } from 'drizzle-orm'
import type {
  AccountSnapshot,
  CampaignFacts,
  ConversionAction,
  EntityStatus,
  KeywordFacts,
  MatchType,
  NegativeKeyword,
  SearchTermFacts,
} from '#engine/snapshot.ts'
import { analysisWindow } from '#engine/window.ts'
import type { Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import {
  adGroups,
  campaigns,
  conversionActions,
  keywords,
  negativeKeywords,
} from '#platform/db/schema/entities.ts'
import { addDays, type Day, dayInZone } from '#shared/dates.ts'
import { NO_METRICS } from '#shared/metrics.ts'
import { type FactSums, readSums, toMetrics } from './sums.ts'

type Window = { from: Day; to: Day }
type Account = typeof adAccounts.$inferSelect

/** Days of account history the tracking rule looks at. */
const ACCOUNT_DAYS = 90

/** All the engine wants to know of an account, by a few aggregates. Null when the account is gone. */
export async function loadSnapshot(
  ctx: Context,
  customerId: number,
): Promise<AccountSnapshot | null> {
  const [account] = await ctx.db
    .select()
    .from(adAccounts)
    .where(eq(adAccounts.customerId, customerId))
  if (!account) return null
  const today = dayInZone(ctx.clock.now(), account.timeZone)
  const window = windowOf(account, today)
  return {
    account: {
      name: account.name,
      currencyCode: account.currencyCode,
      timeZone: account.timeZone,
      today,
      source: account.source,
    },
    window,
    campaigns: await loadCampaigns(ctx, customerId, window),
    adGroups: await loadAdGroups(ctx, customerId),
    keywords: await loadKeywords(ctx, customerId, window),
    searchTerms: await loadSearchTerms(ctx, customerId, window),
    negatives: await loadNegatives(ctx, customerId),
    conversionActions:
      account.source === 'google' ? await loadConversionActions(ctx, customerId) : undefined,
    accountDays: account.granularity === 'day' ? await loadAccountDays(ctx, customerId, today) : [],
  }
}

/** A report is looked at as it is; a connected account over the engine's window. */
function windowOf(account: Account, today: Day): Window {
  if (account.source === 'imported' && account.dataFrom && account.dataTo)
    return { from: account.dataFrom, to: account.dataTo }
  return analysisWindow(today)
}

async function loadCampaigns(
  ctx: Context,
  customerId: number,
  window: Window,
): Promise<CampaignFacts[]> {
  const rows = await ctx.db.select().from(campaigns).where(eq(campaigns.customerId, customerId))
  const sums = await readSums(ctx, {
    customerId,
    level: 'campaign',
    window,
    groupBy: ['campaign_id'],
  })
  return rows.map((row) => {
    const facts = sums.get(String(row.campaignId))
    return {
      id: String(row.campaignId),
      name: row.name,
      status: entityStatus(row.status),
      channelType: row.channelType,
      biddingStrategyType: row.biddingStrategyType ?? 'UNKNOWN',
      targetCpaMicros: row.targetCpaMicros ?? undefined,
      targetRoas: row.targetRoas ?? undefined,
      budgetId: row.budgetId === null ? undefined : String(row.budgetId),
      budgetMicros: row.budgetMicros ?? 0,
      budgetShared: row.budgetShared ?? false,
      sums: metricsOrNone(facts),
      impressionShare: {
        eligible: facts?.eligible_impressions ?? 0,
        lostToBudget: facts?.lost_budget_impressions ?? 0,
        lostToRank: facts?.lost_rank_impressions ?? 0,
      },
    }
  })
}

async function loadAdGroups(ctx: Context, customerId: number) {
  const rows = await ctx.db.select().from(adGroups).where(eq(adGroups.customerId, customerId))
  return rows.map((row) => ({
    id: String(row.adGroupId),
    campaignId: String(row.campaignId),
    name: row.name,
    status: entityStatus(row.status),
  }))
}

async function loadKeywords(
  ctx: Context,
  customerId: number,
  window: Window,
): Promise<KeywordFacts[]> {
  const rows = await ctx.db.select().from(keywords).where(eq(keywords.customerId, customerId))
  const groupBy = ['ad_group_id', 'criterion_id'] as const
  const sums = await readSums(ctx, { customerId, level: 'keyword', window, groupBy })
  return rows.map((row) => ({
    campaignId: String(row.campaignId),
    adGroupId: String(row.adGroupId),
    criterionId: String(row.criterionId),
    text: row.text,
    matchType: matchType(row.matchType),
    status: entityStatus(row.status),
    qualityScore: row.qualityScore ?? undefined,
    bidMicros: row.cpcBidMicros ?? undefined,
    sums: metricsOrNone(sums.get(`${row.adGroupId} ${row.criterionId}`)),
  }))
}

/** Terms with at least one click in the window: the rest cannot have cost anything. */
async function loadSearchTerms(
  ctx: Context,
  customerId: number,
  window: Window,
): Promise<SearchTermFacts[]> {
  const { rows } = await ctx.db.execute(sql`
    select f.*, t.text as term, t.status as term_status, k.text as keyword_text, k.match_type
    from (
      select campaign_id, ad_group_id, criterion_id, term_id, sum(impressions) as impressions, sum(clicks) as clicks,
        sum(cost_micros) as cost_micros, sum(conversions_micros) as conversions_micros, sum(value_micros) as value_micros
      from search_term_day
      where customer_id = ${customerId} and day between ${window.from} and ${window.to}
      group by campaign_id, ad_group_id, criterion_id, term_id
      having sum(clicks) > 0
    ) f
    join search_terms t on t.customer_id = ${customerId} and t.ad_group_id = f.ad_group_id and t.term_id = f.term_id
    left join keywords k
      on k.customer_id = ${customerId} and k.ad_group_id = f.ad_group_id and k.criterion_id = f.criterion_id`)
  return (rows as Record<string, string | number | null>[]).map((row) => ({
    term: String(row.term),
    campaignId: String(row.campaign_id),
    adGroupId: row.ad_group_id === 0 ? '' : String(row.ad_group_id),
    keywordText: row.keyword_text === null ? undefined : String(row.keyword_text),
    criterionId: row.criterion_id === 0 ? undefined : String(row.criterion_id),
    matchType: String(row.match_type ?? 'UNKNOWN'),
    status: termStatus(String(row.term_status)),
    sums: toMetrics(row as FactSums),
  }))
}

/** A shared list acts in each campaign that uses it, so it is repeated for each. */
async function loadNegatives(ctx: Context, customerId: number): Promise<NegativeKeyword[]> {
  const rows = await ctx.db
    .select()
    .from(negativeKeywords)
    .where(eq(negativeKeywords.customerId, customerId))
  return rows.flatMap((row): NegativeKeyword[] => {
    const words = { text: row.text, matchType: matchType(row.matchType) }
    const scopeId = String(row.scopeId)
    if (row.scope === 'ad_group') return [{ scope: 'adGroup', adGroupId: scopeId, ...words }]
    if (row.scope === 'campaign') return [{ scope: 'campaign', campaignId: scopeId, ...words }]
    return row.campaignIds.map((id) => ({ scope: 'shared', campaignId: String(id), ...words }))
  })
}

async function loadConversionActions(
  ctx: Context,
  customerId: number,
): Promise<ConversionAction[]> {
  const rows = await ctx.db
    .select()
    .from(conversionActions)
    .where(and(eq(conversionActions.customerId, customerId)))
  return rows.map((row) => ({
    id: String(row.conversionActionId),
    name: row.name,
    status: row.status === 'HIDDEN' || row.status === 'REMOVED' ? row.status : 'ENABLED',
    category: row.category,
    primaryForGoal: row.primaryForGoal,
  }))
}

async function loadAccountDays(ctx: Context, customerId: number, today: Day) {
  const window = { from: addDays(today, -ACCOUNT_DAYS), to: addDays(today, -1) }
  const sums = await readSums(ctx, { customerId, level: 'account', window, groupBy: ['day'] })
  return [...sums].map(([day, facts]) => ({ day, ...toMetrics(facts) }))
}

function metricsOrNone(facts: FactSums | undefined) {
  return facts ? toMetrics(facts) : NO_METRICS
}

function entityStatus(name: string): EntityStatus {
  return name === 'PAUSED' || name === 'REMOVED' ? name : 'ENABLED'
}

function matchType(name: string): MatchType {
  return name === 'EXACT' || name === 'PHRASE' ? name : 'BROAD'
}

function termStatus(name: string): SearchTermFacts['status'] {
  return name === 'ADDED' || name === 'EXCLUDED' || name === 'ADDED_EXCLUDED' || name === 'NONE'
    ? name
    : 'UNKNOWN'
}
