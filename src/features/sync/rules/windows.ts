import { LATE_DAYS, LATE_EVERY_DAYS, RESTATED_DAYS } from '#engine/account/held-curve.ts'
import {
  addDays,
  type Day,
  type DayRange,
  dayInZone,
  daysInRange,
  knownZone,
} from '#shared/dates.ts'

export const WINDOW_DAYS = RESTATED_DAYS
/** After a pause of some days those more are asked for with the others: a window of their own is as many operations again. */
const MOST_AT_ONCE_DAYS = 40
/** What is due after a week in two windows. */
const LATE_WINDOW_DAYS = Math.ceil((LATE_DAYS + LATE_EVERY_DAYS - 1 - WINDOW_DAYS) / 2)

/** Windows of a run, newest first: the restated days, those missed since the last run, and those that it left with conversions to come. */
export function recentWindows(
  today: Day,
  lastSyncedDay: Day | null,
  historyDays: number,
): DayRange[] {
  const restated = addDays(today, 1 - WINDOW_DAYS)
  const horizon = firstDayOfHistory(today, historyDays)
  const unfinished = lastSyncedDay && addDays(lastSyncedDay, 2 - WINDOW_DAYS)
  const start = unfinished && unfinished < restated ? later(unfinished, horizon) : restated
  const days = daysInRange(start, today)
  return windowsBetween(start, today, days <= MOST_AT_ONCE_DAYS ? days : WINDOW_DAYS)
}

/** Whether days between the last run and the windows of this one stay unread. */
export function leavesGap(windows: readonly DayRange[], lastSyncedDay: Day | null): boolean {
  const first = windows.at(-1)?.from
  return lastSyncedDay !== null && first !== undefined && first > addDays(lastSyncedDay, 1)
}

/**
 * Windows of days that are older than those of each run, oldest first, where their last conversions come so late: all that were not
 * LATE_DAYS old when such were read last. Empty while that is not due.
 */
export function lateWindows(today: Day, readOn: Day, knownFrom: Day): DayRange[] {
  if (addDays(readOn, LATE_EVERY_DAYS) > today) return []
  const start = later(knownFrom, addDays(readOn, 2 - LATE_DAYS))
  return windowsBetween(start, addDays(today, -WINDOW_DAYS), LATE_WINDOW_DAYS).reverse()
}

/** Once all up to the end of a window are read: the day on which a run would have read these and no newer ones. */
export function lateReadOnAfter({ to }: DayRange): Day {
  return addDays(to, WINDOW_DAYS)
}

/** The next older window; null when the history is complete. */
export function nextBackfillWindow(
  today: Day,
  backfilledFrom: Day,
  historyDays: number,
): DayRange | null {
  const horizon = firstDayOfHistory(today, historyDays)
  if (backfilledFrom <= horizon) return null
  const to = addDays(backfilledFrom, -1)
  return { from: later(horizon, addDays(to, 1 - WINDOW_DAYS)), to }
}

/** The oldest day that is pulled; `historyDays` comes from the configuration. */
export function firstDayOfHistory(today: Day, historyDays: number): Day {
  return addDays(today, 1 - historyDays)
}

/** The part of a window within the newest `days` days; null when it lies before them. */
export function clipToNewest(window: DayRange, today: Day, days: number | undefined) {
  if (days === undefined) return window
  const from = later(window.from, addDays(today, 1 - days))
  return from <= window.to ? { from, to: window.to } : null
}

/** Today in the account's time zone; UTC where Google names none we know. */
export function todayIn(timeZone: string, now: Date): Day {
  return dayInZone(now, knownZone(timeZone))
}

function windowsBetween(start: Day, end: Day, length: number): DayRange[] {
  const windows: DayRange[] = []
  for (let to = end; to >= start; to = addDays(to, -length))
    windows.push({ from: later(start, addDays(to, 1 - length)), to })
  return windows
}

function later(a: Day, b: Day): Day {
  return a > b ? a : b
}
