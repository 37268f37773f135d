import { addDays, type Day, daysInRange } from '#shared/dates.ts'
import { DEFAULT_LAG_CURVE, THRESHOLDS } from '../thresholds/thresholds.ts'

/**
 * The days to load for an analysis: 90, ending where 90 % of the conversions of a click have been
 * reported, so that recent clicks do not look barren.
 */
export function analysisWindow(today: Day, lagCurve: readonly number[] = DEFAULT_LAG_CURVE) {
  const found = lagCurve.findIndex((share) => share >= THRESHOLDS.lagCoverage.value)
  const tail = found < 0 ? lagCurve.length : found
  const to = addDays(today, -Math.max(1, tail))
  return { from: addDays(to, 1 - THRESHOLDS.windowDays.value), to }
}

/** First day of the newest third of a window: what changes from month to month shows between it and the rest. */
export function recentFrom({ from, to }: { from: Day; to: Day }): Day {
  return addDays(to, 1 - Math.floor(daysInRange(from, to) / 3))
}

/** Share of the conversions of a click of `day` that have been reported by `today`, 0..1. */
export function reportedShare(
  day: Day,
  today: Day,
  lagCurve: readonly number[] = DEFAULT_LAG_CURVE,
) {
  const age = daysInRange(day, today) - 1
  return age < 0 ? 0 : Math.min(1, lagCurve[age] ?? 1)
}
