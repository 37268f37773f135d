import type { Expectations } from './expected-counts.ts'

/** Variance of the rate of a run of so many days, as a fraction of its square, beyond chance. */
export type Wander = (days: number) => number

/**
 * Before an account has told its own: a common daily shock of sd .2 that persists by .66 a day (an outdoor shop over a year:
 * .15 to .18), and what lasts for weeks.
 */
const SHOCK = { sd: 0.17, persistence: 0.66 }
const LASTING_SD = 0.09
/** Never calmer than this, however even the days looked. */
const LEAST_SHARE = 0.3
const LENGTHS = [1, 2, 4, 7, 14, 28]

/** Variance over mean of counts when the rate stands still: some buy twice. */
export const CLUMPS = 1.15

/**
 * How much the rate wanders by itself over runs of 1 to 28 days, learned from the account's own runs that `counts`
 * lets in, against what is usual; with few conversions chance hides it and the usual stays.
 */
export function wanderOf(
  expectations: Expectations,
  days: number,
  counts: (from: number, to: number) => boolean,
): Wander {
  const factors = LENGTHS.map((length) => {
    const usual = usualWander(length)
    let excess = 0
    let squares = 0
    let noise = 0
    for (let from = 0; from + length <= days; from++) {
      const to = from + length - 1
      if (!counts(from, to)) continue
      const { seen, mean, behind } = expectations.of(from, to)
      if (mean <= 0) continue
      const chance = CLUMPS * mean + (CLUMPS * mean * mean) / behind
      excess += (seen - mean) ** 2 - chance
      squares += mean * mean
      noise += 2 * (chance + usual * mean * mean) ** 2
    }
    if (squares <= 0) return 1
    // Runs that overlap tell the same: only one in `length` counts.
    const doubt = (noise * length) / (squares * usual) ** 2
    const trust = 1 / (1 + doubt)
    return Math.max(LEAST_SHARE, 1 - trust + trust * (excess / squares / usual))
  })
  return (length) => usualWander(length) * between(factors, length)
}

/** The same before anything is known of the account. */
export function usualWander(length: number): number {
  const { sd, persistence: p } = SHOCK
  const mean =
    ((1 + p) / (1 - p) - ((2 * p) / length) * ((1 - p ** length) / (1 - p) ** 2)) / length
  return sd * sd * mean + LASTING_SD ** 2
}

/** Between the two nearest lengths, by the logarithm. */
function between(factors: readonly number[], length: number): number {
  const after = LENGTHS.findIndex((one) => one >= length)
  if (after < 0) return factors.at(-1)!
  if (after === 0) return factors[0]!
  const [low, high] = [LENGTHS[after - 1]!, LENGTHS[after]!]
  const part = Math.log(length / low) / Math.log(high / low)
  return factors[after - 1]! * (1 - part) + factors[after]! * part
}
