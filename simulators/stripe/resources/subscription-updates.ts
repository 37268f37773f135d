import type { Stripe } from 'stripe'
import { discountsOf, dropDiscounts, redeem } from '../billing/discounts.ts'
import { changePlan, type PlanChange } from '../billing/plan-change.ts'
import { amend, endSubscription, firstEntry } from '../billing/subscriptions.ts'
import {
  type Form,
  flag,
  mergedMetadata,
  nested,
  requiredText,
  rows,
  text,
  texts,
  whole,
} from '../form.ts'
import type { Merchant } from '../merchant.ts'
import { invalidRequest, noSuch } from '../stripe-error.ts'
import { cancellationDetails, cancellationFields } from './cancellation.ts'
import { promisedIn } from './promotion-codes.ts'

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
    ...settingsField(subscription, nested(form, 'payment_settings')),
    ...invoiceFields(merchant, subscription, form),
    ...(form.automatic_tax !== undefined && {
      automatic_tax: {
        disabled_reason: null,
        enabled: flag(nested(form, 'automatic_tax'), 'enabled') ?? false,
        liability: { type: 'self' },
      },
    }),
  }
  const priced = withDiscounts(merchant, subscription, form)
  const wanted = planChangeOf(merchant, priced, form)
  const changed = wanted ? changePlan(merchant, priced, wanted) : priced
  if (form.metadata === undefined) return amend(merchant, changed, fields)
  const metadata = mergedMetadata(subscription.metadata, form)
  const { pending_update: pending } = changed
  // What comes with a change that waits, waits with it.
  return amend(merchant, changed, {
    ...fields,
    ...(pending ? { pending_update: { ...pending, metadata } } : { metadata }),
  })
}

/** The empty text takes all away; rows replace them, those named by `discount` stay. */
function withDiscounts(
  merchant: Merchant,
  subscription: Stripe.Subscription,
  form: Form,
): Stripe.Subscription {
  const given = rows(form, 'discounts')
  if (form.discounts === undefined || (form.discounts !== '' && given.length === 0))
    return subscription
  const kept = given.map((row) => text(row, 'discount'))
  const left = dropDiscounts(merchant, subscription, ({ id }) => !kept.includes(id))
  const fresh = given
    .filter((row) => text(row, 'discount') === undefined)
    .map((row) => redeem(merchant, left, promisedIn(merchant, row, 'discounts[0]')).id)
  const discounts = [...discountsOf(merchant, left).map(({ id }) => id), ...fresh]
  return amend(merchant, left, { discounts })
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
  if (subscription.pending_update)
    throw invalidRequest(
      'This subscription has a pending update that has not been paid: pay or void its invoice first.',
    )
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

function invoiceFields(
  { store }: Merchant,
  { invoice_settings: before }: Stripe.Subscription,
  form: Form,
): Partial<Stripe.Subscription> {
  const footer = text(nested(form, 'invoice_settings'), 'footer')
  return {
    ...(footer !== undefined && { invoice_settings: { ...before, footer: footer || null } }),
    ...(form.default_tax_rates !== undefined && {
      default_tax_rates: texts(form, 'default_tax_rates').map((id) => store.get('tax_rate', id)),
    }),
  }
}

function settingsField(
  { payment_settings: before }: Stripe.Subscription,
  form: Form,
): Partial<Stripe.Subscription> {
  const save = text(form, 'save_default_payment_method')
  if (!save || !before) return {}
  const known = oneOf(['off', 'on_subscription'], save, 'payment_settings')
  return { payment_settings: { ...before, save_default_payment_method: known } }
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
