import type { Stripe } from 'stripe'
import { change, emit, idOf, type Merchant } from '../merchant.ts'

/** Writes the fields and tells what changed, if anything did. */
export function amend(
  merchant: Merchant,
  subscription: Stripe.Subscription,
  fields: Partial<Stripe.Subscription>,
): Stripe.Subscription {
  const { after, previous } = change(merchant, 'subscription', subscription, fields)
  if (Object.keys(previous).length > 0)
    emit(merchant, 'customer.subscription.updated', after, previous)
  return after
}

/** Ends a subscription now; what is still open is no longer collected. */
export function endSubscription(
  merchant: Merchant,
  subscription: Stripe.Subscription,
  reason: Stripe.Subscription.CancellationDetails.Reason,
): Stripe.Subscription {
  const { store } = merchant
  for (const invoice of store.all('invoice'))
    if (invoice.next_payment_attempt && invoice.id === subscription.latest_invoice)
      store.put('invoice', { ...invoice, auto_advance: false, next_payment_attempt: null })
  const { after } = change(merchant, 'subscription', subscription, {
    status: 'canceled',
    ended_at: merchant.now(),
    canceled_at: subscription.canceled_at ?? merchant.now(),
    schedule: null,
    cancellation_details: {
      comment: subscription.cancellation_details?.comment ?? null,
      feedback: subscription.cancellation_details?.feedback ?? null,
      feedback_option: null,
      reason,
    },
  })
  emit(merchant, 'customer.subscription.deleted', after)
  return after
}

/** The subscription with its one item changed; not stored. */
export function withEntry(
  subscription: Stripe.Subscription,
  fields: Partial<Stripe.SubscriptionItem>,
): Stripe.ApiList<Stripe.SubscriptionItem> {
  return { ...subscription.items, data: [{ ...firstEntry(subscription), ...fields }] }
}

/** The two fields that name a price. */
export function pricedAt(price: Stripe.Price): Pick<Stripe.SubscriptionItem, 'price' | 'plan'> {
  return { price, plan: planOf(price) }
}

/** The one item that a subscription of this simulator has. */
export function firstEntry(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [entry] = subscription.items.data
  if (!entry) throw new Error(`${subscription.id} has no items`)
  return entry
}

function planOf(price: Stripe.Price): Stripe.Plan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: {},
    meter: null,
    nickname: null,
    product: idOf(price.product),
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  }
}
