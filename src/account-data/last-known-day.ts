import { addDays, type Day, dayInZone } from '#shared/dates.ts'
import type { Account } from './owned-account.ts'

/** Older figures say nothing of now. */
const STALE_AFTER_DAYS = 2

/**
 * The last whole day of which an account's figures are known; null where they are not known by day or are stale. What was
 * read and has no figures is a day without traffic: that a whole account stands still must not pass for a lack of data.
 */
export function lastKnownDay(
  account: Pick<Account, 'source' | 'granularity' | 'timeZone' | 'lastSyncedAt' | 'dataTo'>,
  now: Date,
): Day | null {
  const { source, granularity, timeZone, lastSyncedAt, dataTo } = account
  if (granularity !== 'day') return null
  const today = dayInZone(now, timeZone)
  const read = lastSyncedAt && addDays(dayInZone(lastSyncedAt, timeZone), -1)
  const last = source === 'google' ? read : dataTo
  if (!last || last < addDays(today, -1 - STALE_AFTER_DAYS)) return null
  return last < today ? last : addDays(today, -1)
}
