import { type Uniforms, uniformsFrom } from '#engine/statistics/random.ts'
import { drawMarket, type KeywordDay, playDay } from './keyword-market.ts'

export type Cell = { volume: number; conversionRate: number }

/** Sees each day's figures of every keyword, sets the next day's bids. */
export type BidPolicy = {
  /** Bids in € of the first day. */
  start: (keywords: number) => number[]
  next: (yesterday: readonly KeywordDay[], bids: readonly number[], day: number) => number[]
}

export const KEYWORDS = 100
export const DAYS = 60

/** Profit over what the best fixed bids would have made (NCP). Same seed, same keywords. */
export function play(cell: Cell, seed: string, policy: BidPolicy): number {
  const parameters = uniformsFrom(`adcraft ${seed}`)
  const markets = Array.from({ length: KEYWORDS }, () =>
    drawMarket(parameters, cell.volume, cell.conversionRate),
  )
  const streams: Uniforms[] = markets.map((_, i) => uniformsFrom(`adcraft ${seed} keyword ${i}`))
  let bids = policy.start(KEYWORDS)
  let profit = 0
  for (let day = 0; day < DAYS; day++) {
    const results = markets.map((market, i) => playDay(streams[i]!, market, bids[i]!))
    profit += results.reduce((sum, { revenue, cost }) => sum + revenue - cost, 0)
    bids = policy.next(results, bids, day)
  }
  const ideal = markets.reduce((sum, market) => sum + Math.max(0, market.ideal), 0) * DAYS
  return profit / ideal
}

/** Bids what a click has brought so far, and 3 cents more every day until the first conversion. */
export function zeroMarginPolicy(): BidPolicy {
  let clicks: number[] = []
  let revenue: number[] = []
  return {
    start: (keywords) => {
      clicks = new Array(keywords).fill(0)
      revenue = new Array(keywords).fill(0)
      return new Array(keywords).fill(0.03)
    },
    next: (yesterday, bids) =>
      yesterday.map((day, i) => {
        clicks[i] = clicks[i]! + day.clicks
        revenue[i] = revenue[i]! + day.revenue
        return revenue[i]! > 0 ? revenue[i]! / clicks[i]! : bids[i]! + 0.03
      }),
  }
}
