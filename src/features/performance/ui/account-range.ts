import { quickDays, quickNamed, type RangeChoice } from '#kit/date-choice.ts'
import type { UrlChanges } from '#kit/url-state.ts'
import { addDays, type Day, type DayRange, dayAtOffset, isDay } from '#shared/dates.ts'
import type { FactStep } from '#shared/file-facts.ts'

type AccountDays = {
  utcOffsetMinutes: number
  granularity: FactStep
  source: 'google' | 'imported'
  dataFrom: Day | null
  dataTo: Day | null
}

const DEFAULT_DAYS = 30

/** The account's own today. Data of a later day proves that this machine's clock is behind. */
export function accountToday(account: AccountDays, now: Date): Day {
  const today = dayAtOffset(now, account.utcOffsetMinutes)
  return account.dataTo && account.dataTo > today ? account.dataTo : today
}

/**
 * The range of the address when it names two days (in either order) or a range that moves with the calendar, else
 * the last 30 days: up to today, or up to the last day with data when that is long past, or all that files tell.
 */
export function accountRange(account: AccountDays, params: URLSearchParams, now: Date): DayRange {
  const from = params.get('from') ?? ''
  const to = params.get('to') ?? ''
  if (isDay(from) && isDay(to)) return from <= to ? { from, to } : { from: to, to: from }
  const today = accountToday(account, now)
  const quick = quickNamed(params.get('range'))
  if (quick) return quickDays(quick.name, today)
  const newest = account.source === 'imported' ? today : addDays(today, -DEFAULT_DAYS)
  const isStale = account.dataTo !== null && account.dataTo < newest
  const last = isStale && account.dataTo ? account.dataTo : today
  return { from: addDays(last, 1 - DEFAULT_DAYS), to: last }
}

/** A name is kept as it is, so that a saved view of this month is one of the month in which it is opened. */
export function choosing(choice: RangeChoice): UrlChanges {
  return typeof choice === 'string'
    ? { range: choice, from: null, to: null }
    : { range: null, ...choice }
}

/** What the calls send: nothing for a report without days, whose period cannot be cut. */
export function rangeInput(account: AccountDays, range: DayRange): Partial<DayRange> {
  return account.granularity === 'period' ? {} : range
}
