import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { sharesOf } from './known-settings.ts'
import type { CampaignFacts } from './snapshot.ts'

/** How far the last conversion costs more than the mean one, in mean ones: lognormal, `spread` the sd of its logarithm. */
export type Beyond = { median: number; spread: number }

/**
 * Where the next bid is paid, as in a second-price auction, the last click costs the bid. With the highest of the others
 * log-logistic, of shape 1.5 since searches differ too, that is 2/3 (1 − won)^−.61 beyond the mean (to a hundredth). Bids that err
 * buy searches that sell less when they rise, the more so the fewer are left to win: somewhat more and somewhat steeper.
 */
export function lastBeyond(campaign: CampaignFacts<never>): Beyond {
  const won = Math.min(MOST_WON, auctionsWon(campaign) ?? THRESHOLDS.auctionsUsuallyWon.value)
  return { median: 0.75 * (1 - won) ** -0.7, spread: THRESHOLDS.lastBeyondSpread.value }
}

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
