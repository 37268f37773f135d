import type { Stripe } from 'stripe'
import { change, emit, idOf, type Merchant } from '../merchant.ts'
import { dropDiscounts } from './discounts.ts'
import { expirePendingUpdate, takePayment } from './dunning.ts'
import { draftInvoice, openInvoice, subscriptionIdOf } from './invoices.ts'
import { noteCost, periodLine } from './lines.ts'
import { cardFor } from './payments.ts'
import { nextPeriodEnd } from './periods.ts'
import { enterNextPhase } from './schedules.ts'
import { amend, endSubscription, firstEntry, withEntry } from './subscriptions.ts'

type Moment = { at: number; happen: (merchant: Merchant) => void }

const REMINDER_SECONDS = 3 * 86_400
const MAX_MOMENTS = 10_000

/** Lives through everything due up to `now` (seconds), each thing at its own instant and in order. */
export function catchUp(merchant: Merchant, now: number): void {
  for (let count = 0; count < MAX_MOMENTS; count++) {
    const next = upcoming(merchant).reduce<Moment | undefined>(
      (first, moment) => (!first || moment.at < first.at ? moment : first),
      undefined,
    )
    if (!next || next.at > now) return
    next.happen({ ...merchant, now: () => next.at })
  }
  throw new Error('the simulated calendar does not come to an end')
}

function upcoming({ store }: Merchant): Moment[] {
  return [
    ...store
      .all('subscription')
      .flatMap((subscription) => [
        ...discountEnds(store, subscription),
        ...momentsOf(store.hidden, subscription),
      ]),
    ...store.all('invoice').flatMap((invoice): Moment[] => {
      const { status, next_payment_attempt: at } = invoice
      if (status !== 'open' || !at) return []
      return [{ at, happen: (merchant) => retryPayment(merchant, invoice) }]
    }),
    ...store.all('checkout.session').flatMap((session): Moment[] => {
      if (session.status !== 'open') return []
      return [{ at: session.expires_at, happen: (merchant) => expireSession(merchant, session) }]
    }),
  ]
}

/** Ends an open Checkout session. */
export function expireSession(
  merchant: Merchant,
  session: Stripe.Checkout.Session,
): Stripe.Checkout.Session {
  const { after } = change(merchant, 'checkout.session', session, { status: 'expired', url: null })
  emit(merchant, 'checkout.session.expired', after)
  return after
}

function momentsOf(
  hidden: Merchant['store']['hidden'],
  subscription: Stripe.Subscription,
): Moment[] {
  if (subscription.ended_at) return []
  const moments: Moment[] = [
    {
      at: Math.min(
        firstEntry(subscription).current_period_end,
        subscription.cancel_at ?? Number.POSITIVE_INFINITY,
      ),
      happen: (merchant) => endPeriod(merchant, subscription),
    },
  ]
  const { trial_end: trialEnd, pending_update: pending } = subscription
  if (subscription.status === 'trialing' && trialEnd && !hidden.trialReminded[subscription.id])
    moments.push({
      at: Math.max(subscription.start_date, trialEnd - REMINDER_SECONDS),
      happen: (merchant) => {
        hidden.trialReminded[subscription.id] = true
        emit(merchant, 'customer.subscription.trial_will_end', subscription)
      },
    })
  if (pending)
    moments.push({
      at: pending.expires_at,
      happen: (merchant) => expirePendingUpdate(merchant, subscription),
    })
  return moments
}

/** Before the invoice of the same instant is written. */
function discountEnds(store: Merchant['store'], subscription: Stripe.Subscription): Moment[] {
  if (subscription.ended_at || subscription.discounts.length === 0) return []
  return subscription.discounts.flatMap((one) => {
    const { end, id } = store.get('discount', idOf(one))
    if (end === null) return []
    return [
      {
        at: end,
        happen: (merchant) =>
          void dropDiscounts(merchant, subscription, (discount) => discount.id === id),
      },
    ]
  })
}

function endPeriod(merchant: Merchant, ending: Stripe.Subscription): void {
  if (ending.cancel_at_period_end || (ending.cancel_at && ending.cancel_at <= merchant.now())) {
    endSubscription(merchant, ending, 'cancellation_requested')
    return
  }
  const subscription = enterNextPhase(merchant, ending)
  if (!subscription.ended_at) renew(merchant, subscription)
}

function renew(merchant: Merchant, ending: Stripe.Subscription): void {
  const { store } = merchant
  const { current_period_start: before, current_period_end: start, price } = firstEntry(ending)
  const end = nextPeriodEnd(ending.billing_cycle_anchor, start, price)
  const subscription = amend(merchant, ending, {
    items: withEntry(ending, { current_period_start: start, current_period_end: end }),
    ...(ending.status === 'trialing' && { status: 'active' }),
  })
  const waiting = store.hidden.pendingLines[subscription.id] ?? []
  delete store.hidden.pendingLines[subscription.id]
  noteCost(merchant, subscription, price, true)
  const draft = draftInvoice(merchant, {
    subscription,
    lines: [...waiting, periodLine(merchant, subscription, price, { start, end })],
    reason: 'subscription_cycle',
    period: { start: before, end: start },
  })
  if (subscription.status === 'unpaid') {
    // Stripe goes on writing invoices for an unpaid subscription, but neither opens nor charges them.
    const left = store.put('invoice', { ...draft, auto_advance: false })
    emit(merchant, 'invoice.created', left)
    amend(merchant, subscription, { latest_invoice: left.id })
    return
  }
  const invoice = openInvoice(merchant, draft)
  const opened = store.get('subscription', subscription.id)
  const invoiced = amend(merchant, opened, { latest_invoice: invoice.id })
  takePayment(merchant, invoice, { id: cardFor(merchant, invoiced), present: false })
}

function retryPayment(merchant: Merchant, invoice: Stripe.Invoice): void {
  const subscription = merchant.store.get('subscription', idOf(subscriptionIdOf(invoice)))
  takePayment(merchant, invoice, { id: cardFor(merchant, subscription), present: false })
}
