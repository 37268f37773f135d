import { MICROS } from '#shared/metrics.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { type CountedSums, countedOf } from './known-figures.ts'
import { auctionsWon } from './last-conversion.ts'
import type { CampaignFacts } from './snapshot.ts'

/** What conversions cost on average, micros, and how many tell. */
export type Average = { micros: number; conversions: number }

/** Of a campaign, without some of its searches, where it is enough to say. */
export function averageOf(
  { sums }: CampaignFacts<never>,
  knownShare: number,
  without: CountedSums = NONE,
): Average | null {
  const counted = countedOf(sums)
  if (!counted) return null
  const conversions = (counted.conversionsMicros - without.conversionsMicros) / MICROS
  if (conversions < THRESHOLDS.accountConversions.value) return null
  const costMicros = Math.max(0, counted.costMicros - without.costMicros)
  return { micros: (costMicros * knownShare) / conversions, conversions }
}

const NONE: CountedSums = { clicks: 0, costMicros: 0, conversionsMicros: 0 }

/**
 * The average that Google keeps with a target: near it, as far as its conversions say. `slack`: the chance that nothing
 * dearer is left to be bought, so that what is freed is not spent again: where nearly all auctions are won, or conversions
 * cost far less than the target.
 * `rest`: without searches that sell far too dearly. Where those are why a target is missed by far, what is spent on them beyond
 * it is no money that Google would spend again.
 */
export function keptAverage(
  campaign: CampaignFacts<never>,
  targetMicros: number,
  seen: Average | null,
  rest: Average | null = null,
): { micros: number; slack: number } {
  const before = slackBefore(campaign)
  if (!seen) return { micros: targetMicros, slack: before }
  const ln = Math.log(seen.micros / targetMicros)
  const chance = THRESHOLDS.dispersion.value / seen.conversions
  const near = THRESHOLDS.targetKept.value ** 2
  const below = Math.min(0, ln)
  const held = density(below, near + chance)
  const loose = 2 * density(below, THRESHOLDS.targetMissed.value ** 2 + chance)
  const kept = {
    micros: targetMicros * Math.exp((ln * near) / (near + chance)),
    slack: (before * loose) / (before * loose + (1 - before) * held),
  }
  const far = targetMicros * THRESHOLDS.targetWorth.value
  const isWhy = rest && seen.micros >= far && rest.micros < far
  return isWhy ? withoutExcess(kept, targetMicros, seen, rest) : kept
}

function withoutExcess(
  kept: { micros: number; slack: number },
  targetMicros: number,
  seen: Average,
  rest: Average,
) {
  const micros = Math.min(kept.micros, keptAbove(targetMicros, rest))
  const freed =
    seen.micros * seen.conversions -
    rest.micros * rest.conversions -
    micros * (seen.conversions - rest.conversions)
  const excess = (kept.micros - micros) * seen.conversions
  const part = freed > 0 ? Math.min(1, excess / freed) : 0
  return { micros, slack: kept.slack + (1 - kept.slack) * part }
}

/** Google never buys up to less than it is asked for, where it can. */
function keptAbove(targetMicros: number, { micros, conversions }: Average): number {
  const near = THRESHOLDS.targetKept.value ** 2
  const ln = Math.max(0, Math.log(micros / targetMicros))
  return targetMicros * Math.exp((ln * near) / (near + THRESHOLDS.dispersion.value / conversions))
}

/** By what is left to win. Own choice: seldom where it is a tenth, mostly where it is a fiftieth. */
function slackBefore(campaign: CampaignFacts<never>): number {
  const won = auctionsWon(campaign)
  if (won === null) return UNKNOWN_SLACK
  const part = (won - MUCH_LEFT.won) / (LITTLE_LEFT.won - MUCH_LEFT.won)
  return MUCH_LEFT.slack + Math.min(1, Math.max(0, part)) * (LITTLE_LEFT.slack - MUCH_LEFT.slack)
}

const MUCH_LEFT = { won: 0.9, slack: 0.05 }
const LITTLE_LEFT = { won: 0.98, slack: 0.85 }
const UNKNOWN_SLACK = 0.15

function density(deviation: number, variance: number): number {
  return Math.exp(-(deviation ** 2) / (2 * variance)) / Math.sqrt(variance)
}
