import type { Stripe } from 'stripe'
import { takePayment } from '../billing/dunning.ts'
import { draftInvoice, subscriptionIdOf } from '../billing/invoices.ts'
import { periodLine } from '../billing/lines.ts'
import { cardFor } from '../billing/payments.ts'
import { nextPeriodEnd } from '../billing/periods.ts'
import { changeLines } from '../billing/plan-change.ts'
import { firstEntry, pricedAt, withEntry } from '../billing/subscriptions.ts'
import { type Form, flag, nested, requiredText, text } from '../form.ts'
import type { Merchant } from '../merchant.ts'
import { cardError, invalidRequest, type StripeFailure } from '../stripe-error.ts'
import { planChangeOf } from './subscription-updates.ts'

/** Charges an open invoice now. @throws StripeFailure a card error when the payment is refused. */
export function payNow(merchant: Merchant, invoice: Stripe.Invoice, form: Form): Stripe.Invoice {
  if (invoice.status === 'paid')
    throw invalidRequest('Invoice is already paid', undefined, 'invoice_already_paid')
  if (invoice.status !== 'open')
    throw invalidRequest(`This invoice can no longer be paid: it is ${invoice.status}.`)
  const subscription = merchant.store.get('subscription', subscriptionIdOf(invoice))
  const given = text(form, 'payment_method')
  const card = given
    ? merchant.store.get('payment_method', given, 'payment_method').id
    : cardFor(merchant, subscription)
  const payment = takePayment(merchant, invoice, { id: card, present: false })
  if (payment.outcome === 'paid') return payment.invoice
  if (!card) throw invalidRequest(payment.refusal.message, undefined, payment.refusal.code)
  if (payment.refusal.code === 'authentication_required')
    throw cardError({
      code: 'invoice_payment_intent_requires_action',
      message: 'This payment requires additional user action before it can be completed.',
    })
  throw cardError(payment.refusal)
}

/** The invoice that a change would lead to; for no change the next one of the subscription. */
export function previewInvoice(merchant: Merchant, form: Form): Stripe.Invoice {
  const subscription = merchant.store.get(
    'subscription',
    requiredText(form, 'subscription'),
    'subscription',
  )
  if (subscription.ended_at) throw nothingUpcoming()
  const details = nested(form, 'subscription_details')
  const wanted = planChangeOf(merchant, subscription, details)
  const ends = flag(details, 'cancel_at_period_end') ?? subscription.cancel_at !== null
  const entry = firstEntry(subscription)
  const price = wanted?.price ?? entry.price
  const changed = wanted && price.id !== entry.price.id
  const waiting = merchant.store.hidden.pendingLines[subscription.id] ?? []
  const lines = changed ? changeLines(merchant, subscription, wanted) : waiting
  const now = changed && wanted.proration === 'always_invoice'
  if (!now && ends && lines.length === 0) throw nothingUpcoming()
  const start = entry.current_period_end
  const end = nextPeriodEnd(subscription.billing_cycle_anchor, start, price)
  const preview: Stripe.Subscription = {
    ...subscription,
    items: withEntry(subscription, pricedAt(price)),
  }
  const next = now || ends ? [] : [periodLine(merchant, preview, price, { start, end })]
  const draft = draftInvoice(merchant, {
    subscription: preview,
    lines: [...lines, ...next],
    reason: now ? 'subscription_update' : 'upcoming',
    period: now
      ? { start: merchant.now(), end: merchant.now() }
      : { start: entry.current_period_start, end: start },
  })
  return {
    ...draft,
    id: `upcoming_${draft.id}`,
    created: now ? merchant.now() : start,
    next_payment_attempt: now ? merchant.now() : start,
  }
}

function nothingUpcoming(): StripeFailure {
  return invalidRequest('No upcoming invoices for customer', undefined, 'invoice_upcoming_none')
}
