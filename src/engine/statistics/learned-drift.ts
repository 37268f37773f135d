import { THRESHOLDS } from '../thresholds/thresholds.ts'

/**
 * Events of one of many over a time, and of them those of its last part: `share` of them, had its rate not changed by itself.
 * `chance`: variance over mean of such a count.
 */
export type PartedCount = { all: number; late: number; share: number; chance: number }

/** Sd of a logarithm, and how many counts, were their drift known for certain, it weighs as much as. */
export type UsualDrift = { sd: number; units: number }

/**
 * How far the logarithms of rates move between the two parts of a time, each by itself (sd): moments, each weighed by its own
 * variance, around what is usual. `stretch`: how many times as much variance is asked for as such parts would show.
 *
 * Given `all`, chance makes chance × all × s(1 − s) of the variance of `late`, and a drift of sd d makes
 * all × (all − chance) × (s(1 − s) d)² more. Each count is a part of what the shares were learned from, by which it lies nearer.
 */
export function learnDrift(counts: readonly PartedCount[], usual: UsualDrift, stretch = 1): number {
  const believed = usual.sd ** 2
  const total = counts.reduce((sum, { all }) => sum + all, 0)
  let precision = usual.units / (2 * believed ** 2)
  let excess = 0
  for (const { all, late, share, chance } of counts) {
    const others = 1 - all / total
    const split = share * (1 - share)
    const byChance = chance * all * split * others
    const byDrift = (all * (all - chance) * (split * others) ** 2) / stretch
    if (!(byDrift > 0)) continue
    const variance = byChance + byDrift * believed
    // The fourth moment of a binomial, and twice the square of the variance where it is large.
    const doubt = 2 * variance ** 2 + chance ** 2 * byChance * Math.max(0, 1 - 6 * split)
    excess += (byDrift / doubt) * ((late - all * share) ** 2 - variance)
    precision += byDrift ** 2 / doubt
  }
  return Math.sqrt(Math.max(THRESHOLDS.driftLeast.value ** 2, believed + excess / precision))
}

/**
 * The late rate of one over that of its whole time, believed (mean of a gamma): 1 before its own counts, with the variance that a
 * drift of `sd` between the parts makes. Given `all`, `late` tells of it as a count of variance chance × (1 − share) over its mean.
 */
export function lateFactor({ all, late, share, chance }: PartedCount, sd: number): number {
  const expected = all * share
  const believed = 1 / ((1 - share) * sd) ** 2
  const seen = 1 / (chance * (1 - share))
  return (believed + seen * late) / (believed + seen * expected)
}
