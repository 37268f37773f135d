import type { UnitNoise } from './halves-effect.ts'
import { driftSquare } from './placebos.ts'

/** Clicks of a unit in two windows before anything was changed. */
export type UnitPast = { earlier: number; before: number }

/** Variance over mean of daily clicks where the days are not looked at one by one. */
const USUAL_DISPERSION = 1.5
/** Clicks in a window below which a unit tells nothing of drift. */
const LEAST_CLICKS = 8
/** Fewer units tell next to nothing of how far they drift: the usual drift counts as this many. */
const IMAGINED_UNITS = 4
const USUAL_DRIFT = 0.2

/** How far the units drifted apart by themselves between two past windows. */
export function unitNoiseOf(units: readonly UnitPast[]): UnitNoise {
  const known = units.filter(
    ({ earlier, before }) => earlier >= LEAST_CLICKS && before >= LEAST_CLICKS,
  )
  const moved = known.map(({ earlier, before }) => ({
    log: Math.log(before / earlier),
    variance: USUAL_DISPERSION * (1 / earlier + 1 / before),
  }))
  const count = Math.max(0, known.length - 1)
  const square = count > 0 ? driftSquare(moved) : 0
  const drift = (square * count + USUAL_DRIFT ** 2 * IMAGINED_UNITS) / (count + IMAGINED_UNITS)
  return { dispersion: USUAL_DISPERSION, drift: Math.sqrt(drift) }
}
