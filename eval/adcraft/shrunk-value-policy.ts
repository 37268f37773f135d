import { fitPrior } from '#engine/statistics/fit-prior.ts'
import { type GammaMixture, mixtureMean, posterior } from '#engine/statistics/priors.ts'
import type { BidPolicy } from './play.ts'

/** Days between two looks at the whole account. */
const REFIT_DAYS = 3
/** Conversions of the account from which its prior is trusted. */
const ENOUGH_CONVERSIONS = 10
/** Conversions that the account's mean revenue weighs in a keyword's own. */
const REVENUE_WEIGHT = 2
const FIRST_BID = 0.03
const RAMP = 0.03

type History = { clicks: number; conversions: number; revenue: number }

/**
 * Bids what a click is worth by the engine's own estimate: the conversion rate shrunk to the account's (its fitted
 * prior), times revenue per conversion shrunk likewise. In a second-price auction that is the profitable bid.
 */
export function shrunkValuePolicy(): BidPolicy {
  let histories: History[] = []
  let prior: GammaMixture | null = null
  return {
    start: (keywords) => {
      histories = Array.from({ length: keywords }, () => ({
        clicks: 0,
        conversions: 0,
        revenue: 0,
      }))
      prior = null
      return new Array(keywords).fill(FIRST_BID)
    },
    next: (yesterday, bids, day) => {
      yesterday.forEach((today, i) => {
        const history = histories[i]!
        history.clicks += today.clicks
        history.conversions += today.conversions
        history.revenue += today.revenue
      })
      const conversions = histories.reduce((sum, one) => sum + one.conversions, 0)
      if (conversions < ENOUGH_CONVERSIONS) return bids.map((bid) => bid + RAMP)
      if (prior === null || day % REFIT_DAYS === 0)
        prior = fitPrior(
          histories.map(({ clicks, conversions }) => ({ n: clicks, k: conversions })),
        )
      if (prior === null) return bids.map((bid) => bid + RAMP)
      const mean = histories.reduce((sum, one) => sum + one.revenue, 0) / conversions
      return histories.map((history) => clickValue(history, prior!, mean))
    },
  }
}

function clickValue(
  { clicks, conversions, revenue }: History,
  prior: GammaMixture,
  meanRevenue: number,
): number {
  const rate = mixtureMean(posterior(prior, { n: clicks, k: conversions }))
  const perConversion = (revenue + REVENUE_WEIGHT * meanRevenue) / (conversions + REVENUE_WEIGHT)
  return Math.min(2.99, rate * perConversion)
}
