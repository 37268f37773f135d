import type { Stripe } from 'stripe'
import { change, emit, idOf, type Merchant } from '../merchant.ts'
import { dropDiscounts } from './discounts.ts'
import { isYearly } from './lines.ts'
import { amend, endSubscription, firstEntry, pricedAt, withEntry } from './subscriptions.ts'

/**
 * At the end of a period: the price of the schedule's phase that begins now, or what the schedule says
 * for the time after its last one. Without a schedule the subscription stays as it is.
 */
export function enterNextPhase(
  merchant: Merchant,
  subscription: Stripe.Subscription,
): Stripe.Subscription {
  if (!subscription.schedule) return subscription
  const schedule = merchant.store.get('subscription_schedule', idOf(subscription.schedule))
  const now = merchant.now()
  const phase = schedule.phases.find(
    ({ start_date, end_date }) => start_date <= now && now < end_date,
  )
  if (!phase) return endSchedule(merchant, schedule, subscription)
  const current_phase = { start_date: phase.start_date, end_date: phase.end_date }
  const { after } = change(merchant, 'subscription_schedule', schedule, { current_phase })
  emit(merchant, 'subscription_schedule.updated', after)
  const named = phase.discounts.map(({ discount }) => (discount ? idOf(discount) : null))
  // What a phase does not name, it does not have.
  const kept = dropDiscounts(merchant, subscription, ({ id }) => !named.includes(id))
  const [entry] = phase.items
  if (!entry || entry.price === firstEntry(kept).price.id) return kept
  const price = merchant.store.get('price', idOf(entry.price))
  // Another interval counts from the beginning of its phase.
  const restarts = isYearly(price) !== isYearly(firstEntry(kept).price)
  return amend(merchant, kept, {
    items: withEntry(kept, pricedAt(price)),
    ...(restarts && { billing_cycle_anchor: phase.start_date }),
  })
}

/** The subscription goes on as it is, by itself. */
export function releaseSchedule(
  merchant: Merchant,
  schedule: Stripe.SubscriptionSchedule,
): Stripe.SubscriptionSchedule {
  const id = idOf(schedule.subscription)
  const { after } = change(merchant, 'subscription_schedule', schedule, {
    status: 'released',
    current_phase: null,
    released_at: merchant.now(),
    released_subscription: id,
    subscription: null,
  })
  amend(merchant, merchant.store.get('subscription', id), { schedule: null })
  emit(merchant, 'subscription_schedule.released', after)
  return after
}

function endSchedule(
  merchant: Merchant,
  schedule: Stripe.SubscriptionSchedule,
  subscription: Stripe.Subscription,
): Stripe.Subscription {
  if (schedule.end_behavior === 'cancel') {
    const { after } = change(merchant, 'subscription_schedule', schedule, {
      status: 'completed',
      completed_at: merchant.now(),
      current_phase: null,
    })
    emit(merchant, 'subscription_schedule.completed', after)
    return endSubscription(merchant, subscription, 'cancellation_requested')
  }
  releaseSchedule(merchant, schedule)
  return merchant.store.get('subscription', subscription.id)
}
