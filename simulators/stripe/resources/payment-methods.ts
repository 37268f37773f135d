import type { Stripe } from 'stripe'
import { attachCard, createCard, numberByName, refusalOf } from '../billing/cards.ts'
import { amend } from '../billing/subscriptions.ts'
import { type Form, nested, text, whole } from '../form.ts'
import { change, emit, idOf, type Merchant } from '../merchant.ts'
import { cardError, invalidRequest, noSuch } from '../stripe-error.ts'

/** Cards of a customer, newest first. */
export function cardsOf({ store }: Merchant, customerId: string): Stripe.PaymentMethod[] {
  return store.all('payment_method').filter(({ customer }) => customer === customerId)
}

/** `card[token]=tok_visa`, or a test number in full. */
export function createPaymentMethod(merchant: Merchant, form: Form): Stripe.PaymentMethod {
  if (text(form, 'type') !== 'card') throw invalidRequest('The simulator only knows cards.', 'type')
  const card = nested(form, 'card')
  const token = text(card, 'token')
  const number = token ? numberByName(token) : text(card, 'number')
  if (!number) throw noSuch('token', token ?? '', 'card[token]')
  return createCard(
    merchant,
    cardEntry(merchant, number, card),
    owner(nested(form, 'billing_details')),
  )
}

/** Also takes Stripe's `pm_card_…` names, which make a new card each time. */
export function attachPaymentMethod(
  merchant: Merchant,
  id: string,
  customerId: string,
): Stripe.PaymentMethod {
  merchant.store.get('customer', customerId, 'customer')
  const number = numberByName(id)
  const card =
    number && id.startsWith('pm_card_')
      ? createCard(merchant, cardEntry(merchant, number), owner({}))
      : merchant.store.get('payment_method', id)
  if (card.customer === customerId) return card
  if (card.customer)
    throw invalidRequest(
      'The payment method you provided has already been attached to a customer.',
      'payment_method',
      'payment_method_already_attached',
    )
  const refusal = refusalOf(merchant, {
    ...cardEntry(merchant, merchant.store.hidden.cardNumber[card.id] ?? ''),
  })
  if (refusal) throw cardError(refusal)
  return attachCard(merchant, card, customerId)
}

/** Takes the card from its customer, and from everything that was charged to it. */
export function detachPaymentMethod(merchant: Merchant, id: string): Stripe.PaymentMethod {
  const { store } = merchant
  const card = store.get('payment_method', id)
  if (!card.customer)
    throw invalidRequest(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
      'payment_method',
    )
  const customer = store.get('customer', idOf(card.customer))
  if (customer.invoice_settings.default_payment_method === id) {
    const invoice_settings = { ...customer.invoice_settings, default_payment_method: null }
    const { after, previous } = change(merchant, 'customer', customer, { invoice_settings })
    emit(merchant, 'customer.updated', after, previous)
  }
  for (const subscription of store.all('subscription'))
    if (subscription.default_payment_method === id && !subscription.ended_at)
      amend(merchant, subscription, { default_payment_method: null })
  const detached = store.put('payment_method', { ...card, customer: null })
  emit(merchant, 'payment_method.detached', detached, { customer: customer.id })
  return detached
}

function cardEntry(merchant: Merchant, number: string, form: Form = {}) {
  const year = new Date(merchant.now() * 1000).getUTCFullYear()
  return {
    number,
    expMonth: whole(form, 'exp_month') ?? 12,
    expYear: whole(form, 'exp_year') ?? year + 3,
    cvc: text(form, 'cvc') ?? '123',
  }
}

function owner(form: Form): { name: string | null; email: string | null } {
  return { name: text(form, 'name') ?? null, email: text(form, 'email') ?? null }
}
