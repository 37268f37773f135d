import type { Stripe } from 'stripe'
import { idOf, type Merchant } from '../merchant.ts'
import { cardError, invalidRequest } from '../stripe-error.ts'
import { chargeStored } from './cards.ts'
import { takePayment } from './dunning.ts'
import { draftInvoice, openInvoice } from './invoices.ts'
import { intervalLines, isYearly, noteCost, prorationLines } from './lines.ts'
import { cardFor } from './payments.ts'
import { nextPeriodEnd } from './periods.ts'
import { amend, firstEntry, pricedAt, withEntry } from './subscriptions.ts'

export type PlanChange = {
  price: Stripe.Price
  proration: 'create_prorations' | 'always_invoice' | 'none'
  /** Seconds; prorated from here. */
  at: number
  payment: 'allow_incomplete' | 'error_if_incomplete' | 'pending_if_incomplete'
}

const PENDING_SECONDS = 23 * 3600

/** Moves a subscription to another price at once. @throws StripeFailure a card error under 'error_if_incomplete'. */
export function changePlan(
  merchant: Merchant,
  subscription: Stripe.Subscription,
  wanted: PlanChange,
): Stripe.Subscription {
  if (firstEntry(subscription).price.id === wanted.price.id) return subscription
  const lines = changeLines(merchant, subscription, wanted)
  const restart = restartOf(merchant, subscription, wanted.price)
  noteCost(merchant, subscription, wanted.price, false)
  const items = withEntry(subscription, { ...pricedAt(wanted.price), ...restart?.entry })
  const anchor = restart && { billing_cycle_anchor: restart.entry.current_period_start }
  // A period that begins is invoiced at once, also without prorations.
  if ((wanted.proration !== 'always_invoice' && !restart) || lines.length === 0) {
    if (lines.length > 0) merchant.store.hidden.pendingLines[subscription.id] = lines
    return amend(merchant, subscription, { items })
  }
  const refused = wanted.payment !== 'allow_incomplete' && refusesCard(merchant, subscription)
  if (refused && wanted.payment === 'error_if_incomplete') throw cardError(refused)
  const draft = draftInvoice(merchant, {
    subscription,
    lines,
    reason: 'subscription_update',
    period: { start: merchant.now(), end: merchant.now() },
  })
  delete merchant.store.hidden.pendingLines[subscription.id]
  const invoice = openInvoice(merchant, draft)
  const pending = {
    ...pendingUpdate(
      items.data,
      Math.min(merchant.now() + PENDING_SECONDS, firstEntry(subscription).current_period_end),
    ),
    ...anchor,
  }
  const opened = merchant.store.get('subscription', subscription.id)
  const changed = amend(merchant, opened, {
    latest_invoice: invoice.id,
    ...(refused ? { pending_update: pending } : { items, ...anchor }),
  })
  const sure = wanted.payment !== 'allow_incomplete' && !refused
  takePayment(merchant, invoice, { id: cardFor(merchant, changed), present: sure })
  return merchant.store.get('subscription', subscription.id)
}

/** What a plan change adds to the bill; with it all that was waiting already. */
export function changeLines(
  merchant: Merchant,
  subscription: Stripe.Subscription,
  { price, proration, at }: Pick<PlanChange, 'price' | 'proration' | 'at'>,
): Stripe.InvoiceLineItem[] {
  const { current_period_start: start, current_period_end: end } = firstEntry(subscription)
  if (at < start || at > end)
    throw invalidRequest(
      'Cannot specify a proration date outside of the current subscription period.',
      'proration_date',
    )
  const waiting = merchant.store.hidden.pendingLines[subscription.id] ?? []
  if (subscription.status === 'trialing') return waiting
  const restart = restartOf(merchant, subscription, price)
  if (restart) {
    const { current_period_start: start, current_period_end: end } = restart.entry
    const terms = { at, credits: proration !== 'none', period: { start, end } }
    return [...waiting, ...intervalLines(merchant, subscription, price, terms)]
  }
  if (proration === 'none') return waiting
  return [...waiting, ...prorationLines(merchant, subscription, price, at)]
}

/** The period that begins now where the price is of another interval; undefined during a trial, which goes on. */
function restartOf(merchant: Merchant, subscription: Stripe.Subscription, price: Stripe.Price) {
  const same = isYearly(price) === isYearly(firstEntry(subscription).price)
  if (same || subscription.status === 'trialing') return undefined
  const now = merchant.now()
  return {
    entry: { current_period_start: now, current_period_end: nextPeriodEnd(now, now, price) },
  }
}

function refusesCard(merchant: Merchant, subscription: Stripe.Subscription) {
  const card = cardFor(merchant, subscription)
  if (!card)
    throw invalidRequest(
      'This customer has no attached payment source or default payment method.',
      undefined,
      'resource_missing',
    )
  const outcome = chargeStored(merchant, idOf(card))
  if (outcome === 'ok') return null
  if (outcome !== 'authenticate') return outcome
  return {
    code: 'subscription_payment_intent_requires_action',
    message: 'Payment for this subscription requires additional user action.',
  }
}

function pendingUpdate(
  subscription_items: Stripe.SubscriptionItem[],
  expires_at: number,
): Stripe.Subscription.PendingUpdate {
  return {
    billing_cycle_anchor: null,
    cancel_at_period_end: null,
    discount: null,
    discounts: null,
    expires_at,
    metadata: null,
    subscription_items,
    trial_end: null,
    trial_from_plan: null,
  }
}
