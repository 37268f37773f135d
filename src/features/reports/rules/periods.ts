import {
  addDays,
  type Day,
  type DayRange,
  dayInZone,
  instantInZone,
  startOfMonth,
  startOfWeek,
  weekday,
} from '#shared/dates.ts'
import type { Frequency, Period } from '../contract/shapes.ts'

/** The last whole week (Monday to Sunday), the last whole month, or 30 days up to yesterday. */
export function rangeOf(period: Period, today: Day): DayRange {
  if (period === 'last_30_days') return { from: addDays(today, -30), to: addDays(today, -1) }
  if (period === 'last_week') {
    const monday = startOfWeek(today)
    return { from: addDays(monday, -7), to: addDays(monday, -1) }
  }
  const to = addDays(startOfMonth(today), -1)
  return { from: startOfMonth(to), to }
}

export const PERIOD_OF: Record<Frequency, Period> = { weekly: 'last_week', monthly: 'last_month' }

/** History reaches back to it: its first figures, or an earlier day that was read and had none. */
export function firstReadDay(dataFrom: Day | null, backfilledFrom: Day | null): Day | null {
  const [first] = [dataFrom, backfilledFrom].filter((day) => day !== null).toSorted()
  return first ?? null
}

/** The clock that schedules go by; accounts have their own. */
export const SCHEDULE_ZONE = 'Europe/Madrid'
const DUE_AT = '08:00:00'
const HOUR_MS = 3_600_000
/** When Google has all figures of the day before. */
const WHOLE_AT = '03:00:00'

/** So long the last days' figures are waited for; then the report goes out and says how far they reach. */
const LONGEST_WAIT_HOURS = 2

/** The first Monday, or first of a month, at 8:00 in Madrid after `now`. */
export function nextRunAt(frequency: Frequency, now: Date): Date {
  let day = dayInZone(now, SCHEDULE_ZONE)
  for (;;) {
    const isItsDay = frequency === 'weekly' ? weekday(day) === 0 : day.endsWith('-01')
    const at = isItsDay ? instantInZone(day, DUE_AT, SCHEDULE_ZONE) : null
    if (at && at > now) return at
    day = addDays(day, 1)
  }
}

/** Until when a sync that has seen an account's last day before `today` is waited for: where that has ended lately, one is still to come. */
export function waitsUntil(
  dueAt: Date,
  today: Day,
  { timeZone, syncEveryHours }: { timeZone: string; syncEveryHours: number },
): Date {
  const syncedAt = instantInZone(today, WHOLE_AT, timeZone).getTime() + syncEveryHours * HOUR_MS
  return new Date(Math.max(dueAt.getTime(), syncedAt) + LONGEST_WAIT_HOURS * HOUR_MS)
}
