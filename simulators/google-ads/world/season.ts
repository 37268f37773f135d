import { dayNumber, monthPosition, weekdayOf } from './calendar.ts'
import type { Trade } from './vocabulary/trade.ts'

const TREND_BASE = dayNumber('2026-06-01')

/** Demand of a day relative to an average day: month (interpolated between mid-months), weekday, slow trend. */
export function seasonFactor(season: Trade['season'], day: number): number {
  const position = monthPosition(day) - 0.5
  const before = Math.floor(position)
  const share = position - before
  const month = (at: number) => season.months[(at + 12) % 12] as number
  const seasonal = month(before) * (1 - share) + month(before + 1) * share
  const trend = (1 + season.trendPerYear) ** ((day - TREND_BASE) / 365)
  return seasonal * (season.weekdays[weekdayOf(day)] as number) * trend
}
