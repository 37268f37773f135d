import type { billingAccounts } from '#platform/db/schema/billing.ts'
import type { Interval, PlanId } from '#shared/plans.ts'
import { isPaid } from '../contract/subscription.ts'

export type BillingRow = typeof billingAccounts.$inferSelect

const DAY_MS = 86_400_000
/** A failed payment closes the access after these days. */
export const GRACE_DAYS = 7
/** How long the accounts' data outlives the subscription. */
export const KEPT_DAYS = 30

/** What the subscription as last read gives its user at an instant. */
export type Access = {
  open: boolean
  /** The plan whose limits hold; null when closed. */
  plan: PlanId | null
  /** End of the grace after a failed payment; null outside of it. */
  graceUntil: Date | null
}

type Stored = Pick<BillingRow, 'status' | 'plan' | 'paidPlan' | 'paidPlanUntil' | 'pastDueSince'>

const CLOSED: Access = { open: false, plan: null, graceUntil: null }

/** Only Stripe's own word opens: active and trialing do, past_due for a week, nothing else ever. */
export function accessOf(row: Stored, now: Date): Access {
  const plan = planInForce(row, now)
  if (!plan) return CLOSED
  if (isPaid(row.status)) return { open: true, plan, graceUntil: null }
  if (row.status !== 'past_due' || !row.pastDueSince) return CLOSED
  const graceUntil = addDaysTo(row.pastDueSince, GRACE_DAYS)
  return graceUntil > now ? { open: true, plan, graceUntil } : CLOSED
}

/** While a downgrade waits, the plan already paid for. */
function planInForce(row: Stored, now: Date): PlanId | null {
  return isDowngradeWaiting(row, now) ? row.paidPlan : row.plan
}

/** While another interval waits, the one already paid for. */
export function intervalInForce(
  row: Pick<BillingRow, 'interval' | 'paidInterval' | 'paidPlan' | 'paidPlanUntil'>,
  now: Date,
): Interval {
  return (isDowngradeWaiting(row, now) ? row.paidInterval : row.interval) ?? 'month'
}

export function isDowngradeWaiting(
  row: Pick<BillingRow, 'paidPlan' | 'paidPlanUntil'>,
  now: Date,
): boolean {
  return row.paidPlan !== null && row.paidPlanUntil !== null && row.paidPlanUntil > now
}

const FINAL = new Set(['canceled', 'incomplete_expired'])

/** Stripe goes on charging, or trying to. */
export function isLive(status: string | null): boolean {
  return isPaid(status) || status === 'past_due'
}

type Ending = Pick<BillingRow, 'status' | 'cancelAtPeriodEnd' | 'cancelAt' | 'periodEnd'>

/** When a cancelled one ends; a day set in Stripe's dashboard may be before the end of the period, or periods later. */
export function cancelledFor({ cancelAtPeriodEnd, cancelAt, periodEnd }: Ending): Date | null {
  return cancelAtPeriodEnd ? (cancelAt ?? periodEnd) : null
}

/** Cancelled, and for no later than the period that is paid. */
export function endsWithPeriod(row: Ending): boolean {
  const end = cancelledFor(row)
  return end !== null && (row.periodEnd === null || end <= row.periodEnd)
}

/** The next period will be charged. */
export function renews(row: Ending): boolean {
  return isLive(row.status) && !endsWithPeriod(row)
}

/**
 * From when on the days count after which the data go: the end of the subscription, or of what an administrator gave or
 * closed since. Null for one that has not ended.
 */
export function endOf({
  status,
  endedAt,
  heldUntil,
}: Pick<BillingRow, 'status' | 'endedAt' | 'heldUntil'>): Date | null {
  if (status !== 'canceled' || !endedAt) return null
  return heldUntil && heldUntil > endedAt ? heldUntil : endedAt
}

/** Nothing more will happen to a subscription in this state. */
export function isFinal(status: string | null): boolean {
  return status === null || FINAL.has(status)
}

export function addDaysTo(instant: Date, days: number): Date {
  return new Date(instant.getTime() + days * DAY_MS)
}

/** Once a person: who has had a subscription has tried it, also where a team that they gave away has it now. */
export function hasTried(
  row: { subscriptionId: string | null } | undefined,
  user: { trialUsedAt: Date | null } | undefined,
): boolean {
  return Boolean(row?.subscriptionId ?? user?.trialUsedAt)
}
