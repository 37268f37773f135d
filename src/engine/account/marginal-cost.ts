import { MICROS } from '#shared/metrics.ts'
import type { DoubtfulFactor } from '../statistics/priors.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { isSmartBidding } from './bidding-strategy.ts'
import { countedOf } from './known-figures.ts'
import { hasBudget, sharesOf } from './known-settings.ts'
import type { CampaignFacts } from './snapshot.ts'
import type { Target } from './targets.ts'

/**
 * A target is an average: Google buys conversions at up to what the last of them costs, and spends on such again what a
 * part of the campaign no longer spends. Without a target it does so where the budget is spent, and elsewhere nothing is
 * spent again. Where stopping a part neither earns nor loses (spent-again.ts) is then between what a conversion is worth and what
 * the last one costs.
 */
export function withMarginalCost(
  target: Target,
  campaign: CampaignFacts<never>,
  known: Known,
): Target {
  if (!isSmartBidding(campaign)) return target
  const heldMicros = heldOf(target, known)
  const boundMicros = isSpent(campaign, known.days) ? averageOf(target, campaign, known) : null
  if (heldMicros === 0 && boundMicros === null) return target
  // A budget that is spent before the target is reached buys at less than the target.
  const isHeld = heldMicros > 0 && (!boundMicros || heldMicros <= boundMicros)
  const last = lastOverAverage(campaign)
  const again: SpentAgain = {
    averageMicros: (isHeld ? heldMicros : boundMicros) || target.micros,
    lastOverAverage: last,
    isHeld,
    worth: worthOf(target, known.times * known.saidMicros, last.mean),
  }
  return { ...target, limit: { ...breakEvenOf(again), again } }
}

/** Of a part's conversions, at the middle of what is believed. */
function breakEvenOf(again: SpentAgain): { micros: number; relativeVariance: number } {
  const { averageMicros, lastOverAverage: over, worth } = again
  const last = averageMicros * over.mean
  const value = (worth.least + worth.most) / 2
  const atOnce = THRESHOLDS.settlingDays.value / 2 / THRESHOLDS.monthDays.value
  const later = (1 - atOnce) * earnedPart(again, last, value)
  const weight = later / (atOnce + later)
  const micros = (1 - weight) * value + weight * last
  return { micros, relativeVariance: over.relativeVariance * ((weight * last) / micros) ** 2 }
}

/**
 * Of what stopping a part would earn were the last conversion worth what it costs, what is earned once the money is spent
 * again; a target above what conversions are worth gains nothing.
 */
export function earnedPart(
  { averageMicros, isHeld }: Pick<SpentAgain, 'averageMicros' | 'isHeld'>,
  lastMicros: number,
  worthMicros: number,
): number {
  if (!isHeld) return worthMicros / lastMicros
  return Math.max(0, worthMicros - averageMicros) / (lastMicros - averageMicros)
}

type Known = {
  /** What its owner says that a conversion is worth, and what its bidding is told; 0 where unknown. */
  saidMicros: number
  askedMicros: number
  /** Of the window. */
  days: number
  /** What conversions of the part bring, as a multiple of the campaign's. */
  times: number
}

/** How Google spends what a part of a campaign no longer does. */
export type SpentAgain = {
  /** Of the campaign's conversions, micros. */
  averageMicros: number
  lastOverAverage: DoubtfulFactor
  /** Only as far as conversions cost no more than that on average; else no matter what they cost. */
  isHeld: boolean
  /** What a conversion is worth, micros: as its owner says, or between what he pays on average and for the last. */
  worth: { least: number; most: number }
}

/** The average that its bidding is held to; 0 without one. */
function heldOf({ origin, micros }: Target, known: Known): number {
  if (origin === 'campaign' || origin === 'roas') return micros
  return known.times * known.askedMicros
}

function worthOf(
  { origin, micros }: Target,
  saidMicros: number,
  mean: number,
): SpentAgain['worth'] {
  if (saidMicros > 0) return { least: saidMicros, most: saidMicros }
  const isPaid = ['campaign', 'roas', 'average', 'rest'].includes(origin)
  return { least: micros, most: isPaid ? micros * mean : micros }
}

function isSpent(campaign: CampaignFacts<never>, days: number): boolean {
  const lost = sharesOf(campaign)?.lostToBudget ?? 0
  const { costMicros } = campaign.sums
  if (lost > 0 || costMicros === undefined || !hasBudget(campaign)) return true
  return costMicros / days >= THRESHOLDS.budgetSpent.value * campaign.budgetMicros
}

/** What conversions have cost there, where it is enough to say; 0 where it is not. */
function averageOf(
  { micros, origin }: Target,
  { sums }: CampaignFacts<never>,
  known: Known,
): number {
  const counted = countedOf(sums)
  const conversions = (counted?.conversionsMicros ?? 0) / MICROS
  const isEnough = counted && conversions >= THRESHOLDS.accountConversions.value
  const own = isEnough ? (known.times * counted.costMicros) / conversions : 0
  return origin === 'average' ? Math.max(micros, own) : own
}

/**
 * Where the next bid is paid, as in a second-price auction, the last click costs the bid. With the highest of the others
 * log-logistic, of shape 2 so that clicks follow the bid with exponent 1 where half are won, one at r times its median
 * wins r² / (1 + r²) and pays (arctan r − r / (1 + r²)) over all auctions.
 */
export function lastOverAverage(campaign: CampaignFacts<never>): DoubtfulFactor {
  const won = wonOf(campaign)
  const ratio = Math.sqrt(won / (1 - won))
  const paid = Math.atan(ratio) - ratio * (1 - won)
  const mean = (ratio * won) / paid
  const spread = THRESHOLDS.lastBeyondSpread.value
  return { mean, relativeVariance: (((mean - 1) * spread) / mean) ** 2 }
}

/** Of the auctions not lost to budget. */
function wonOf(campaign: CampaignFacts<never>): number {
  const shares = sharesOf(campaign)
  if (!shares) return THRESHOLDS.auctionsUsuallyWon.value
  const won = shares.won / Math.max(1 - MOST_WON, 1 - shares.lostToBudget)
  return Math.min(MOST_WON, Math.max(LEAST_WON, won))
}

/** Of fewer the formula has no digits left; it is 1.5 there. */
const LEAST_WON = 0.001

/** Beyond it is not known what more would cost. */
const MOST_WON = 0.9
