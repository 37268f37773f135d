import type Stripe from 'stripe'
import { type Interval, PLANS, type PlanId } from '#shared/plans.ts'
import type { BillingRow } from './access.ts'
import { NO_PENDING_PLAN, type PendingPlan } from './pending-plan.ts'
import { type Catalogue, type Offer, offerOfPrice } from './prices.ts'

/** What of our row Stripe decides about the subscription. */
export type SubscriptionState = Pick<
  BillingRow,
  | 'subscriptionId'
  | 'status'
  | 'plan'
  | 'interval'
  | 'unitAmount'
  | 'periodEnd'
  | 'cancelAtPeriodEnd'
  | 'cancelAt'
  | 'endedAt'
  | 'paidPlan'
  | 'paidInterval'
  | 'paidPlanUntil'
  | 'pastDueSince'
  | 'payUrl'
  | 'pendingPlan'
  | 'pendingInterval'
  | 'pendingPlanUntil'
  | 'pendingPlanUrl'
  | 'pendingPlanCents'
>

/** Keys we write on Stripe's subscription, so that it alone tells the whole state. */
export const METADATA = {
  userId: 'user_id',
  plan: 'plan',
  interval: 'interval',
  /** While a downgrade waits: the plan paid for, and the unix second until which it holds. */
  paidPlan: 'paid_plan',
  paidPlanUntil: 'paid_plan_until',
  /** On one that was given back: why. */
  endedAs: 'ended_as',
} as const

/** Paid besides the one in force, or past a closed door. */
export type WhyEnded = 'twice' | 'barred'

/** Why a subscription was, or is being, given back as if it had never been; null for all others. */
export function endedAs({ metadata }: Pick<Stripe.Subscription, 'metadata'>): WhyEnded | null {
  const why = metadata[METADATA.endedAs]
  return why === 'twice' || why === 'barred' ? why : null
}

const RANK: Record<string, number> = {
  active: 0,
  trialing: 0,
  past_due: 1,
  unpaid: 2,
  paused: 3,
  incomplete: 4,
}
const ENDED_RANK = 5

/**
 * The one subscription that counts, and those that were paid besides it. Of several alive the first made wins,
 * so that the answer does not depend on the order in which their events arrive; of ended ones the last made. What was
 * given back never counts.
 */
export function pickSubscription(
  all: readonly Stripe.Subscription[],
  catalogue: Catalogue,
): { kept: Stripe.Subscription | null; surplus: Stripe.Subscription[] } {
  const ours = all.filter((one) => planOf(one, catalogue) !== null && endedAs(one) === null)
  const [kept = null, ...others] = ours.toSorted((a, b) => {
    const rank = rankOf(a) - rankOf(b)
    if (rank !== 0) return rank
    const age = a.created - b.created || (a.id < b.id ? -1 : 1)
    return rankOf(a) === ENDED_RANK ? -age : age
  })
  if (!kept || rankOf(kept) > 1) return { kept, surplus: [] }
  return { kept, surplus: others.filter((other) => rankOf(other) <= 2) }
}

function rankOf({ status }: Stripe.Subscription): number {
  return RANK[status] ?? ENDED_RANK
}

/** By its price; by what we noted at its purchase when the price is one we sold earlier. */
export function planOf(subscription: Stripe.Subscription, catalogue: Catalogue): PlanId | null {
  const byPrice = offerOfPrice(subscription.items.data[0]?.price.id, catalogue)
  return byPrice?.plan ?? planNamed(subscription.metadata[METADATA.plan])
}

function planNamed(text: string | undefined): PlanId | null {
  return text && Object.hasOwn(PLANS, text) ? (text as PlanId) : null
}

/** `unpaid`: the subscription's open invoices; `pending`: a change that waits for its payment; `owingSince`: as known so far. */
export function stateOf(
  subscription: Stripe.Subscription,
  unpaid: readonly Stripe.Invoice[],
  catalogue: Catalogue,
  pending: PendingPlan = NO_PENDING_PLAN,
  owingSince: Date | null = null,
): SubscriptionState {
  const line = subscription.items.data[0]
  const oldest = unpaid.toSorted((a, b) => a.created - b.created)[0]
  const paidPlan = planNamed(subscription.metadata[METADATA.paidPlan])
  const paidPlanUntil = Number(subscription.metadata[METADATA.paidPlanUntil])
  const interval: Interval = line?.price.recurring?.interval === 'year' ? 'year' : 'month'
  const isOwing = subscription.status === 'past_due' || subscription.status === 'unpaid'
  return {
    subscriptionId: subscription.id,
    status: subscription.status,
    plan: planOf(subscription, catalogue),
    interval,
    unitAmount: line?.price.unit_amount ?? null,
    periodEnd: line ? fromUnix(line.current_period_end) : null,
    cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    cancelAt: subscription.cancel_at === null ? null : fromUnix(subscription.cancel_at),
    endedAt: subscription.ended_at === null ? null : fromUnix(subscription.ended_at),
    paidPlan: paidPlanUntil ? paidPlan : null,
    // Less of the same interval is charged from the next period on; another interval waits in a schedule.
    paidInterval: paidPlanUntil && paidPlan ? interval : null,
    paidPlanUntil: paidPlan && paidPlanUntil ? fromUnix(paidPlanUntil) : null,
    // Without an open invoice what is owed goes on, or the failed one was made when the present period began.
    pastDueSince: isOwing
      ? ((oldest ? fromUnix(oldest.created) : owingSince) ??
        fromUnix(line?.current_period_start ?? subscription.created))
      : null,
    payUrl: oldest?.hosted_invoice_url ?? null,
    ...pending,
  }
}

/** What a schedule brings with the next period, in the words of a change that waits; null when it brings nothing of ours. */
export function scheduledOffer(
  schedule: Pick<Stripe.SubscriptionSchedule, 'status' | 'phases' | 'current_phase'>,
  catalogue: Catalogue,
): { offer: Offer; at: Date } | null {
  const { status, phases, current_phase: current } = schedule
  const next = current && phases.find(({ start_date }) => start_date >= current.end_date)
  const price = next?.items[0]?.price
  const offer = offerOfPrice(typeof price === 'string' ? price : price?.id, catalogue)
  return status === 'active' && next && offer ? { offer, at: fromUnix(next.start_date) } : null
}

export const NO_SUBSCRIPTION: SubscriptionState = {
  subscriptionId: null,
  status: null,
  plan: null,
  interval: null,
  unitAmount: null,
  periodEnd: null,
  cancelAtPeriodEnd: false,
  cancelAt: null,
  endedAt: null,
  paidPlan: null,
  paidInterval: null,
  paidPlanUntil: null,
  pastDueSince: null,
  payUrl: null,
  ...NO_PENDING_PLAN,
}

export function fromUnix(seconds: number): Date {
  return new Date(seconds * 1000)
}

export function toUnix(instant: Date): number {
  return Math.floor(instant.getTime() / 1000)
}

/** The customer an event is about: nearly every object names it; null when it is about none. */
export function customerOfEvent(event: Stripe.Event): string | null {
  const object = event.data.object as { object?: string; id?: string; customer?: unknown }
  if (object.object === 'customer') return object.id ?? null
  if (typeof object.customer === 'string') return object.customer
  const previous = event.data.previous_attributes as { customer?: unknown } | undefined
  // A detached card names its customer only among what changed.
  if (typeof previous?.customer === 'string') return previous.customer
  return (object.customer as { id?: string } | null | undefined)?.id ?? null
}
