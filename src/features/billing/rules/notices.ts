import {
  accessOf,
  addDaysTo,
  type BillingRow,
  cancelledFor,
  endOf,
  intervalInForce,
  isDowngradeWaiting,
  isFinal,
  KEPT_DAYS,
  renews,
} from './access.ts'
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
    | 'trial_ending'
    | 'year_renewing'
    | 'plan_changed'
    | 'plan_scheduled'
    | 'cancellation_scheduled'
    | 'cancellation_dropped'
    | 'recovered'
  subject: string
}

/** Time enough to decide whether another year is wanted. */
const YEAR_MAIL_DAYS = 21
/** When Stripe tells of it. */
const TRIAL_MAIL_DAYS = 3
const SECOND_GRACE_MAIL_DAY = 5
const WEEK_BEFORE = KEPT_DAYS - 7
const DAY_BEFORE = KEPT_DAYS - 1

/** What the user is to be told at an instant. After a long silence only the latest of a series. */
export function dueNotices(row: BillingRow, now: Date): Notice[] {
  return [
    ...graceNotices(row, now),
    ...endNotices(row, now),
    ...cardNotices(row, now),
    ...trialNotices(row, now),
    ...yearNotices(row, now),
  ]
}

/** What a reading of Stripe has changed for its user; nothing for who had no subscription before. */
export function changeNotices(before: BillingRow, after: BillingRow, now: Date): Notice['kind'][] {
  if (isFinal(before.status) || isFinal(after.status)) return []
  const [was, is] = [accessOf(before, now), accessOf(after, now)]
  const differs =
    was.plan !== is.plan || intervalInForce(before, now) !== intervalInForce(after, now)
  const changed = was.plan !== null && is.plan !== null && differs
  const scheduled = !isDowngradeWaiting(before, now) && isDowngradeWaiting(after, now)
  return [
    ...(changed ? ['plan_changed' as const] : []),
    ...(scheduled ? ['plan_scheduled' as const] : []),
    ...(isEndNew(before, after) ? ['cancellation_scheduled' as const] : []),
    ...(before.cancelAtPeriodEnd && !after.cancelAtPeriodEnd
      ? ['cancellation_dropped' as const]
      : []),
    ...(isOwing(before) && after.status === 'active' ? ['recovered' as const] : []),
  ]
}

/** Cancelled, or for another day than was told: what is charged until then has changed too. */
function isEndNew(before: BillingRow, after: BillingRow): boolean {
  const end = cancelledFor(after)
  return end !== null && end.getTime() !== cancelledFor(before)?.getTime()
}

function isOwing({ status }: BillingRow): boolean {
  return status === 'past_due' || status === 'unpaid'
}

function trialNotices(row: BillingRow, now: Date): Notice[] {
  const { status, periodEnd } = row
  if (status !== 'trialing' || !periodEnd || !renews(row)) return []
  if (addDaysTo(now, TRIAL_MAIL_DAYS) < periodEnd) return []
  return [{ kind: 'trial_ending', subject: periodEnd.toISOString() }]
}

/** A year is charged next, and one is paid now: of a first one the trial's end tells, or the change that brings it. */
function yearNotices(row: BillingRow, now: Date): Notice[] {
  const { status, interval, paidInterval, periodEnd } = row
  const isAnother = interval === 'year' && (paidInterval ?? interval) === 'year'
  if (status !== 'active' || !isAnother || !periodEnd || !renews(row)) return []
  if (addDaysTo(now, YEAR_MAIL_DAYS) < periodEnd || periodEnd <= now) return []
  return [{ kind: 'year_renewing', subject: periodEnd.toISOString() }]
}

function graceNotices(row: BillingRow, now: Date): Notice[] {
  if (!isOwing(row) || !row.pastDueSince) return []
  const subject = row.pastDueSince.toISOString()
  if (!accessOf(row, now).open) return [{ kind: 'access_closed', subject }]
  const isSecond = addDaysTo(row.pastDueSince, SECOND_GRACE_MAIL_DAY) <= now
  return [{ kind: isSecond ? 'grace_ending' : 'payment_failed', subject }]
}

function endNotices(row: BillingRow, now: Date): Notice[] {
  const end = endOf(row)
  if (!end || row.dataDeletedAt) return []
  const subject = end.toISOString()
  if (addDaysTo(end, DAY_BEFORE) <= now) return [{ kind: 'deletion_day', subject }]
  if (addDaysTo(end, WEEK_BEFORE) <= now) return [{ kind: 'deletion_week', subject }]
  return [{ kind: 'subscription_ended', subject }]
}

function cardNotices(row: BillingRow, now: Date): Notice[] {
  const { cardId, cardExpiryMonth: month, cardExpiryYear: year } = row
  if (!renews(row) || !cardId || !month || !year) return []
  if (expiryOf(month, year, now) === 'ok') return []
  return [{ kind: 'card_expiring', subject: `${cardId} ${month}/${year}` }]
}

/**
 * Data goes 30 days after the end, and never within a day of its last announcement: who was not told in time
 * (the machine was off) gets the day.
 */
export function deletionAt(end: Date, lastAnnouncedAt: Date | null): Date {
  const regular = addDaysTo(end, KEPT_DAYS)
  const announced = lastAnnouncedAt && addDaysTo(lastAnnouncedAt, 1)
  return announced && announced > regular ? announced : regular
}
