import { accessOf, addDaysTo, type BillingRow, isLive, KEPT_DAYS } from './access.ts'
import { expiryOf } from './cards.ts'

/** A mail that is due; sent once per kind and subject. */
export type Notice = {
  kind:
    | 'payment_failed'
    | 'grace_ending'
    | 'access_closed'
    | 'subscription_ended'
    | 'deletion_week'
    | 'deletion_day'
    | 'card_expiring'
  subject: string
}

const SECOND_GRACE_MAIL_DAY = 5
const WEEK_BEFORE = KEPT_DAYS - 7
const DAY_BEFORE = KEPT_DAYS - 1

/** What the user is to be told at an instant. After a long silence only the latest of a series. */
export function dueNotices(row: BillingRow, now: Date): Notice[] {
  return [...graceNotices(row, now), ...endNotices(row, now), ...cardNotices(row, now)]
}

function graceNotices(row: BillingRow, now: Date): Notice[] {
  if ((row.status !== 'past_due' && row.status !== 'unpaid') || !row.pastDueSince) return []
  const subject = row.pastDueSince.toISOString()
  if (!accessOf(row, now).open) return [{ kind: 'access_closed', subject }]
  const isSecond = addDaysTo(row.pastDueSince, SECOND_GRACE_MAIL_DAY) <= now
  return [{ kind: isSecond ? 'grace_ending' : 'payment_failed', subject }]
}

function endNotices(row: BillingRow, now: Date): Notice[] {
  if (row.status !== 'canceled' || !row.endedAt || row.dataDeletedAt) return []
  const subject = row.endedAt.toISOString()
  if (addDaysTo(row.endedAt, DAY_BEFORE) <= now) return [{ kind: 'deletion_day', subject }]
  if (addDaysTo(row.endedAt, WEEK_BEFORE) <= now) return [{ kind: 'deletion_week', subject }]
  return [{ kind: 'subscription_ended', subject }]
}

function cardNotices(row: BillingRow, now: Date): Notice[] {
  const { cardId, cardExpiryMonth: month, cardExpiryYear: year } = row
  if (!isLive(row.status) || row.cancelAtPeriodEnd || !cardId || !month || !year) return []
  if (expiryOf(month, year, now) === 'ok') return []
  return [{ kind: 'card_expiring', subject: `${cardId} ${month}/${year}` }]
}

/**
 * Data goes 30 days after the end, and never within a day of its last announcement: who was not told in time
 * (the machine was off) gets the day.
 */
export function deletionAt(endedAt: Date, lastAnnouncedAt: Date | null): Date {
  const regular = addDaysTo(endedAt, KEPT_DAYS)
  const announced = lastAnnouncedAt && addDaysTo(lastAnnouncedAt, 1)
  return announced && announced > regular ? announced : regular
}
