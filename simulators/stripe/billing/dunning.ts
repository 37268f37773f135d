import type { Stripe } from 'stripe'
import { change, emit, type Merchant } from '../merchant.ts'
import { subscriptionIdOf, voidInvoice } from './invoices.ts'
import { type Payment, payInvoice } from './payments.ts'
import { amend, endSubscription } from './subscriptions.ts'

/** Days after the invoice was opened on which a refused payment is tried again. */
const RETRY_DAYS = [1, 3, 5, 7]
const DAY = 86_400

/** Charges an open invoice and lets its subscription follow the outcome. */
export function takePayment(
  merchant: Merchant,
  invoice: Stripe.Invoice,
  card: { id: string | null; present: boolean },
): Payment {
  const payment = payInvoice(merchant, invoice, card)
  if (payment.outcome === 'paid') recover(merchant, payment.invoice)
  else lapse(merchant, payment.invoice)
  return { ...payment, invoice: merchant.store.get('invoice', invoice.id) }
}

/** Drops a plan change that was never paid. */
export function expirePendingUpdate(merchant: Merchant, subscription: Stripe.Subscription): void {
  const invoice = merchant.store.all('invoice').find(({ id }) => id === subscription.latest_invoice)
  if (invoice?.status === 'open') voidInvoice(merchant, invoice)
  dropPendingUpdate(merchant, subscription)
}

/** With it goes the plan change that waited for its payment. */
export function giveUpInvoice(merchant: Merchant, invoice: Stripe.Invoice): Stripe.Invoice {
  const after = voidInvoice(merchant, invoice)
  const subscription = merchant.store.get('subscription', subscriptionIdOf(invoice))
  if (subscription.pending_update && subscription.latest_invoice === invoice.id)
    dropPendingUpdate(merchant, subscription)
  return after
}

function dropPendingUpdate(merchant: Merchant, subscription: Stripe.Subscription): void {
  const after = amend(merchant, subscription, { pending_update: null })
  emit(merchant, 'customer.subscription.pending_update_expired', after)
}

/** What was owed is settled: the subscription lives again. */
export function recover(merchant: Merchant, invoice: Stripe.Invoice): void {
  const subscription = merchant.store.get('subscription', subscriptionIdOf(invoice))
  if (subscription.latest_invoice !== invoice.id) return
  const { pending_update: pending } = subscription
  const late = subscription.status === 'past_due' || subscription.status === 'unpaid'
  const after = amend(merchant, subscription, {
    ...(late && { status: 'active' }),
    ...(pending?.subscription_items && {
      items: { ...subscription.items, data: pending.subscription_items },
      ...(pending.metadata && { metadata: pending.metadata }),
      ...(pending.billing_cycle_anchor && { billing_cycle_anchor: pending.billing_cycle_anchor }),
      pending_update: null,
    }),
  })
  if (pending) emit(merchant, 'customer.subscription.pending_update_applied', after)
}

function lapse(merchant: Merchant, invoice: Stripe.Invoice): void {
  const subscription = merchant.store.get('subscription', subscriptionIdOf(invoice))
  const opened = invoice.status_transitions.finalized_at ?? invoice.created
  const next = RETRY_DAYS.map((days) => opened + days * DAY).find((at) => at > merchant.now())
  const collected = !subscription.ended_at && subscription.pending_update === null
  const { after } = change(merchant, 'invoice', invoice, {
    next_payment_attempt: collected ? (next ?? null) : null,
  })
  emit(merchant, 'invoice.payment_failed', after)
  if (!collected || subscription.status === 'unpaid') return
  if (next) amend(merchant, subscription, { status: 'past_due' })
  else if (merchant.dunningOutcome === 'unpaid') amend(merchant, subscription, { status: 'unpaid' })
  else endSubscription(merchant, subscription, 'payment_failed')
}
