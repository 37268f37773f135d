import { driftSquare } from './drift.ts'
import type { UnitNoise } from './halves-effect.ts'

/** Of a unit, in two windows before anything was changed. */
type Counts = { clicks: number; conversions: number }
export type UnitPast = { earlier: Counts; before: Counts }

/** Variance over mean of daily clicks where the days are not looked at one by one. */
const USUAL_DISPERSION = 1.5
/** Clicks in a window below which a unit tells nothing of drift. */
const LEAST_CLICKS = 8
/** Fewer units tell next to nothing of how far they drift: the usual drift counts as this many. */
const IMAGINED_UNITS = 4
const USUAL_DRIFT = 0.2

/** Units that the usual dispersion of conversions counts as. */
const IMAGINED_SELLERS = 8

/** Buyers who convert five times each, or conversion rates that move by themselves. */
const MOST_SCATTER = 8

/** How far the units drifted apart by themselves between two past windows, and how their conversions scatter. */
export function unitNoiseOf(units: readonly UnitPast[]): UnitNoise {
  const known = units.filter(
    ({ earlier, before }) => earlier.clicks >= LEAST_CLICKS && before.clicks >= LEAST_CLICKS,
  )
  const moved = known.map(({ earlier, before }) => ({
    log: Math.log(before.clicks / earlier.clicks),
    variance: USUAL_DISPERSION * (1 / earlier.clicks + 1 / before.clicks),
  }))
  const count = Math.max(0, known.length - 1)
  const square = count > 0 ? driftSquare([{ placebos: moved, weight: 1 }]) : 0
  const drift = (square * count + USUAL_DRIFT ** 2 * IMAGINED_UNITS) / (count + IMAGINED_UNITS)
  return {
    dispersion: USUAL_DISPERSION,
    drift: Math.sqrt(drift),
    soldDispersion: soldDispersionOf(units, drift),
  }
}

/** Variance over mean: of each unit's conversions of both windows, how they fell to the later; drift is taken off. */
function soldDispersionOf(units: readonly UnitPast[], driftSquared: number): number {
  const sold = units
    .map(({ earlier, before }) => [earlier.conversions, before.conversions] as const)
    .filter(([earlier, before]) => earlier + before >= 1)
  const all = sold.reduce((sum, [earlier, before]) => sum + earlier + before, 0)
  const later = sold.reduce((sum, [, before]) => sum + before, 0) / (all || 1)
  const even = later * (1 - later)
  const freedom = Math.max(0, sold.length - 1)
  if (freedom === 0 || even <= 0) return USUAL_DISPERSION
  const square = sold.reduce((sum, [earlier, before]) => {
    const total = earlier + before
    return sum + (before - total * later) ** 2 / (total * even) - total * even * driftSquared
  }, 0)
  const seen = (square + USUAL_DISPERSION * IMAGINED_SELLERS) / (freedom + IMAGINED_SELLERS)
  return Math.min(MOST_SCATTER, Math.max(1, seen))
}
