import type { AccountSnapshot } from '#engine/account/snapshot.ts'
import { type Campaign, DAYS, type Keyword, type Shop } from './shop.ts'

const MICROS = 1_000_000
const TODAY = Date.UTC(2026, 9, 20)
const DAY_MS = 86_400_000
/** The last day whose conversions have nearly all been reported. */
const BEHIND = 7

/** What Google, or a downloaded file, shows of a shop. */
export function snapshotOf(shop: Shop): AccountSnapshot {
  const { campaigns, values } = shop
  const sumsOf = (keywords: readonly Keyword[]) => sums(keywords, values)
  const window = { from: dayText(0), to: dayText(DAYS - 1) }
  return {
    account: {
      name: 'Muebles Alerce',
      currencyCode: 'EUR',
      timeZone: 'Europe/Madrid',
      today: dayText(DAYS - 1 + BEHIND),
      source: shop.isImported ? 'imported' : 'google',
    },
    window,
    ...(shop.said !== null && { targetCpaMicros: Math.round(shop.said * MICROS) }),
    campaigns: campaigns.map((campaign) => ({
      id: campaign.id,
      name: campaign.name,
      status: 'ENABLED',
      channelType: campaign.channel,
      ...(campaign.strategy && { biddingStrategyType: campaign.strategy }),
      ...(campaign.tCpa && { targetCpaMicros: Math.round(campaign.tCpa * MICROS) }),
      ...(campaign.tRoas && { targetRoas: campaign.tRoas }),
      budgetId: `9${campaign.id}`,
      budgetMicros: Math.round(
        (costOf(campaign.keywords) / (DAYS - campaign.from)) * 1.05 * MICROS,
      ),
      budgetShared: campaign.budgetShared,
      sums: sumsOf(campaign.keywords),
      exposure: { servedDays: DAYS - campaign.from, from: dayText(campaign.from), to: window.to },
      impressionShare: { eligible: 0, lostToBudget: 0, lostToRank: 0 },
    })),
    adGroups: campaigns.map(({ id }) => ({
      id: `${id}1`,
      campaignId: id,
      name: 'Grupo',
      status: 'ENABLED',
    })),
    keywords: campaigns
      .filter(({ channel }) => channel === 'SEARCH')
      .flatMap((campaign) =>
        campaign.keywords.map((keyword) => ({
          campaignId: campaign.id,
          adGroupId: `${campaign.id}1`,
          criterionId: keyword.id,
          text: keyword.text,
          matchType: keyword.matchType,
          status: 'ENABLED',
          ...(campaign.strategy === 'MANUAL_CPC' && {
            bidMicros: Math.round(keyword.cpc * 1.2 * MICROS),
          }),
          sums: sumsOf([keyword]),
        })),
      ),
    searchTerms: [],
    negatives: [],
    ...(!shop.isImported && {
      conversionActions: [
        { id: '1', name: 'Compra', status: 'ENABLED', category: 'PURCHASE', primaryForGoal: true },
      ],
      campaignDays: campaigns.flatMap(campaignDays),
      inventory: {
        landingPages: campaigns.map(({ id, host, keywords }) => ({
          url: `https://${host}/`,
          campaignId: id,
          adGroupId: `${id}1`,
          sums: sumsOf(keywords),
        })),
      },
    }),
    accountDays: shop.isImported ? [] : accountDays(shop),
  }
}

function sums(keywords: readonly Keyword[], values: Shop['values']) {
  const total = (of: (one: Keyword) => number) => keywords.reduce((sum, one) => sum + of(one), 0)
  const conversions = total((one) => one.conversions)
  return {
    impressions: total(({ clicks }) => clicks) * 18,
    clicks: total(({ clicks }) => clicks),
    costMicros: Math.round(costOf(keywords) * MICROS),
    conversionsMicros: conversions * MICROS,
    valueMicros: Math.round(
      reportedValue(
        conversions,
        total(({ sales }) => sales),
        values,
      ) * MICROS,
    ),
  }
}

function reportedValue(conversions: number, sales: number, values: Shop['values']): number {
  return { none: 0, default: conversions, equal: 45 * conversions, real: sales }[values]
}

function costOf(keywords: readonly Keyword[]): number {
  return keywords.reduce((sum, { clicks, cpc }) => sum + clicks * cpc, 0)
}

/** Clicks evenly over the days it ran, conversions on their own. */
function daysOf({ id, from, keywords }: Campaign, values: Shop['values']) {
  const clicks = keywords.reduce((sum, one) => sum + one.clicks, 0)
  const perClick = costOf(keywords) / Math.max(1, clicks)
  const sold = Map.groupBy(
    keywords.flatMap(({ soldOn }) => soldOn),
    ({ day }) => day,
  )
  return Array.from({ length: DAYS - from }, (_, i) => from + i).map((day, i) => {
    const until = (n: number) => Math.floor((clicks * n) / (DAYS - from))
    const own = until(i + 1) - until(i)
    const orders = sold.get(day) ?? []
    const sales = orders.reduce((sum, { value }) => sum + value, 0)
    return {
      campaignId: id,
      day: dayText(day),
      clicks: own,
      impressions: own * 18,
      costMicros: Math.round(own * perClick * MICROS),
      conversionsMicros: orders.length * MICROS,
      valueMicros: Math.round(reportedValue(orders.length, sales, values) * MICROS),
    }
  })
}

function campaignDays(campaign: Campaign) {
  return daysOf(campaign, 'none')
    .filter(({ clicks, conversionsMicros }) => clicks > 0 || conversionsMicros > 0)
    .map(({ campaignId, day, clicks, conversionsMicros }) => ({
      campaignId,
      day,
      clicks,
      conversionsMicros,
    }))
}

function accountDays({ campaigns, values }: Shop) {
  const rows = campaigns.flatMap((campaign) => daysOf(campaign, values))
  return [...Map.groupBy(rows, ({ day }) => day)].map(([day, own]) => {
    const sum = (of: (row: (typeof own)[number]) => number) =>
      own.reduce((all, row) => all + of(row), 0)
    return {
      day,
      impressions: sum(({ impressions }) => impressions),
      clicks: sum(({ clicks }) => clicks),
      costMicros: sum(({ costMicros }) => costMicros),
      conversionsMicros: sum(({ conversionsMicros }) => conversionsMicros),
      valueMicros: sum(({ valueMicros }) => valueMicros),
    }
  })
}

function dayText(index: number): string {
  return new Date(TODAY - (DAYS - 1 + BEHIND - index) * DAY_MS).toISOString().slice(0, 10)
}
