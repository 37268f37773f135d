import type { Exponent } from '../statistics/learned-exponents.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { sharesOf } from './known-settings.ts'
import type { SimulatedExponent } from './simulated-exponent.ts'
import type { CampaignFacts } from './snapshot.ts'

/** How far the last conversion costs more than the mean one, in mean ones: lognormal, `spread` the sd of its logarithm. */
export type Beyond = { median: number; spread: number }

/**
 * Where the next bid is paid, as in a second-price auction, the last click costs the bid. With the highest of the others
 * log-logistic, of shape 1.5 since searches differ too, that is 2/3 (1 − won)^−.61 beyond the mean (to a hundredth). Bids that err
 * buy searches that sell less when they rise, the more so the fewer are left to win: somewhat more and somewhat steeper.
 */
export function lastBeyond(
  campaign: CampaignFacts<never>,
  simulated: SimulatedExponent | null = null,
): Beyond {
  const won = Math.min(MOST_WON, auctionsWon(campaign) ?? THRESHOLDS.auctionsUsuallyWon.value)
  const usual = { median: 0.75 * (1 - won) ** -0.7, spread: THRESHOLDS.lastBeyondSpread.value }
  return simulated ? withSimulated(usual, simulated) : usual
}

/**
 * The last conversion costs 1 / theta mean ones where conversions follow cost with exponent theta: what is usual and what the
 * curve tells, each by its precision. With theta = 1 / (1 + beyond) its sd is that of ln beyond times theta (1 - theta).
 */
function withSimulated({ median, spread }: Beyond, simulated: SimulatedExponent): Beyond {
  const mean = 1 / (1 + median)
  const byBids = joined({ mean, sd: spread * mean * (1 - mean) }, simulated)
  const { paced } = THRESHOLDS
  // A budget may also keep it out of auctions, which gives up conversions at anything between the last one's price and the mean.
  const byAuctions = joined({ mean: (1 + mean) / 2, sd: (1 - mean) / Math.sqrt(12) }, simulated)
  const chance = simulated.isOfBudget ? paced.value : 0
  const [bids, auctions] = [(1 - chance) * byBids.density, chance * byAuctions.density]
  const share = auctions / (bids + auctions)
  const theta = (1 - share) * byBids.mean + share * byAuctions.mean
  const squareOf = (one: Exponent) => one.sd ** 2 + (one.mean - theta) ** 2
  const sd = Math.sqrt((1 - share) * squareOf(byBids) + share * squareOf(byAuctions))
  const kept = Math.min(MOST_THETA, Math.max(LEAST_THETA, theta))
  return { median: 1 / kept - 1, spread: sd / (kept * (1 - kept)) }
}

/** Two normal beliefs of the same; `density`: how likely the one made the other. */
function joined(usual: Exponent, seen: Exponent): Exponent & { density: number } {
  const [own, told] = [usual.sd ** -2, seen.sd ** -2]
  const apart = Math.hypot(usual.sd, seen.sd)
  return {
    mean: (own * usual.mean + told * seen.mean) / (own + told),
    sd: (own + told) ** -0.5,
    density: Math.exp(-(((seen.mean - usual.mean) / apart) ** 2) / 2) / apart,
  }
}

/** Nearly as good as the mean, or hardly to be had. */
const MOST_THETA = 0.95
const LEAST_THETA = 0.05

/** What it costs, in mean ones, at so many standard deviations of what is believed. */
export function lastAt({ median, spread }: Beyond, deviations: number): number {
  return 1 + median * Math.exp(spread * deviations)
}

/** Of a normal belief, each as likely. */
export const DEVIATIONS: readonly number[] = [-1.4, -0.53, 0, 0.53, 1.4]

/** Share of those that were not lost to budget; null where that is not known. */
export function auctionsWon(campaign: CampaignFacts<never>): number | null {
  const shares = sharesOf(campaign)
  return shares && Math.min(1, shares.won / Math.max(1 - MOST_WON, 1 - shares.lostToBudget))
}

/** Beyond it is not known what more would cost. */
const MOST_WON = 0.95
