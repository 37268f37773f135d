import type { Stripe } from 'stripe'
import { type Form, mergedMetadata, text, whole } from '../form.ts'
import { change, emit, idOf, type Merchant } from '../merchant.ts'
import { invalidRequest, missingParameter } from '../stripe-error.ts'

/** Gives back all of a charge that is left, or `amount` cents of it. */
export function createRefund(merchant: Merchant, form: Form): Stripe.Refund {
  const charge = chargeOf(merchant, form)
  const left = charge.amount_captured - charge.amount_refunded
  const amount = whole(form, 'amount') ?? left
  if (left === 0)
    throw invalidRequest(
      `Charge ${charge.id} has already been refunded.`,
      undefined,
      'charge_already_refunded',
    )
  if (amount < 1 || amount > left)
    throw invalidRequest(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
      'amount',
    )
  const refund = merchant.store.put('refund', {
    ...UNUSED_FIELDS,
    id: merchant.store.newId('re_'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: merchant.now(),
    currency: charge.currency,
    customer: charge.customer,
    metadata: mergedMetadata({}, form),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: text(form, 'reason') ?? null,
    status: 'succeeded',
  })
  const { after, previous } = change(merchant, 'charge', charge, {
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === left,
  })
  emit(merchant, 'refund.created', refund)
  emit(merchant, 'charge.refunded', after, previous)
  return refund
}

function chargeOf({ store }: Merchant, form: Form): Stripe.Charge {
  const chargeId = text(form, 'charge')
  if (chargeId) return store.get('charge', chargeId, 'charge')
  const intentId = text(form, 'payment_intent') ?? missingParameter('payment_intent')
  const intent = store.get('payment_intent', intentId, 'payment_intent')
  if (intent.latest_charge && intent.status === 'succeeded')
    return store.get('charge', idOf(intent.latest_charge))
  throw invalidRequest(
    `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
    'payment_intent',
  )
}

/** Fields at the value every new one has. */
const UNUSED_FIELDS = {
  balance_transaction: null,
  customer_account: null,
  receipt_number: null,
  source_transfer_reversal: null,
  transfer_reversal: null,
} satisfies Partial<Stripe.Refund>
