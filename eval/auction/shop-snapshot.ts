import type {
  AccountSnapshot,
  AdGroupFacts,
  BidStep,
  CampaignFacts,
  KeywordFacts,
  NegativeKeyword,
  SearchTermFacts,
} from '#engine/account/snapshot.ts'
import { addDays } from '#shared/dates.ts'
import { type Metrics, MICROS } from '#shared/metrics.ts'
import { campaignIds, type Negative, type Settings, type Shop, type Week } from './shop.ts'

/** Weeks that an analysis looks at. */
export const HISTORY_WEEKS = 13
const TODAY = '2026-11-21'

/** The account as the engine sees it after these weeks; conversions come at once. */
export function shopSnapshot(
  shop: Shop,
  settings: Settings,
  weeks: readonly Week[],
): AccountSnapshot {
  const recent = weeks.slice(-HISTORY_WEEKS)
  const rows = recent.flatMap((week) => week.rows)
  const byKeyword = Map.groupBy(rows, ({ keywordId }) => keywordId)
  const newest = recent.slice(-Math.floor(recent.length / 3)).flatMap((week) => week.rows)
  const newestByKeyword = Map.groupBy(newest, ({ keywordId }) => keywordId)
  const byCampaign = Map.groupBy(rows, ({ query }) => query.campaignId)
  return {
    account: {
      name: 'Cuenta de prueba',
      currencyCode: 'EUR',
      timeZone: 'Europe/Madrid',
      today: TODAY,
      source: 'google',
    },
    window: { from: addDays(TODAY, -7 * recent.length), to: addDays(TODAY, -1) },
    targetCpaMicros: shop.target * MICROS,
    lagCurve: [1],
    campaigns: campaignIds(shop).map((id) =>
      campaignFacts(id, settings, recent, sumsOf(byCampaign.get(id) ?? [])),
    ),
    adGroups: adGroupFacts(shop),
    keywords: keywordFacts(shop, settings).map((keyword) => ({
      ...keyword,
      sums: sumsOf(byKeyword.get(keyword.criterionId) ?? []),
      recent: sumsOf(newestByKeyword.get(keyword.criterionId) ?? []),
    })),
    searchTerms: searchTermFacts(shop, rows, newest),
    negatives: negativeFacts(shop, settings),
    conversionActions: [
      { id: '5', name: 'Compra', status: 'ENABLED', category: 'PURCHASE', primaryForGoal: true },
    ],
    accountDays: [],
    bidSteps: weeks.slice(1).flatMap((week, i) => stepsOf(shop, weeks[i]!, week, i)),
  }
}

/** Of each campaign whose bids were changed between two weeks. */
function stepsOf(shop: Shop, last: Week, since: Week, place: number): BidStep[] {
  const around = (campaignId: string, isOwn: (keywordId: string) => boolean) => {
    const sums = (week: Week) =>
      sumsOf(week.rows.filter((row) => row.query.campaignId === campaignId && isOwn(row.keywordId)))
    return { before: sums(last), after: sums(since) }
  }
  return campaignIds(shop).flatMap((campaignId) => {
    const moved = shop.keywords.filter(
      ({ id, campaignId: own }) => own === campaignId && last.bids.get(id) !== since.bids.get(id),
    )
    if (moved.length === 0) return []
    const ids = new Set(moved.map(({ id }) => id))
    return [
      {
        campaignId,
        day: addDays(TODAY, place - 1_000),
        changed: moved.map(({ id, adGroupId }) => ({
          adGroupId,
          criterionId: id,
          fromMicros: last.bids.get(id)! * MICROS,
          toMicros: since.bids.get(id)! * MICROS,
          ...around(campaignId, (own) => own === id),
        })),
        rest: around(campaignId, (own) => !ids.has(own)),
      },
    ]
  })
}

function adGroupFacts({ keywords }: Shop): AdGroupFacts[] {
  const one = new Map(keywords.map(({ adGroupId, campaignId }) => [adGroupId, campaignId]))
  return [...one].map(([id, campaignId]) => ({
    id,
    campaignId,
    name: `Grupo ${id}`,
    status: 'ENABLED',
  }))
}

function searchTermFacts(shop: Shop, rows: Week['rows'], newest: Week['rows']): SearchTermFacts[] {
  const texts = new Map(shop.keywords.map(({ id, text }) => [id, text]))
  const keyOf = ({ query, keywordId }: (typeof rows)[number]) => `${keywordId} ${query.text}`
  const byTerm = Map.groupBy(rows, keyOf)
  const late = Map.groupBy(newest, keyOf)
  return [...byTerm].map(([key, own]) => {
    const { query, keywordId } = own[0]!
    const { campaignId, adGroupId, text } = query
    const isExact = keywordId !== query.home
    return {
      term: text,
      campaignId,
      adGroupId,
      criterionId: keywordId,
      keywordText: texts.get(keywordId) ?? text,
      matchType: isExact ? 'EXACT' : 'PHRASE',
      status: isExact ? 'ADDED' : 'NONE',
      sums: sumsOf(own),
      recent: sumsOf(late.get(key) ?? []),
    }
  })
}

function negativeFacts(shop: Shop, { excluded, negatives }: Settings): NegativeKeyword[] {
  const exact = shop.queries.flatMap(({ campaignId, text }): Negative[] =>
    excluded.has(`${campaignId} ${text}`)
      ? [{ campaignId, adGroupId: null, text, matchType: 'EXACT' }]
      : [],
  )
  return [...exact, ...negatives].map(({ campaignId, adGroupId, text, matchType }) =>
    adGroupId === null
      ? { scope: 'campaign', campaignId, text, matchType }
      : { scope: 'adGroup', campaignId, adGroupId, text, matchType },
  )
}

function sumsOf(rows: Week['rows']): Metrics {
  const sum = (of: (row: Week['rows'][number]) => number) =>
    rows.reduce((all, row) => all + of(row), 0)
  return {
    impressions: sum(({ day }) => day.impressions),
    clicks: sum(({ day }) => day.clicks),
    costMicros: Math.round(sum(({ day }) => day.cost) * MICROS),
    conversionsMicros: sum(({ day }) => day.conversions) * MICROS,
    valueMicros: 0,
  }
}

/** Those of the start and those added since. */
function keywordFacts(shop: Shop, settings: Settings): Omit<KeywordFacts, 'sums'>[] {
  const added = shop.queries.flatMap(({ campaignId, adGroupId, text }) => {
    const id = settings.added.get(`${campaignId} ${text}`)
    return id === undefined ? [] : [{ id, campaignId, adGroupId, text, exact: true }]
  })
  const all = [...shop.keywords.map((one) => ({ ...one, exact: false })), ...added]
  return all.map(({ id, campaignId, adGroupId, text, exact }) => ({
    campaignId,
    adGroupId,
    criterionId: id,
    text,
    matchType: exact ? 'EXACT' : 'PHRASE',
    status: settings.paused.has(id) ? 'PAUSED' : 'ENABLED',
    bidMicros: Math.round(settings.bids.get(id)! * 100) * 10_000,
  }))
}

function campaignFacts(
  id: string,
  settings: Settings,
  weeks: readonly Week[],
  sums: Metrics,
): CampaignFacts {
  const sum = (part: 'all' | 'budget' | 'rank') =>
    Math.round(weeks.reduce((total, { eligible }) => total + (eligible.get(id)?.[part] ?? 0), 0))
  return {
    id,
    name: `Campaña ${id}`,
    status: 'ENABLED',
    channelType: 'SEARCH',
    biddingStrategyType: 'MANUAL_CPC',
    budgetId: `9${id}`,
    budgetMicros: Math.round(settings.budgets.get(id)! * 100) * 10_000,
    budgetShared: false,
    sums,
    impressionShare: {
      eligible: sum('all'),
      lostToBudget: sum('budget'),
      lostToRank: sum('rank'),
    },
  }
}
