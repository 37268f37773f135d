import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { DayRange } from '#shared/dates.ts'
import type { CallerContext, Context } from '../src/platform/context.ts'
import { ALL_CONVERSIONS_COLUMN, keysOf, type Level, sumsOf } from '../src/platform/db/levels.ts'
import { adAccounts, googleConnections } from '../src/platform/db/schema/access.ts'
import { syncStates } from '../src/platform/db/schema/work.ts'
import { addDays, type Day } from '../src/shared/dates.ts'

/** How large the account is; its figures follow from this alone, so that two runs hold the same rows. */
export type AccountPlan = {
  campaigns: number
  groupsPerCampaign: number
  keywordsPerGroup: number
  /** In each ad group of the first campaign, where that is another number. */
  keywordsPerFirstGroup?: number
  days: number
  lastDay: Day
  /** Of the days, percent on which a keyword has traffic. */
  busyPercent: number
}

export type BenchAccount = { googleCustomerId: string; customerId: number }

/**
 * 20,000 keywords and some 4.5 million keyword-days. The last day is no end of a month, so that a year
 * has days to read at both edges.
 */
export const LARGE_ACCOUNT: AccountPlan = {
  campaigns: 20,
  groupsPerCampaign: 20,
  keywordsPerGroup: 50,
  days: 730,
  lastDay: '2026-11-15',
  busyPercent: 31,
}

const CUSTOMER_ID = 1
const GOOGLE_CUSTOMER_ID = '8880001111'
const TERMS_PER_KEYWORD = 5
const LEVELS_FILLED = ['keyword', 'ad_group', 'campaign', 'account'] as const
const ENTITY_TABLES = ['campaigns', 'ad_groups', 'keywords']

/** Tables with rows of the account. */
export const FILLED_TABLES: readonly string[] = [
  ...ENTITY_TABLES,
  ...LEVELS_FILLED.flatMap((level) => [`${level}_day`, `${level}_month`]),
]

/** The newest days of the large account. */
export function lastDays(days: number): DayRange {
  const { lastDay } = LARGE_ACCOUNT
  return { from: addDays(lastDay, 1 - days), to: lastDay }
}

export function campaignIdOf(campaign: number): number {
  return 1_000_000 + campaign
}

/** An account of the caller's that was synced just now, still without any row. */
export async function addAccount(ctx: CallerContext, plan: AccountPlan): Promise<BenchAccount> {
  const now = ctx.clock.now()
  const { userId } = ctx.caller
  const connectionId = randomUUID()
  await ctx.db.insert(googleConnections).values({
    id: connectionId,
    userId,
    refreshTokenSealed: '-',
    status: 'active',
    createdAt: now,
  })
  const dataFrom = firstDayOf(plan)
  await ctx.db.insert(adAccounts).values({
    customerId: CUSTOMER_ID,
    userId,
    connectionId,
    googleCustomerId: GOOGLE_CUSTOMER_ID,
    name: 'Cuenta grande',
    isManager: false,
    currencyCode: 'EUR',
    timeZone: 'Europe/Madrid',
    source: 'google',
    granularity: 'day',
    connected: true,
    dataFrom,
    dataTo: plan.lastDay,
    lastSyncedAt: now,
    syncVersion: 1,
    createdAt: now,
  })
  await ctx.db.insert(syncStates).values({
    customerId: CUSTOMER_ID,
    status: 'idle',
    rowsWritten: 0,
    recentReady: 1,
    backfilledFrom: dataFrom,
    updatedAt: now,
  })
  return { googleCustomerId: GOOGLE_CUSTOMER_ID, customerId: CUSTOMER_ID }
}

/** Entities, keyword facts in the order of their days, and from them every level above and the monthly rollups. */
export async function fillAccount(ctx: Context, plan: AccountPlan): Promise<void> {
  await ctx.db.execute(fillCampaigns(plan))
  await ctx.db.execute(fillAdGroups(plan))
  await ctx.db.execute(fillKeywords(plan))
  await ctx.db.execute(fillKeywordDays(plan))
  for (const level of LEVELS_FILLED.slice(1)) await ctx.db.execute(fillFromKeywords(level))
  for (const level of LEVELS_FILLED) await ctx.db.execute(fillMonths(level))
  await settle(ctx)
}

/** Five queries of each keyword; the clicks of its days, dealt to them by the hash of the day. */
export async function fillSearchTerms(ctx: Context, { lastDay }: AccountPlan): Promise<void> {
  await ctx.db.execute(sql`
    insert into search_terms (customer_id, ad_group_id, term_id, campaign_id, text, status)
    select customer_id, ad_group_id, criterion_id * 10 + q, campaign_id,
      text || (array[' baratos', ' online', ' madrid', ' oferta', ' gratis', ' opiniones', ' tienda'])[1 + (criterion_id + q) % 7]
        || ' ' || (hashint8(criterion_id * 10 + q) & 1023), 'NONE'
    from keywords, generate_series(1, ${TERMS_PER_KEYWORD}::int) q where customer_id = ${CUSTOMER_ID}`)
  await ctx.db.execute(sql`
    insert into search_term_day (customer_id, day, campaign_id, ad_group_id, criterion_id, term_id, impressions,
      clicks, cost_micros, conversions_micros, value_micros)
    select f.customer_id, day, campaign_id, ad_group_id, criterion_id,
      criterion_id * 10 + 1 + (hashint8extended(criterion_id, extract(epoch from day)::bigint) & 1023) % ${TERMS_PER_KEYWORD}::int,
      impressions, clicks + 1, cost_micros + 200000, conversions_micros, value_micros
    from keyword_day f where f.customer_id = ${CUSTOMER_ID} and day > ${addDays(lastDay, -100)}::date`)
  for (const table of ['search_terms', 'search_term_day'])
    await ctx.db.execute(sql.raw(`vacuum (analyze) ${table}`))
}

/** What autovacuum would do in a while. */
export async function settle(ctx: Context): Promise<void> {
  for (const table of [...FILLED_TABLES, 'keyword_kept'])
    await ctx.db.execute(sql.raw(`vacuum (analyze) ${table}`))
}

function firstDayOf({ lastDay, days }: AccountPlan): Day {
  return addDays(lastDay, 1 - days)
}

function fillCampaigns({ campaigns }: AccountPlan): SQL {
  return sql`
    insert into campaigns (customer_id, campaign_id, name, status, channel_type, budget_micros)
    select ${CUSTOMER_ID}, ${campaignIdOf(0)} + c, 'Campaña ' || c, 'ENABLED', 'SEARCH', 50000000
    from generate_series(1, ${campaigns}::int) c`
}

function fillAdGroups({ groupsPerCampaign }: AccountPlan): SQL {
  return sql`
    insert into ad_groups (customer_id, ad_group_id, campaign_id, name, status, cpc_bid_micros)
    select ${CUSTOMER_ID}, campaign_id * 1000 + g, campaign_id, 'Grupo ' || g, 'ENABLED', 400000
    from campaigns, generate_series(1, ${groupsPerCampaign}::int) g`
}

function fillKeywords({ keywordsPerGroup, keywordsPerFirstGroup }: AccountPlan): SQL {
  const ofFirst = keywordsPerFirstGroup ?? keywordsPerGroup
  return sql`
    insert into keywords
      (customer_id, ad_group_id, criterion_id, campaign_id, text, match_type, status, quality_score, final_urls)
    select ${CUSTOMER_ID}, ad_group_id, ad_group_id * 10000 + k, campaign_id,
      (array['zapatos', 'botas', 'sandalias', 'zapatillas', 'náuticos', 'mocasines', 'alpargatas'])[1 + k % 7]
        || (array[' de niño', ' de señora', ' de caballero', ' de piel', ' rebajados'])[1 + k % 5]
        || ' ' || (hashint8(ad_group_id * 10000 + k) & 65535),
      (array['EXACT', 'PHRASE', 'BROAD'])[1 + k % 3],
      case when k % 20 = 0 then 'PAUSED' else 'ENABLED' end, 1 + k % 10, '[]'
    from ad_groups, generate_series(1, case campaign_id when ${campaignIdOf(1)} then ${ofFirst}::int
      else ${keywordsPerGroup}::int end) k`
}

/** Few keywords have most of the traffic. The hash's bits are dice: [0, 16) busy, the rest the day's ups and downs. */
function fillKeywordDays(plan: AccountPlan): SQL {
  return sql`
    insert into keyword_day (customer_id, day, campaign_id, ad_group_id, criterion_id, impressions, clicks,
      cost_micros, conversions_micros, value_micros, eligible_impressions, lost_budget_impressions,
      lost_rank_impressions)
    select ${CUSTOMER_ID}, day, campaign_id, ad_group_id, criterion_id, shown, clicked, clicked * price,
      clicked % 3 * 250000, clicked % 3 * 9900000, shown * 2, shown / 4, shown - shown / 4
    from (
      select d::date as day, k.*, 1 + (h >> 16 & 63) * (1 + 400 / (1 + (hashint8(criterion_id) & 1023))) as shown,
        (h >> 22 & 3)::bigint as clicked, 90000 + (h >> 24 & 262143) as price
      from generate_series(${firstDayOf(plan)}::date, ${plan.lastDay}::date, interval '1 day') d
      cross join (select campaign_id, ad_group_id, criterion_id from keywords) k
      cross join lateral (select hashint8extended(criterion_id, extract(epoch from d)::bigint) as h) dice
      where (h & 65535) % 100 < ${plan.busyPercent}
    ) facts
    order by day, campaign_id, ad_group_id, criterion_id`
}

function fillFromKeywords(level: Level): SQL {
  return summed(level, 'day', 'keyword_day', 'day')
}

function fillMonths(level: Level): SQL {
  return summed(level, 'month', `${level}_day`, `date_trunc('month', day)::date`)
}

function summed(level: Level, grain: 'day' | 'month', source: string, date: string): SQL {
  const keys = ['customer_id', ...keysOf(level)].join(', ')
  const sums = sumsOf(level)
  /** Keywords have no other conversions than those they are bid for. */
  const known = (name: string) =>
    source === 'keyword_day' && name === ALL_CONVERSIONS_COLUMN ? 'conversions_micros' : name
  return sql.raw(`
    insert into ${level}_${grain} (${keys}, ${grain}, ${sums.join(', ')})
    select ${keys}, ${date}, ${sums.map((name) => `sum(${known(name)})`).join(', ')}
    from ${source} group by ${keys}, ${date} order by ${date}, ${keys}`)
}
