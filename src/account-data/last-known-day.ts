import { endOfWholeStep } from '#shared/compared-days.ts'
import { addDays, type Day, dayInZone } from '#shared/dates.ts'
import type { FileLevel } from '#shared/file-facts.ts'
import type { Account } from './owned-account.ts'

/** Older figures say nothing of now. */
const STALE_AFTER_DAYS = 2

/** A day's figures are whole at three in the morning of the next, in every zone (Google Ads Help, 'About data freshness'). */
export const WHOLE_AFTER_MS = 3 * 3_600_000

type Read = Pick<Account, 'source' | 'granularity' | 'timeZone' | 'lastSyncedAt' | 'dataTo'>

/** The last whole day of which an account's figures were read, however long ago; null where they are not known by day. */
export function lastReadDay(account: Read, now: Date): Day | null {
  const { source, granularity, timeZone, lastSyncedAt, dataTo } = account
  if (granularity !== 'day') return null
  const yesterday = addDays(dayInZone(now, timeZone), -1)
  const read = lastSyncedAt && wholeDayAt(lastSyncedAt, timeZone)
  const last = source === 'google' ? read : dataTo
  return last && last > yesterday ? yesterday : last
}

/** The same; of files by weeks or months the end of the last whole one of a level. */
export function lastWholeDay(
  account: Read & Pick<Account, 'fileFacts'>,
  now: Date,
  level: FileLevel = 'account',
): Day | null {
  const facts = account.fileFacts?.[level]
  if (!facts || facts.step === 'day') return lastReadDay(account, now)
  if (facts.step === 'period') return null
  const yesterday = addDays(dayInZone(now, account.timeZone), -1)
  return endOfWholeStep(facts.to < yesterday ? facts.to : yesterday, facts)
}

/** The last day of which Google has all figures at an instant. */
export function wholeDayAt(instant: Date, timeZone: string): Day {
  return addDays(dayInZone(new Date(instant.getTime() - WHOLE_AFTER_MS), timeZone), -1)
}

/**
 * The same, null where it is stale. What was read and has no figures is a day without traffic: that a whole account
 * stands still must not pass for a lack of data.
 */
export function lastKnownDay(account: Read, now: Date): Day | null {
  const last = lastReadDay(account, now)
  const today = dayInZone(now, account.timeZone)
  return last && last >= addDays(today, -1 - STALE_AFTER_DAYS) ? last : null
}
