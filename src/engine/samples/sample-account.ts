import { addDays, eachDay } from '#shared/dates.ts'
import { type Metrics, MICROS } from '#shared/metrics.ts'
import type { Column } from '../account/known-figures.ts'
import type {
  CampaignFacts,
  KeywordFacts,
  SearchTermFacts,
  WholeSnapshot,
} from '../account/snapshot.ts'

/** Builders of small accounts for tests: a shoe shop that converts 4 % of its clicks at 0.50 €. */

export function sums(clicks: number, conversions: number, cpc = 0.5): Metrics {
  return {
    impressions: clicks * 20,
    clicks,
    costMicros: Math.round(clicks * cpc * MICROS),
    conversionsMicros: Math.round(conversions * MICROS),
    valueMicros: Math.round(conversions * 40 * MICROS),
  }
}

export function campaign(over: Partial<CampaignFacts<Column>> = {}): CampaignFacts<Column> {
  return {
    id: '1',
    name: 'Zapatos',
    status: 'ENABLED',
    channelType: 'SEARCH',
    biddingStrategyType: 'MAXIMIZE_CONVERSIONS',
    budgetId: '91',
    budgetMicros: 50 * MICROS,
    budgetShared: false,
    sums: sums(9_000, 360),
    impressionShare: { eligible: 400_000, lostToBudget: 0, lostToRank: 40_000 },
    ...over,
  }
}

export function keyword(text: string, metrics: Metrics, over: Partial<KeywordFacts<Column>> = {}) {
  return {
    campaignId: '1',
    adGroupId: '11',
    criterionId: text,
    text,
    matchType: 'PHRASE' as const,
    status: 'ENABLED' as const,
    sums: metrics,
    ...over,
  }
}

export function searchTerm(
  term: string,
  metrics: Metrics,
  over: Partial<SearchTermFacts<Column>> = {},
): SearchTermFacts<Column> {
  return {
    term,
    campaignId: '1',
    adGroupId: '11',
    keywordText: 'zapatos mujer',
    matchType: 'BROAD',
    status: 'NONE',
    sums: metrics,
    ...over,
  }
}

/** 60 ordinary keywords and queries of 150 clicks with 1 to 12 conversions; nothing to recommend. */
export function sampleAccount(over: Partial<WholeSnapshot> = {}): WholeSnapshot {
  const today = '2026-11-21'
  const window = { from: addDays(today, -96), to: addDays(today, -7) }
  const ordinary = Array.from({ length: 60 }, (_, i) => sums(150, [1, 2, 4, 7, 9, 12, 6][i % 7]!))
  return {
    account: {
      name: 'Calzados Lumbre',
      currencyCode: 'EUR',
      timeZone: 'Europe/Madrid',
      today,
      source: 'google',
    },
    window,
    campaigns: [campaign()],
    adGroups: [{ id: '11', campaignId: '1', name: 'Mujer', status: 'ENABLED' }],
    keywords: ordinary.map((metrics, i) => keyword(`zapatos modelo${i}`, metrics)),
    searchTerms: ordinary.map((metrics, i) => searchTerm(`zapatos modelo${i}`, metrics)),
    negatives: [],
    conversionActions: [
      { id: '5', name: 'Compra', status: 'ENABLED', category: 'PURCHASE', primaryForGoal: true },
    ],
    accountDays: eachDay(window.from, addDays(today, -1)).map((day, i) => ({
      day,
      ...sums(100, 3 + (i % 3)),
    })),
    ...over,
  }
}

/** The ordinary account and one problem for each rule. */
export function troubledAccount(): WholeSnapshot {
  const account = sampleAccount()
  const spellings = ['zapatos', 'botas', 'sandalias', 'mocasines', 'zuecos', 'chanclas']
  return {
    ...account,
    campaigns: [
      campaign({ budgetShared: true }),
      campaign({
        id: '2',
        name: 'Botas',
        biddingStrategyType: 'PERCENT_CPC',
        sums: sums(4_000, 440),
        impressionShare: { eligible: 160_000, lostToBudget: 60_000, lostToRank: 20_000 },
      }),
      campaign({
        id: '3',
        name: 'Marca',
        budgetShared: true,
        sums: sums(1_000, 200),
        impressionShare: { eligible: 20_500, lostToBudget: 0, lostToRank: 0 },
      }),
    ],
    adGroups: [...account.adGroups, { id: '21', campaignId: '2', name: 'Piel', status: 'ENABLED' }],
    keywords: [
      ...account.keywords,
      keyword('tacones boda', sums(420, 0)),
      keyword('calzados lumbre', sums(500, 0), { campaignId: '3', adGroupId: '31' }),
    ],
    searchTerms: [
      ...account.searchTerms,
      searchTerm('disfraz flamenca', sums(380, 0)),
      searchTerm('lumbre opiniones', sums(400, 0)),
      ...spellings.map((word) => searchTerm(`${word} gratis`, sums(90, 0))),
      searchTerm('botín piel señora', sums(180, 40), { campaignId: '2', adGroupId: '21' }),
    ],
  }
}
