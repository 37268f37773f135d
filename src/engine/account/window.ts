import { addDays, type Day, type DayRange, daysInRange } from '#shared/dates.ts'
import { DEFAULT_LAG_CURVE, THRESHOLDS } from '../thresholds/thresholds.ts'
import { LATE_DAYS, LATE_EVERY_DAYS } from './held-curve.ts'

/** Days that are read again hold all that will come of them by then. */
export const LONGEST_TAIL_DAYS = LATE_DAYS + LATE_EVERY_DAYS

/**
 * The days to load for an analysis: 90, ending where 90 % of the conversions of a click have been
 * reported, so that recent clicks do not look barren, or as many as ever are of days that are not read again.
 */
export function analysisWindow(today: Day, lagCurve: readonly number[] = DEFAULT_LAG_CURVE) {
  const most = lagCurve.slice(0, LONGEST_TAIL_DAYS).at(-1) ?? 1
  const tail = lagCurve.findIndex((share) => share >= Math.min(most, THRESHOLDS.lagCoverage.value))
  const to = addDays(today, -Math.max(1, tail))
  return { from: addDays(to, 1 - THRESHOLDS.windowDays.value), to }
}

/** First day of the newest third of a window: what changes from month to month shows between it and the rest. */
export function recentFrom({ from, to }: DayRange): Day {
  return addDays(to, 1 - Math.floor(daysInRange(from, to) / 3))
}

/** Share of the conversions of a click of `day` that have been reported by `today`, 0..1. */
export function reportedShare(
  day: Day,
  today: Day,
  lagCurve: readonly number[] = DEFAULT_LAG_CURVE,
) {
  const age = daysInRange(day, today) - 1
  return age < 0 ? 0 : Math.min(1, lagCurve[age] ?? lagCurve.at(-1) ?? 1)
}
