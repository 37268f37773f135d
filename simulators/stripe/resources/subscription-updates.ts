import type { Stripe } from 'stripe'
import { firstEntry } from '../billing/lines.ts'
import { changePlan, type PlanChange } from '../billing/plan-change.ts'
import { amend, endSubscription } from '../billing/subscriptions.ts'
import {
  type Form,
  flag,
  mergedMetadata,
  nested,
  requiredText,
  rows,
  text,
  whole,
} from '../form.ts'
import { idOf, type Merchant } from '../merchant.ts'
import { invalidRequest, noSuch } from '../stripe-error.ts'

const PRORATIONS = ['create_prorations', 'always_invoice', 'none'] as const
const PAYMENTS = ['allow_incomplete', 'error_if_incomplete', 'pending_if_incomplete'] as const

/** @throws StripeFailure for an ended subscription, and for what its schedule forbids. */
export function updateSubscription(
  merchant: Merchant,
  subscription: Stripe.Subscription,
  form: Form,
): Stripe.Subscription {
  if (subscription.ended_at)
    throw invalidRequest(
      'A canceled subscription can only update its cancellation_details and metadata.',
    )
  const fields: Partial<Stripe.Subscription> = {
    ...cardField(merchant, subscription, form),
    ...cancellationFields(merchant, subscription, form),
    ...(form.metadata !== undefined && {
      metadata: mergedMetadata(subscription.metadata, form),
    }),
    ...(form.automatic_tax !== undefined && {
      automatic_tax: {
        disabled_reason: null,
        enabled: flag(nested(form, 'automatic_tax'), 'enabled') ?? false,
        liability: { type: 'self' },
      },
    }),
  }
  const wanted = planChangeOf(merchant, subscription, form)
  const changed = wanted ? changePlan(merchant, subscription, wanted) : subscription
  return amend(merchant, changed, fields)
}

/** Ends at once; with `prorate` nothing is credited by this simulator, and it says so. */
export function cancelSubscription(
  merchant: Merchant,
  subscription: Stripe.Subscription,
  form: Form,
): Stripe.Subscription {
  if (subscription.ended_at) throw noSuch('subscription', subscription.id)
  if (flag(form, 'prorate') || flag(form, 'invoice_now'))
    throw invalidRequest('The simulator cancels without proration.', 'prorate')
  const details = cancellationDetails(subscription, nested(form, 'cancellation_details'))
  return endSubscription(
    merchant,
    { ...subscription, cancellation_details: details },
    'cancellation_requested',
  )
}

/** The price an update or a preview moves to; undefined when it names none. */
export function planChangeOf(
  merchant: Merchant,
  subscription: Stripe.Subscription,
  form: Form,
): PlanChange | undefined {
  const [row, ...others] = rows(form, 'items')
  if (!row) return undefined
  const entry = firstEntry(subscription)
  const id = text(row, 'id')
  if (others.length > 0 || !id)
    throw invalidRequest('The simulator keeps one item per subscription: name its id.', 'items')
  if (id !== entry.id) throw noSuch('subscription item', id, 'items[0][id]')
  return {
    price: merchant.store.get('price', requiredText(row, 'price'), 'items[0][price]'),
    proration: oneOf(PRORATIONS, text(form, 'proration_behavior'), 'proration_behavior'),
    at: whole(form, 'proration_date') ?? merchant.now(),
    payment: oneOf(PAYMENTS, text(form, 'payment_behavior'), 'payment_behavior'),
  }
}

/** By customer, status, price; without a status all but the ended ones, as Stripe lists them. */
export function matchingSubscriptions({ store }: Merchant, form: Form): Stripe.Subscription[] {
  const status = text(form, 'status')
  const customer = text(form, 'customer')
  const price = text(form, 'price')
  if (customer) store.get('customer', customer, 'customer')
  return store
    .all('subscription')
    .filter(
      (one) =>
        (!customer || one.customer === customer) &&
        (!price || firstEntry(one).price.id === price) &&
        hasStatus(one, status),
    )
}

function hasStatus({ status }: Stripe.Subscription, wanted: string | undefined): boolean {
  const ended = status === 'canceled' || status === 'incomplete_expired'
  if (wanted === 'all') return true
  if (wanted === 'ended') return ended
  return wanted ? status === wanted : status !== 'canceled'
}

function cardField(
  { store }: Merchant,
  subscription: Stripe.Subscription,
  form: Form,
): Partial<Stripe.Subscription> {
  const id = text(form, 'default_payment_method')
  if (id === undefined) return {}
  if (
    id &&
    store.get('payment_method', id, 'default_payment_method').customer !== subscription.customer
  )
    throw invalidRequest(
      `The customer does not have a payment method with the ID ${id}.`,
      'default_payment_method',
      'resource_missing',
    )
  return { default_payment_method: id || null }
}

function cancellationFields(
  merchant: Merchant,
  subscription: Stripe.Subscription,
  form: Form,
): Partial<Stripe.Subscription> {
  const wanted = flag(form, 'cancel_at_period_end')
  const details = nested(form, 'cancellation_details')
  const told = Object.keys(details).length > 0
  if (wanted === undefined)
    return told ? { cancellation_details: cancellationDetails(subscription, details) } : {}
  if (subscription.schedule)
    throw invalidRequest(
      `The subscription is managed by the subscription schedule \`${idOf(subscription.schedule)}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    )
  if (!wanted)
    return {
      cancel_at_period_end: false,
      cancel_at: null,
      canceled_at: null,
      cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    }
  return {
    cancel_at_period_end: true,
    cancel_at: firstEntry(subscription).current_period_end,
    canceled_at: merchant.now(),
    cancellation_details: {
      ...cancellationDetails(subscription, details),
      reason: 'cancellation_requested',
    },
  }
}

function cancellationDetails(
  { cancellation_details: before }: Stripe.Subscription,
  form: Form,
): Stripe.Subscription.CancellationDetails {
  return {
    comment: text(form, 'comment') ?? before?.comment ?? null,
    feedback: text(form, 'feedback') ?? before?.feedback ?? null,
    feedback_option: null,
    reason: before?.reason ?? null,
  }
}

/** The first of the values when none is given. */
function oneOf<T extends string>(
  values: readonly [T, ...T[]],
  given: string | undefined,
  param: string,
): T {
  if (!given) return values[0]
  const known = values.find((value) => value === given)
  if (known) return known
  throw invalidRequest(`Invalid ${param}: must be one of ${values.join(', ')}`, param)
}
