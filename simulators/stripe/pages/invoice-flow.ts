import type { Stripe } from 'stripe'
import {
  attachCard,
  chargeStored,
  createCard,
  needsAuthentication,
  refusalOf,
} from '../billing/cards.ts'
import { takePayment } from '../billing/dunning.ts'
import { subscriptionIdOf } from '../billing/invoices.ts'
import { cardFor } from '../billing/payments.ts'
import { amend } from '../billing/subscriptions.ts'
import { type Form, text } from '../form.ts'
import { type Exchange, redirect, sendHtml } from '../http.ts'
import { idOf, type Merchant } from '../merchant.ts'
import { cardEntryOf } from './card-form.ts'
import { NOT_AUTHENTICATED } from './checkout-flow.ts'
import { invoicePage } from './invoice-page.ts'

export function showInvoice(exchange: Exchange, merchant: Merchant, invoice: Stripe.Invoice): void {
  const failed = exchange.url.searchParams.has('not_authenticated')
  const refusal = failed ? NOT_AUTHENTICATED : null
  sendHtml(exchange, 200, invoicePage(merchant, invoice, storedCardOf(merchant, invoice), refusal))
}

export function submitInvoice(
  exchange: Exchange,
  merchant: Merchant,
  invoice: Stripe.Invoice,
  typed: Form,
): void {
  const stored = storedCardOf(merchant, invoice)
  if (invoice.status !== 'open') {
    redirect(exchange, `/i/${invoice.id}`)
    return
  }
  const useStored = text(typed, 'action') === 'stored' && stored
  const outcome = useStored
    ? chargeStored(merchant, stored)
    : (refusalOf(merchant, cardEntryOf(typed)) ?? 'ok')
  if (typeof outcome === 'object') {
    sendHtml(exchange, 402, invoicePage(merchant, invoice, stored, outcome.message, typed))
    return
  }
  const cardId = useStored ? stored : newCard(merchant, invoice, typed)
  const asks = outcome === 'authenticate' || needsAuthentication(text(typed, 'number') ?? '')
  if (!asks) {
    payPresent(merchant, invoice, cardId)
    redirect(exchange, `/i/${invoice.id}`)
    return
  }
  const id = merchant.store.newId('challenge_')
  const challenge = { of: 'invoice', invoiceId: invoice.id, paymentMethodId: cardId } as const
  merchant.store.hidden.challenge[id] = challenge
  redirect(exchange, `/c/3ds/${id}`)
}

/** The card's owner is there; a card not yet stored is stored with the payment. */
export function payPresent(merchant: Merchant, invoice: Stripe.Invoice, cardId: string): void {
  const card = merchant.store.get('payment_method', cardId)
  if (!card.customer) attachCard(merchant, card, idOf(invoice.customer))
  if (invoice.status !== 'open') return
  takePayment(merchant, invoice, { id: cardId, present: true })
  const subscription = merchant.store.get('subscription', subscriptionIdOf(invoice))
  if (subscription.payment_settings?.save_default_payment_method === 'on_subscription')
    amend(merchant, subscription, { default_payment_method: cardId })
}

function newCard(merchant: Merchant, invoice: Stripe.Invoice, typed: Form): string {
  const owner = { name: text(typed, 'name') ?? null, email: invoice.customer_email }
  return createCard(merchant, cardEntryOf(typed), owner).id
}

function storedCardOf(merchant: Merchant, invoice: Stripe.Invoice): string | null {
  return cardFor(merchant, merchant.store.get('subscription', subscriptionIdOf(invoice)))
}
