import {
  addDays,
  type Day,
  dayInZone,
  daysInRange,
  previousPeriod,
  startOfMonth,
  wallClockInZone,
  weekday,
} from '#shared/dates.ts'
import type { Compare, Frequency, Period } from '../contract/shapes.ts'
import type { Range } from './report.ts'

/** The last whole week (Monday to Sunday), the last whole month, or 30 days up to yesterday. */
export function rangeOf(period: Period, today: Day): Range {
  if (period === 'last_30_days') return { from: addDays(today, -30), to: addDays(today, -1) }
  if (period === 'last_week') {
    const monday = addDays(today, -weekday(today))
    return { from: addDays(monday, -7), to: addDays(monday, -1) }
  }
  const to = addDays(startOfMonth(today), -1)
  return { from: startOfMonth(to), to }
}

export const PERIOD_OF: Record<Frequency, Period> = { weekly: 'last_week', monthly: 'last_month' }

/** As many days, as on every screen: those right before, or those that began on the same date a year earlier. */
export function comparedRange(range: Range, compare: Compare): Range | null {
  if (compare === 'none') return null
  if (compare === 'previous') return previousPeriod(range)
  const same = `${Number(range.from.slice(0, 4)) - 1}${range.from.slice(4)}`
  const from = same.endsWith('-02-29') ? `${same.slice(0, 8)}28` : same
  return { from, to: addDays(from, daysInRange(range.from, range.to) - 1) }
}

const ZONE = 'Europe/Madrid'
const HOUR = '08:00:00'

/** The first Monday, or first of a month, at 8:00 in Madrid after `now`. */
export function nextRunAt(frequency: Frequency, now: Date): Date {
  let day = dayInZone(now, ZONE)
  for (;;) {
    const isItsDay = frequency === 'weekly' ? weekday(day) === 0 : day.endsWith('-01')
    const at = isItsDay ? instantInZone(day) : null
    if (at && at > now) return at
    day = addDays(day, 1)
  }
}

/** 8:00 on the wall clock: the zone's distance from UTC is read off at that very hour. */
function instantInZone(day: Day): Date {
  const asUtc = new Date(`${day}T${HOUR}Z`)
  const shown = new Date(`${wallClockInZone(asUtc, ZONE).replace(' ', 'T')}Z`)
  return new Date(asUtc.getTime() * 2 - shown.getTime())
}
