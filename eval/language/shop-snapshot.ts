import type { AccountSnapshot } from '#engine/account/snapshot.ts'
import { type Ask, drawShop, type Shop } from './shop.ts'
import type { BrandCase } from './vocabulary.ts'

const MICRO = 1_000_000
const WINDOW = { from: '2026-08-17', to: '2026-11-14' }
const DAYS = 96

/** The shop as the engine is shown it. */
export function shopSnapshot(shop: Shop): AccountSnapshot {
  const campaignIds = [...new Set(shop.bids.map(({ campaignId }) => campaignId))]
  const byPlace = Map.groupBy(shop.asks, (ask) => `${ask.adGroupId} ${ask.keyword}`)
  return {
    account: {
      name: shop.name,
      currencyCode: 'EUR',
      timeZone: 'Europe/Madrid',
      today: '2026-11-21',
      source: 'google',
    },
    window: WINDOW,
    targetCpaMicros: shop.targetEuros * MICRO,
    campaigns: campaignIds.map((id) => campaignOf(shop, id)),
    adGroups: [...Map.groupBy(shop.bids, ({ adGroupId }) => adGroupId)].map(([id, [bid]]) => ({
      id,
      campaignId: bid!.campaignId,
      name: `Grupo ${id}`,
      status: 'ENABLED' as const,
    })),
    keywords: shop.bids.map(({ text, campaignId, adGroupId }, i) => ({
      campaignId,
      adGroupId,
      criterionId: String(i + 1),
      text,
      matchType: 'BROAD' as const,
      status: 'ENABLED' as const,
      sums: sumsOf(byPlace.get(`${adGroupId} ${text}`) ?? []),
    })),
    searchTerms: shop.asks.map((ask) => ({
      term: ask.text,
      campaignId: ask.campaignId,
      adGroupId: ask.adGroupId,
      keywordText: ask.keyword,
      matchType: 'BROAD',
      status: 'NONE' as const,
      sums: sumsOf([ask]),
    })),
    negatives: [],
    conversionActions: [
      { id: '1', name: 'Venta', status: 'ENABLED', category: 'PURCHASE', primaryForGoal: true },
    ],
    accountDays: Array.from({ length: DAYS }, (_, i) => ({
      day: new Date(Date.UTC(2026, 7, 17 + i)).toISOString().slice(0, 10),
      ...dayOf(shop, i),
    })),
    inventory: {
      ads: campaignIds.map((campaignId) => ({
        campaignId,
        adGroupId: `${campaignId}0`,
        adId: `9${campaignId}`,
        type: 'RESPONSIVE_SEARCH_AD',
        status: 'ENABLED' as const,
        policyTopics: [],
        headlines: [{ text: shop.headline }],
        descriptions: [],
        finalUrls: [],
        sums: sumsOf([]),
      })),
    },
  }
}

/** A shop of that name: its keywords are of its trade, and its searches those of the case. */
export function brandSnapshot({ account, language, own, brand, others }: BrandCase) {
  const shop = drawShop('several languages', language, 1)
  const snapshot = shopSnapshot({ ...shop, name: account })
  const [row] = snapshot.searchTerms
  const asked = [...brand, ...others].map((term) => ({ ...row!, term }))
  return {
    ...snapshot,
    searchTerms: [...snapshot.searchTerms, ...asked],
    ...(own ? { ownWords: { brand: own, protected: [] } } : {}),
  }
}

function campaignOf(shop: Shop, id: string) {
  const sums = sumsOf(shop.asks.filter(({ campaignId }) => campaignId === id))
  return {
    id,
    name: `Búsqueda ${id}`,
    status: 'ENABLED' as const,
    channelType: 'SEARCH',
    biddingStrategyType: 'MAXIMIZE_CONVERSIONS',
    budgetId: `8${id}`,
    budgetMicros: Math.ceil(sums.costMicros / 45),
    budgetShared: false,
    sums,
    impressionShare: { eligible: sums.impressions * 2, lostToBudget: 0, lostToRank: 0 },
  }
}

/** As many sales each day, give or take one in a rhythm, so that nothing looks broken. */
function dayOf(shop: Shop, day: number) {
  const all = sumsOf(shop.asks)
  const sold = Math.max(1, Math.round(all.conversionsMicros / MICRO / 90) + ((day % 3) - 1))
  return {
    impressions: Math.round(all.impressions / 90),
    clicks: Math.round(all.clicks / 90),
    costMicros: Math.round(all.costMicros / 90),
    conversionsMicros: sold * MICRO,
    valueMicros: 0,
  }
}

function sumsOf(asks: readonly Ask[]) {
  const sum = (of: (ask: Ask) => number) => asks.reduce((all, ask) => all + of(ask), 0)
  return {
    impressions: sum(({ clicks }) => clicks * 18),
    clicks: sum(({ clicks }) => clicks),
    costMicros: sum(({ clicks, cpcEuros }) => Math.round(clicks * cpcEuros * MICRO)),
    conversionsMicros: sum(({ conversions }) => conversions * MICRO),
    valueMicros: 0,
  }
}
