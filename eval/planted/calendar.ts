import { analysisWindow } from '#engine/account/window.ts'
import { drawGamma, type Uniforms } from '#engine/statistics/random.ts'
import { DEFAULT_LAG_CURVE } from '#engine/thresholds/thresholds.ts'
import { addDays, type Day, daysInRange, eachDay } from '#shared/dates.ts'
import { DISPERSION, type Variant } from './populations.ts'

export const TODAY: Day = '2026-11-21'
export const WINDOW = analysisWindow(TODAY)
/** The window and the days after it whose conversions are still coming in. */
export const ALL_DAYS = eachDay(WINDOW.from, addDays(TODAY, -1))
export const WINDOW_DAYS = daysInRange(WINDOW.from, WINDOW.to)

/** Days of the window without any conversion counted. */
export type Outage = { from: number; days: number }

/** Share of a campaign's clicks and counted conversions on each day; both add up to 1 over the window. */
export type Calendar = {
  clicks: number[]
  conversions: number[]
  /** Conversions that have been counted by today, of those that the window's clicks bring on average. */
  counted: number
}

const WEEK = [1.1, 1.12, 1.08, 1.05, 1, 0.8, 0.85]

/** Weekdays, trend, a campaign's good and bad days, conversions not yet reported, days on which none was counted. */
export function drawCalendar(
  next: Uniforms,
  { variant, outage }: { variant: Variant; outage: Outage | null },
  conversionsADay: number,
): Calendar {
  const trend = 0.4 * (next() - 0.5)
  const shock = 20 + Math.floor(40 * next())
  const volume = ALL_DAYS.map((_, d) => {
    const promotion = variant.shocks && d >= shock && d < shock + 14 ? 2 : 1
    const silence = variant.shocks && d >= shock + 20 && d < shock + 27 ? 0.3 : 1
    return WEEK[d % 7]! * (1 + trend * (d / WINDOW_DAYS - 0.5)) * promotion * silence
  })
  const shape = conversionsADay / (DISPERSION - 1)
  const counted = ALL_DAYS.map((day, d) => {
    const lost = outage !== null && d >= outage.from && d < outage.from + outage.days
    const promotion = variant.shocks && d >= shock && d < shock + 14 ? 1.5 : 1
    const reported = DEFAULT_LAG_CURVE[daysInRange(day, TODAY) - 1] ?? 1
    return lost ? 0 : promotion * reported * drawGamma(next, shape, shape)
  })
  const total = inWindow(volume)
  const conversions = volume.map((share, d) => share * counted[d]!)
  const all = inWindow(conversions)
  return {
    clicks: volume.map((share) => share / total),
    conversions: conversions.map((share) => share / all),
    counted: all / total,
  }
}

function inWindow(values: readonly number[]): number {
  return values.slice(0, WINDOW_DAYS).reduce((a, b) => a + b, 0)
}
