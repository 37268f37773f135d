import type { Stripe } from 'stripe'
import { change, emit, idOf, type Merchant } from '../merchant.ts'
import { chargeStored, type Refusal } from './cards.ts'
import { settleInvoice, subscriptionIdOf } from './invoices.ts'

export type Payment =
  | { outcome: 'paid'; invoice: Stripe.Invoice }
  | { outcome: 'refused'; invoice: Stripe.Invoice; refusal: Refusal }

const NO_CARD: Refusal = {
  code: 'resource_missing',
  message: 'This customer has no attached payment source or default payment method.',
}
const AUTHENTICATION: Refusal = {
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message: 'Su banco pide que confirme el pago.',
}

/**
 * Charges an open invoice. `present`: the card's owner is there and has passed what the bank asks.
 * Counts the attempt and tells of it; the subscription is its caller's business.
 */
export function payInvoice(
  merchant: Merchant,
  invoice: Stripe.Invoice,
  card: { id: string | null; present: boolean },
): Payment {
  if (invoice.amount_due === 0)
    return { outcome: 'paid', invoice: settleInvoice(merchant, invoice) }
  const refusal = refusalToCharge(merchant, card)
  const attempted = change(merchant, 'invoice', invoice, {
    attempted: true,
    attempt_count: invoice.attempt_count + 1,
  }).after
  const intent = notePayment(merchant, attempted, card.id, refusal)
  if (!refusal) {
    emit(merchant, 'payment_intent.succeeded', intent)
    return { outcome: 'paid', invoice: settleInvoice(merchant, attempted) }
  }
  if (refusal === AUTHENTICATION) emit(merchant, 'invoice.payment_action_required', attempted)
  else emit(merchant, 'payment_intent.payment_failed', intent)
  return { outcome: 'refused', invoice: attempted, refusal }
}

/** The card a subscription is charged to, null when there is none. */
export function cardFor({ store }: Merchant, subscription: Stripe.Subscription): string | null {
  const own = subscription.default_payment_method
  if (own) return idOf(own)
  const { default_payment_method: general } = store.get(
    'customer',
    idOf(subscription.customer),
  ).invoice_settings
  return general ? idOf(general) : null
}

function refusalToCharge(
  merchant: Merchant,
  { id, present }: { id: string | null; present: boolean },
): Refusal | null {
  if (!id) return NO_CARD
  if (present) return null
  const outcome = chargeStored(merchant, id)
  if (outcome === 'ok') return null
  return outcome === 'authenticate' ? AUTHENTICATION : outcome
}

/** Stripe keeps one payment intent per invoice and a charge per attempt. */
function notePayment(
  merchant: Merchant,
  invoice: Stripe.Invoice,
  cardId: string | null,
  refusal: Refusal | null,
): Stripe.PaymentIntent {
  const { store } = merchant
  const earlier = store.all('invoice_payment').find((payment) => payment.invoice === invoice.id)
  const intentId = idOf(earlier?.payment.payment_intent ?? store.newId('pi_'))
  const chargeId = cardId ? noteCharge(merchant, invoice, intentId, cardId, refusal) : null
  const intent = store.put('payment_intent', {
    ...paymentIntent(merchant, invoice, intentId),
    amount_received: refusal ? 0 : invoice.amount_due,
    last_payment_error: refusal && {
      type: 'card_error',
      code: refusal.code,
      message: refusal.message,
      ...(refusal.declineCode && { decline_code: refusal.declineCode }),
    },
    latest_charge: chargeId,
    payment_method: refusal ? null : cardId,
    status: intentStatus(refusal),
  })
  store.put('invoice_payment', {
    id: earlier?.id ?? store.newId('inpay_'),
    object: 'invoice_payment',
    amount_paid: refusal ? null : invoice.amount_due,
    amount_requested: invoice.amount_due,
    created: earlier?.created ?? merchant.now(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intentId },
    status: refusal ? 'open' : 'paid',
    status_transitions: { canceled_at: null, paid_at: refusal ? null : merchant.now() },
  })
  return intent
}

function intentStatus(refusal: Refusal | null): Stripe.PaymentIntent.Status {
  if (!refusal) return 'succeeded'
  return refusal === AUTHENTICATION ? 'requires_action' : 'requires_payment_method'
}

function noteCharge(
  { store, now }: Merchant,
  invoice: Stripe.Invoice,
  intentId: string,
  cardId: string,
  refusal: Refusal | null,
): string {
  const { billing_details } = store.get('payment_method', cardId)
  const id = store.newId('ch_')
  store.put('charge', {
    ...UNUSED_IN_CHARGE,
    id,
    object: 'charge',
    amount: invoice.amount_due,
    amount_captured: refusal ? 0 : invoice.amount_due,
    billing_details,
    captured: !refusal,
    created: now(),
    currency: invoice.currency,
    customer: idOf(invoice.customer),
    failure_code: refusal?.code ?? null,
    failure_message: refusal?.message ?? null,
    paid: !refusal,
    payment_intent: intentId,
    payment_method: cardId,
    status: refusal ? 'failed' : 'succeeded',
  })
  return id
}

function paymentIntent(
  { now }: Merchant,
  invoice: Stripe.Invoice,
  id: string,
): Stripe.PaymentIntent {
  return {
    ...UNUSED_IN_INTENT,
    id,
    object: 'payment_intent',
    amount: invoice.amount_due,
    client_secret: `${id}_secret_simulador`,
    created: now(),
    currency: invoice.currency,
    customer: idOf(invoice.customer),
    description: `Subscription ${subscriptionIdOf(invoice)}`,
    status: 'requires_payment_method',
  }
}

/** Fields at the value every new one has. */
const UNUSED_IN_CHARGE = {
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  calculated_statement_descriptor: 'PUJANTE',
  description: 'Subscription',
  disputed: false,
  failure_balance_transaction: null,
  fraud_details: null,
  livemode: false,
  metadata: {},
  on_behalf_of: null,
  outcome: null,
  payment_method_details: null,
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
  transfer_group: null,
} satisfies Partial<Stripe.Charge>

/** Fields at the value every new one has. */
const UNUSED_IN_INTENT = {
  allowed_payment_method_types: null,
  amount_capturable: 0,
  amount_received: 0,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: 'automatic',
  confirmation_method: 'automatic',
  customer_account: null,
  excluded_payment_method_types: null,
  last_payment_error: null,
  latest_charge: null,
  livemode: false,
  managed_payments: null,
  metadata: {},
  next_action: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_configuration_details: null,
  payment_method_options: {},
  payment_method_types: ['card'],
  payment_record: null,
  processing: null,
  receipt_email: null,
  review: null,
  setup_future_usage: 'off_session',
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_group: null,
} satisfies Partial<Stripe.PaymentIntent>
