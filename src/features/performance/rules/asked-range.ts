import { AppError } from '#shared/app-error.ts'
import { addDays, type Day, type DayRange, dayInZone, daysInRange } from '#shared/dates.ts'
import { type FileFacts, type FileLevel, wholeSteps } from '#shared/file-facts.ts'

const DEFAULT_DAYS = 30
const LEAP_YEAR_DAYS = 366
const LONGEST_DAYS = 4 * LEAP_YEAR_DAYS

type AccountDays = {
  timeZone: string
  fileFacts: FileFacts | null
}

/**
 * The days to sum: what was asked, else the last 30 days in the account's time zone; of files without days whole
 * weeks, months or their whole period, as they are for the level. Throws 'invalid' in Spanish.
 */
export function askedRange(
  account: AccountDays,
  asked: { from?: Day; to?: Day },
  now: Date,
  level: FileLevel = 'account',
): DayRange {
  const facts = account.fileFacts?.[level]
  if (facts?.step === 'period') return wholeSteps(facts, facts)
  const today = dayInZone(now, account.timeZone)
  // Files know nothing of the days after them.
  const to = asked.to ?? (facts && facts.to < today ? facts.to : today)
  const from = asked.from ?? addDays(to, 1 - DEFAULT_DAYS)
  if (from > to) throw new AppError('invalid', 'La fecha inicial es posterior a la final.')
  if (daysInRange(from, to) > LONGEST_DAYS)
    throw new AppError('invalid', 'El periodo es demasiado largo: elige como máximo cuatro años.')
  return facts ? wholeSteps({ from, to }, facts) : { from, to }
}

export type Comparison = 'previous' | 'year'

/** The part of a range that a split kept for its newest days only can answer; null when it lies before them. */
export function newestDays(range: DayRange, lastDay: Day, days: number): DayRange | null {
  const first = addDays(lastDay, 1 - days)
  const from = range.from > first ? range.from : first
  const to = range.to < lastDay ? range.to : lastDay
  return from <= to ? { from, to } : null
}
