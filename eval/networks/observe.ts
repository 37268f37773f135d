import type { AccountInventory } from '#engine/account/inventory.ts'
import type { WholeSnapshot } from '#engine/account/snapshot.ts'
import { analysisWindow } from '#engine/account/window.ts'
import { addDays, type Day, eachDay } from '#shared/dates.ts'
import type { Metrics } from '#shared/metrics.ts'
import { addedRows, addTo, noMetrics } from '../added.ts'
import type { Chance } from '../chance.ts'
import { type Account, type Campaign, DAYS, type Keyword, type Network } from './account.ts'
import { type Auction, auctionsOf, type Levels, levelsOf, outcomeOf } from './bidding.ts'
import { simulationsOf } from './simulations.ts'

type Row = { auction: Auction; sums: Metrics; recent: Metrics }

type Seen = {
  window: { from: Day; to: Day }
  lagCurve: number[]
  days: Day[]
  rows: Map<string, Row>
  byDay: Metrics[]
  byCampaignDay: Map<string, Metrics>
  shares: Map<Campaign, { eligible: number; toBudget: number; toRank: number; won: number }>
}

/** What Google shows of the account on `today`. */
export function observe(chance: Chance, account: Account, today: Day): WholeSnapshot {
  const seen = recorded(chance, account, today)
  const rows = [...seen.rows.values()]
  const { hasValues, isTold, law } = account
  return {
    account: {
      name: 'Cuenta',
      currencyCode: 'EUR',
      timeZone: 'Europe/Madrid',
      today,
      source: 'google',
    },
    window: seen.window,
    ...(isTold && { targetCpaMicros: Math.round(account.worth) }),
    ownWords: { brand: [], protected: [] },
    lagCurve: seen.lagCurve,
    campaigns: account.campaigns.map((campaign) => campaignOf(account, campaign, seen, rows)),
    adGroups: [...new Map(account.keywords.map((one) => [one.adGroupId, one]))].map(
      ([id, { campaign }]) => ({
        ...{ id, campaignId: campaign.id, name: `Grupo ${id}`, status: 'ENABLED' as const },
      }),
    ),
    keywords: account.keywords.map((keyword) => keywordOf(account, keyword, rows)),
    searchTerms: termsOf(rows),
    hiddenSearchTerms: addedRows(
      rows.filter(({ auction: { search } }) => search && !search.isVisible),
    ),
    negatives: [],
    conversionActions: [
      {
        ...{ id: '5', name: hasValues ? 'Compra' : 'Formulario', status: 'ENABLED' },
        ...{ category: hasValues ? 'PURCHASE' : 'SUBMIT_LEAD_FORM', primaryForGoal: true },
        ...{ type: 'WEBPAGE', countingType: hasValues ? 'MANY_PER_CLICK' : 'ONE_PER_CLICK' },
      },
    ],
    accountDays: seen.days.map((day, i) => ({ day, ...seen.byDay[i]! })),
    campaignDays: [...seen.byCampaignDay].map(([key, { clicks, conversionsMicros }]) => {
      const [campaignId, day] = key.split(' ') as [string, Day]
      return { campaignId, day, clicks, conversionsMicros }
    }),
    inventory: {
      ...inventoryOf(account, rows),
      ...(law.bidding !== 'by hand' && simulationsOf(chance, account, today)),
    },
  }
}

function recorded(chance: Chance, account: Account, today: Day): Seen {
  const lagCurve = Array.from({ length: 90 }, (_, age) =>
    age >= 89 ? 1 : 1 - 0.6 * Math.exp(-(age + 0.5) / account.lagDays),
  )
  const window = analysisWindow(today, lagCurve)
  const days = eachDay(addDays(today, -DAYS), addDays(today, -1))
  const seen: Seen = {
    ...{ window, lagCurve, days, rows: new Map(), byDay: days.map(noMetrics) },
    ...{ byCampaignDay: new Map(), shares: new Map() },
  }
  const recentFrom = addDays(window.to, -29)
  let levels: Levels = new Map()
  for (let week = 0; week < DAYS / 7; week++) {
    const auctions = auctionsOf(account, week)
    for (let i = week * 7; i < week * 7 + 7; i++) {
      const [demand, rate, values] = [
        account.seasons.clicks[i]!,
        account.seasons.rate[i]!,
        account.seasons.values[i]!,
      ]
      const noise = Math.exp(0.1 * chance.normal())
      // Google's bidding follows week by week, a budget is spent day by day.
      if (i % 7 === 0 || account.law.bidding === 'by hand')
        levels = levelsOf(account, auctions, { demand, rate, noise })
      const day = days[i]!
      const isKept = day >= window.from && day <= window.to
      for (const auction of auctions) {
        const mean = outcomeOf(account, auction, levels.get(auction.campaign)!)
        if (isKept && auction.network === 'SEARCH')
          noteShare(account, seen, auction, levels.get(auction.campaign)!, demand)
        const one = drawDay(chance, account, {
          auction,
          mean,
          demand,
          rate,
          values,
          age: DAYS - 1 - i,
          lagCurve,
        })
        addTo(seen.byDay[i]!, one)
        if (!isKept) continue
        const { campaign, network, keyword, search } = auction
        const key = `${campaign.id} ${network} ${keyword?.id} ${search?.text}`
        const row = seen.rows.get(key) ?? { auction, sums: noMetrics(), recent: noMetrics() }
        seen.rows.set(key, row)
        addTo(row.sums, one)
        if (day >= recentFrom) addTo(row.recent, one)
        const dayKey = `${campaign.id} ${day}`
        const ofDay = seen.byCampaignDay.get(dayKey) ?? noMetrics()
        seen.byCampaignDay.set(dayKey, ofDay)
        addTo(ofDay, one)
      }
    }
  }
  return seen
}

function noteShare(
  account: Account,
  { shares }: Seen,
  auction: Auction,
  level: number,
  demand: number,
) {
  const own = shares.get(auction.campaign) ?? { eligible: 0, toBudget: 0, toRank: 0, won: 0 }
  shares.set(auction.campaign, own)
  const all = auction.clicks * demand
  const isByHand = account.law.bidding === 'by hand'
  const won = outcomeOf(account, auction, isByHand ? 1 : level).clicks * demand
  own.eligible += all
  own.won += isByHand ? won * level : won
  if (isByHand) own.toBudget += won * (1 - level)
  own.toRank += all - won
}

type Drawn = {
  auction: Auction
  mean: { clicks: number; cost: number; conversions: number }
  demand: number
  rate: number
  values: number
  age: number
  lagCurve: readonly number[]
}

function drawDay(
  chance: Chance,
  account: Account,
  { auction, mean, demand, rate, values, age, lagCurve }: Drawn,
): Metrics {
  const sum = noMetrics()
  const expected = mean.clicks * demand
  const ctr = auction.network === 'SEARCH' ? 0.06 : auction.network === 'CONTENT' ? 0.006 : 0.03
  sum.clicks = chance.poisson(expected * (0.35 > chance.uniform() ? 1.3 : 0.84))
  sum.impressions = sum.clicks + chance.poisson(expected * (1 / ctr - 1))
  if (sum.clicks === 0) return sum
  const price = mean.cost / Math.max(1e-9, mean.clicks)
  sum.costMicros = Math.round(
    sum.clicks * price * Math.exp((0.3 * chance.normal()) / Math.sqrt(sum.clicks)),
  )
  const kept = lagCurve[age]! * (age > account.returnedAfter ? 1 - account.returned : 1)
  const sold = chance.poisson(sum.clicks * (mean.conversions / mean.clicks) * rate * kept)
  sum.conversionsMicros = sold * 1e6
  for (let i = 0; i < sold && account.hasValues; i++)
    sum.valueMicros += Math.round((auction.value * values * orderOf(chance, account)) / 1e4) * 1e4
  return sum
}

/** Of mean 1. */
function orderOf(chance: Chance, { tail }: Account): number {
  if (tail === 0) return Math.exp(0.7 * chance.normal() - 0.245)
  return ((tail - 1) / tail) * chance.uniform() ** (-1 / tail)
}

function campaignOf(account: Account, campaign: Campaign, { shares }: Seen, rows: readonly Row[]) {
  const sums = addedRows(rows.filter(({ auction }) => auction.campaign === campaign))
  const own = shares.get(campaign) ?? { eligible: 1, toBudget: 0, toRank: 0, won: 1 }
  const spent = sums.costMicros / 90 > 0.93 * campaign.budgetMicros
  const times = sums.impressions / Math.max(1e-9, own.won)
  const lost = (own.eligible - own.won) * times
  const toBudget = account.law.bidding === 'by hand' ? own.toBudget * times : spent ? 0.5 * lost : 0
  const { law } = account
  const isOdd = Number(campaign.id) % 2 === 1
  const byTarget = {
    'by hand': 'MANUAL_CPC',
    'no target': account.hasValues ? 'MAXIMIZE_CONVERSION_VALUE' : 'MAXIMIZE_CONVERSIONS',
    'target CPA': isOdd || campaign.portfolio ? 'TARGET_CPA' : 'MAXIMIZE_CONVERSIONS',
    'target ROAS': isOdd || campaign.portfolio ? 'TARGET_ROAS' : 'MAXIMIZE_CONVERSION_VALUE',
  }[law.bidding]
  return {
    ...{ id: campaign.id, name: campaign.name, status: 'ENABLED' as const, channelType: 'SEARCH' },
    biddingStrategyType: byTarget,
    ...(law.bidding === 'target CPA' && { targetCpaMicros: campaign.target! }),
    ...(law.bidding === 'target ROAS' && { targetRoas: campaign.target! }),
    ...(campaign.portfolio && { portfolioId: campaign.portfolio, portfolioName: 'Cartera' }),
    ...{ budgetId: `b${campaign.id}`, budgetMicros: campaign.budgetMicros, budgetShared: false },
    sums,
    impressionShare: {
      eligible: Math.round(sums.impressions + lost),
      lostToBudget: Math.round(toBudget),
      lostToRank: Math.round(lost - toBudget),
    },
  }
}

function keywordOf({ law }: Account, keyword: Keyword, rows: readonly Row[]) {
  const own = rows.filter(({ auction }) => auction.keyword === keyword)
  return {
    ...{ campaignId: keyword.campaign.id, adGroupId: keyword.adGroupId, criterionId: keyword.id },
    ...{ text: keyword.text, matchType: keyword.matchType, status: 'ENABLED' as const },
    ...(law.bidding === 'by hand' && { bidMicros: keyword.bidMicros }),
    sums: addedRows(own),
    recent: addedRows(own, 'recent'),
  }
}

/** Of Google's search and its partners together, as Google shows them. */
function termsOf(rows: readonly Row[]): WholeSnapshot['searchTerms'] {
  const shown = rows.filter(
    ({ auction: { search }, sums }) => search?.isVisible && sums.impressions > 0,
  )
  return [...Map.groupBy(shown, ({ auction: { search } }) => search!)].map(
    ([{ text, keyword }, own]) => ({
      ...{ term: text, campaignId: keyword.campaign.id, adGroupId: keyword.adGroupId },
      ...{ keywordText: keyword.text, criterionId: keyword.id, matchType: keyword.matchType },
      status: text === keyword.text ? ('ADDED' as const) : ('NONE' as const),
      sums: addedRows(own),
      recent: addedRows(own, 'recent'),
    }),
  )
}

const NETWORKS: readonly Network[] = ['SEARCH', 'SEARCH_PARTNERS', 'CONTENT']

function inventoryOf({ campaigns }: Account, rows: readonly Row[]): AccountInventory {
  return {
    campaignSettings: campaigns.map(({ id, side }) => ({
      ...{ campaignId: id, positiveGeoTargetType: 'PRESENCE', targetsSearch: true },
      targetsSearchPartners: side.SEARCH_PARTNERS !== undefined,
      targetsDisplay: side.CONTENT !== undefined,
      ...{ primaryStatusReasons: [], automations: [], restrictedDimensions: [] },
    })),
    networks: campaigns.flatMap((campaign) =>
      NETWORKS.flatMap((network) => {
        const own = rows.filter(
          ({ auction }) => auction.campaign === campaign && auction.network === network,
        )
        return own.length > 0 ? [{ campaignId: campaign.id, network, sums: addedRows(own) }] : []
      }),
    ),
  }
}
