import { normalCdf } from '../statistics/stats.ts'

/** One comparison as Google prints it; the margin at a level that it does not name. */
export type GoogleEstimate = { estimate: number; margin: number; p: number }

/** Two-sided levels at which margins are given, by their normal quantile: 80, 90, 95 and 99 %. */
const LEVELS = [1.2816, 1.6449, 1.96, 2.5758]
const USUAL_LEVEL = 1.96
/** Outside it the p-value hardly tells how far the estimate lies from nothing. */
const TELLING = { from: 1e-9, to: 0.9 }

/** Standard deviations of estimates of one experiment, whose margins all have the same level; null where there is none. */
export function errorsOf(estimates: readonly (GoogleEstimate | null)[]): (number | null)[] {
  const ratios = estimates.flatMap((one) =>
    one && isTelling(one) ? one.margin / errorByP(one) : [],
  )
  const [ratio] = ratios
  const level = ratio === undefined ? USUAL_LEVEL : nearestLevel(ratio)
  return estimates.map((one) => one && one.margin / level)
}

const isTelling = ({ p, estimate }: GoogleEstimate) =>
  p > TELLING.from && p < TELLING.to && estimate !== 0

const errorByP = ({ estimate, p }: GoogleEstimate) => Math.abs(estimate) / zOf(p)

function nearestLevel(ratio: number): number {
  const off = (level: number) => Math.abs(Math.log(ratio / level))
  return LEVELS.toSorted((a, b) => off(a) - off(b))[0]!
}

/** Φ⁻¹(1 − p/2). */
export function zOf(p: number): number {
  let [low, high] = [0, 10]
  for (let round = 0; round < 60; round++) {
    const middle = (low + high) / 2
    if (2 * (1 - normalCdf(middle)) > p) low = middle
    else high = middle
  }
  return (low + high) / 2
}
