import type { AccountSnapshot, BidStep } from '#engine/account/snapshot.ts'
import { analyseAccount } from '#engine/analyse-account.ts'
import { drawNormal, uniformsFrom } from '#engine/statistics/random.ts'
import { THRESHOLDS } from '#engine/thresholds/thresholds.ts'
import { addDays } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import {
  drawMarket,
  type KeywordDay,
  type KeywordMarket,
  playDay,
  TOP_CENTS,
} from './keyword-market.ts'
import { type Cell, DAYS, KEYWORDS } from './play.ts'

/** Days at the bids that the account came with. */
const BEFORE = 35
const WEEK = 7
const TODAY = '2026-11-21'
const GROUP = 10

/** `at`: days played until then. */
type Step = Omit<BidStep, 'day'> & { at: number }

type Change = (
  bids: readonly number[],
  history: readonly (readonly KeywordDay[])[],
  steps: readonly Step[],
) => number[]

/**
 * Profit in € of 60 days: of bids that the product's own cards set once a week; of a player who knows every market and may
 * make the same steps; of one who knows the auction and has to learn what clicks bring; and of bids left alone; all from
 * the same bids.
 */
export function playByCards(
  cell: Cell,
  seed: string,
): { cards: number; best: number; learned: number; kept: number } {
  const next = uniformsFrom(`adcraft cards ${seed}`)
  const markets = Array.from({ length: KEYWORDS }, () =>
    drawMarket(next, cell.volume, cell.conversionRate),
  )
  const start = markets.map(() => 0.55 * Math.exp(0.3 * drawNormal(next)))
  const ideals = markets.map(idealBid)
  const run = (change: Change) => profitOf(markets, start, seed, change)
  return {
    cards: run((bids, history, steps) => adviseBids(bids, history, cell, steps)),
    best: run((bids) => bids.map((bid, i) => within(bid, ideals[i]!))),
    learned: run((bids, history) => learnedBids(bids, history)),
    kept: run((bids) => [...bids]),
  }
}

function profitOf(
  markets: readonly KeywordMarket[],
  start: readonly number[],
  seed: string,
  change: Change,
): number {
  const streams = markets.map((_, i) => uniformsFrom(`adcraft cards ${seed} keyword ${i}`))
  const history: KeywordDay[][] = []
  const steps: Step[] = []
  let [before, bids] = [[...start], [...start]]
  let profit = 0
  for (let day = -BEFORE; day < DAYS; day++) {
    if (day >= 0 && day % WEEK === 0) {
      if (day > 0) steps.push(stepOf(before, bids, history))
      before = bids
      bids = change(bids, history, steps)
    }
    const results = markets.map((market, i) => playDay(streams[i]!, market, bids[i]!))
    history.push(results)
    if (day < 0) continue
    profit += results.reduce((sum, { revenue, cost }) => sum + revenue - cost, 0)
  }
  return profit
}

/** What the week before the bids were changed and the week since have brought. */
function stepOf(
  before: readonly number[],
  after: readonly number[],
  history: readonly (readonly KeywordDay[])[],
): Step {
  const [last, since] = [history.slice(-2 * WEEK, -WEEK), history.slice(-WEEK)]
  const traffic = (days: typeof last, is: (i: number) => boolean) =>
    sumsOf(days.flatMap((day) => day.filter((_, i) => is(i))))
  const around = (is: (i: number) => boolean) => ({
    before: traffic(last, is),
    after: traffic(since, is),
  })
  const moved = after.flatMap((bid, i) => (bid > 0 && bid !== before[i] ? [i] : []))
  return {
    campaignId: '1',
    at: history.length - WEEK,
    changed: moved.map((i) => ({
      adGroupId: String(Math.floor(i / GROUP)),
      criterionId: String(i),
      fromMicros: Math.round(before[i]! * MICROS),
      toMicros: Math.round(after[i]! * MICROS),
      ...around((at) => at === i),
    })),
    rest: around((i) => after[i]! > 0 && after[i] === before[i]),
  }
}

/** In a second-price auction: where the last click costs what it brings. */
function idealBid(market: KeywordMarket): number {
  const { winRate, price, conversionRate, revenue } = market
  const profit = (cents: number) => winRate[cents]! * (conversionRate * revenue - price[cents]!)
  const all = Array.from({ length: TOP_CENTS }, (_, i) => i + 1)
  return all.reduce((best, cents) => (profit(cents) > profit(best) ? cents : best)) / 100
}

/** Conversions that what is usual weighs in what one of a keyword's own brings. */
const VALUE_WEIGHT = 1

/**
 * Of who knows that a click costs the rival's bid, so that the best bid is what a click brings, and that all
 * keywords convert alike; what theirs bring he sees no sooner than the product.
 */
function learnedBids(
  bids: readonly number[],
  history: readonly (readonly KeywordDay[])[],
): number[] {
  const own = bids.map((_, i) => sumsOf(history.map((day) => day[i]!)))
  const all = sumsOf(history.flat())
  if (all.conversionsMicros === 0) return [...bids]
  const rate = all.conversionsMicros / MICROS / all.clicks
  const usual = all.valueMicros / all.conversionsMicros
  return bids.map((bid, i) => {
    const conversions = own[i]!.conversionsMicros / MICROS
    const value = own[i]!.valueMicros / MICROS + VALUE_WEIGHT * usual
    return within(bid, (rate * value) / (conversions + VALUE_WEIGHT))
  })
}

function within(bid: number, wanted: number): number {
  const step = THRESHOLDS.bidStepSure.value
  return Math.min(bid * (1 + step), Math.max(bid * (1 - step), wanted))
}

function adviseBids(
  bids: readonly number[],
  history: readonly (readonly KeywordDay[])[],
  cell: Cell,
  steps: readonly Step[],
): number[] {
  const after = [...bids]
  const bidSteps = steps.map(({ at, ...step }) => ({
    ...step,
    day: addDays(TODAY, at - history.length),
  }))
  const account = { ...accountOf(bids, history, cell), bidSteps }
  for (const { evidence } of analyseAccount(account).recommendations) {
    for (const operation of evidence.change?.operations ?? []) {
      const update = operation.adGroupCriterionOperation?.update as
        | { resourceName: string; cpcBidMicros?: string; status?: string }
        | undefined
      const keyword = Number(update?.resourceName.split('~')[1])
      if (update?.status === 'PAUSED') after[keyword] = 0
      if (update?.cpcBidMicros) after[keyword] = Number(update.cpcBidMicros) / MICROS
    }
  }
  return after
}

function accountOf(
  bids: readonly number[],
  history: readonly (readonly KeywordDay[])[],
  { volume }: Cell,
): AccountSnapshot {
  const recent = history.slice(-THRESHOLDS.windowDays.value)
  const sums = bids.map((_, i) => sumsOf(recent.map((day) => day[i]!)))
  const newest = recent.slice(-Math.floor(recent.length / 3))
  const all = sumsOf(recent.flat())
  const eligible = Math.max(all.impressions, Math.round(volume * KEYWORDS * recent.length))
  const window = { from: addDays(TODAY, -recent.length), to: addDays(TODAY, -1) }
  return {
    account: {
      name: 'Cuenta',
      currencyCode: 'EUR',
      timeZone: 'Europe/Madrid',
      today: TODAY,
      source: 'google',
    },
    window,
    lagCurve: [1],
    campaigns: [
      {
        id: '1',
        name: 'Campaña',
        status: 'ENABLED',
        channelType: 'SEARCH',
        biddingStrategyType: 'MANUAL_CPC',
        budgetMicros: 100_000 * MICROS,
        budgetShared: false,
        sums: all,
        impressionShare: { eligible, lostToBudget: 0, lostToRank: eligible - all.impressions },
      },
    ],
    adGroups: Array.from({ length: KEYWORDS / GROUP }, (_, i) => ({
      id: String(i),
      campaignId: '1',
      name: `Grupo ${i}`,
      status: 'ENABLED' as const,
    })),
    keywords: sums.map((own, i) => ({
      campaignId: '1',
      adGroupId: String(Math.floor(i / GROUP)),
      criterionId: String(i),
      text: `palabra ${i}`,
      matchType: 'EXACT' as const,
      status: bids[i]! > 0 ? ('ENABLED' as const) : ('PAUSED' as const),
      bidMicros: Math.round(bids[i]! * 100) * 10_000,
      sums: own,
      recent: sumsOf(newest.map((day) => day[i]!)),
    })),
    searchTerms: [],
    negatives: [],
    conversionActions: [
      { id: '5', name: 'Compra', status: 'ENABLED', category: 'PURCHASE', primaryForGoal: true },
    ],
    accountDays: recent.map((day, i) => ({ day: addDays(window.from, i), ...sumsOf(day) })),
  }
}

function sumsOf(days: readonly KeywordDay[]) {
  const sum = (of: (day: KeywordDay) => number) => days.reduce((all, day) => all + of(day), 0)
  return {
    impressions: sum(({ impressions }) => impressions),
    clicks: sum(({ clicks }) => clicks),
    costMicros: Math.round(sum(({ cost }) => cost) * MICROS),
    conversionsMicros: sum(({ conversions }) => conversions) * MICROS,
    valueMicros: Math.round(sum(({ revenue }) => revenue) * MICROS),
  }
}
