import type { WholeSnapshot } from '#engine/account/snapshot.ts'
import { addDays } from '#shared/dates.ts'
import type { Metrics } from '#shared/metrics.ts'
import { added, addTo, noMetrics } from '../added.ts'
import type { Chance } from '../chance.ts'
import type { Account, Search } from './account.ts'

const TODAY = '2026-11-21'
export const WINDOW = { from: '2026-08-17', to: '2026-11-14' }
const DAYS = 90
const MICRO = 1_000_000

/** What was counted of each search in ninety days. */
export type Seen = { search: Search; byDay: Map<number, Metrics>; sums: Metrics }

export function observe(chance: Chance, { searches }: Account): Seen[] {
  return searches.map((search) => {
    const byDay = new Map<number, Metrics>()
    const clicks = chance.poisson((search.clicksADay * DAYS * chance.gamma(8)) / 8)
    for (let i = 0; i < clicks; i++) {
      const day = Math.floor(chance.uniform() * DAYS)
      const own = byDay.get(day) ?? noMetrics()
      byDay.set(day, own)
      own.impressions += 8 + Math.floor(10 * chance.uniform())
      own.clicks++
      own.costMicros += Math.round(search.cpcEuros * MICRO * chance.between(0.8, 1.2))
      if (!chance.happens(search.rate)) continue
      own.conversionsMicros += MICRO
    }
    return { search, byDay, sums: added([...byDay.values()]) }
  })
}

/** The account as the engine is shown it. */
export function snapshotOf(account: Account, seen: readonly Seen[]): WholeSnapshot {
  const { trade, things, worthEuros, isByHand } = account
  const sumsOf = (is: (search: Search) => boolean) =>
    added(seen.flatMap(({ search, sums }) => (is(search) ? [sums] : [])))
  const campaignIds = [...new Set(things.map(({ campaignId }) => campaignId))]
  const visible = seen.filter(({ search, sums }) => search.isVisible && sums.clicks > 0)
  const rows = Map.groupBy(visible, ({ search: { thing, text } }) => `${thing.adGroupId} ${text}`)
  return {
    account: {
      name: trade.account,
      currencyCode: 'EUR',
      timeZone: 'Europe/Madrid',
      today: TODAY,
      source: 'google',
    },
    window: WINDOW,
    targetCpaMicros: worthEuros * MICRO,
    campaigns: campaignIds.map((id, i) => {
      const sums = sumsOf(({ thing }) => thing.campaignId === id)
      return {
        id,
        name: `Búsqueda ${i + 1}`,
        status: 'ENABLED' as const,
        channelType: 'SEARCH',
        biddingStrategyType: isByHand ? 'MANUAL_CPC' : 'TARGET_SPEND',
        budgetId: `8${id}`,
        budgetMicros: Math.ceil((sums.costMicros / DAYS) * 2),
        budgetShared: false,
        sums,
        impressionShare: {
          eligible: sums.impressions * 2,
          lostToBudget: 0,
          lostToRank: sums.impressions,
        },
      }
    }),
    adGroups: things.map(({ adGroupId, campaignId, text }) => ({
      id: adGroupId,
      campaignId,
      name: text,
      status: 'ENABLED' as const,
    })),
    keywords: things.map((thing, i) => ({
      campaignId: thing.campaignId,
      adGroupId: thing.adGroupId,
      criterionId: String(i + 1),
      text: thing.text,
      matchType: thing.matchType,
      status: 'ENABLED' as const,
      ...(isByHand && { bidMicros: Math.round(thing.cpcEuros * 1.3 * MICRO) }),
      sums: sumsOf((search) => search.thing === thing),
    })),
    searchTerms: [...rows.values()].map((own) => {
      const { thing, text } = own[0]!.search
      return {
        term: text,
        campaignId: thing.campaignId,
        adGroupId: thing.adGroupId,
        keywordText: thing.text,
        criterionId: String(things.indexOf(thing) + 1),
        matchType: thing.matchType,
        status: text === thing.text ? ('ADDED' as const) : ('NONE' as const),
        sums: added(own.map(({ sums }) => sums)),
      }
    }),
    hiddenSearchTerms: sumsOf(({ isVisible }) => !isVisible),
    negatives: [],
    conversionActions: [
      {
        id: '1',
        name: 'Contacto',
        status: 'ENABLED',
        category: 'SUBMIT_LEAD_FORM',
        primaryForGoal: true,
      },
    ],
    accountDays: daysOf(seen).map((sums, i) => ({ day: addDays(WINDOW.from, i), ...sums })),
    inventory: {
      ads: things.map(({ campaignId, adGroupId, text }) => ({
        campaignId,
        adGroupId,
        adId: `9${adGroupId}`,
        type: 'RESPONSIVE_SEARCH_AD',
        status: 'ENABLED' as const,
        policyTopics: [],
        headlines: [{ text: account.headline }, { text }],
        descriptions: [],
        finalUrls: [],
        sums: noMetrics(),
      })),
    },
  }
}

function daysOf(seen: readonly Seen[]): Metrics[] {
  const days = Array.from({ length: DAYS }, () => noMetrics())
  for (const { byDay } of seen) for (const [day, own] of byDay) addTo(days[day]!, own)
  return days
}
