import type { Stripe } from 'stripe'
import { attachCard, createCard } from '../billing/cards.ts'
import { startSubscription } from '../billing/start-subscription.ts'
import { type Form, text } from '../form.ts'
import { change, emit, idOf, type Merchant } from '../merchant.ts'
import { cardEntryOf } from '../pages/card-form.ts'
import { amountsOf, orderFor } from './checkout-sessions.ts'
import { addTaxId, checkedTaxId, newCustomer, taxIdsOf } from './customers.ts'
import { createSetupIntent } from './setup-intents.ts'

/** What the buyer's accepted card leads to. @throws StripeFailure tax_id_invalid before anything is done. */
export function completeCheckout(
  merchant: Merchant,
  session: Stripe.Checkout.Session,
  buyer: Form,
): Stripe.Checkout.Session {
  const order = orderFor(merchant, session.id)
  const customer = buyingCustomer(merchant, session, buyer)
  const owner = { name: text(buyer, 'name') ?? null, email: customer.email }
  const card = attachCard(merchant, createCard(merchant, cardEntryOf(buyer), owner), customer.id)
  const outcome =
    session.mode === 'setup'
      ? setUp(merchant, session, customer.id, card.id)
      : subscribe(merchant, session, customer.id, card.id)
  const { after } = change(merchant, 'checkout.session', session, {
    ...outcome,
    customer: customer.id,
    customer_details: {
      address: customer.address ?? null,
      business_name: order.collectsTaxId ? (text(buyer, 'business_name') ?? null) : null,
      email: customer.email,
      individual_name: null,
      name: customer.name ?? null,
      phone: null,
      tax_exempt: 'none',
      tax_ids: taxIdsOf(merchant, customer.id).data.map(({ type, value }) => ({ type, value })),
    },
    status: 'complete',
    url: null,
  })
  emit(merchant, 'checkout.session.completed', after)
  return after
}

/** `success_url` with the session's id in it. */
export function successUrlOf({ id, success_url: url }: Stripe.Checkout.Session): string {
  return (url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', id)
}

function buyingCustomer(
  merchant: Merchant,
  session: Stripe.Checkout.Session,
  buyer: Form,
): Stripe.Customer {
  const { store } = merchant
  const order = orderFor(merchant, session.id)
  const taxId = order.collectsTaxId ? typedTaxId(buyer) : null
  const customer = session.customer
    ? store.get('customer', idOf(session.customer))
    : newCustomer(merchant, {
        email: text(buyer, 'email') ?? session.customer_email,
        name: text(buyer, 'name') ?? null,
      })
  if (taxId) addTaxId(merchant, customer.id, taxId)
  const country = order.savesAddress && text(buyer, 'country')
  const business = order.collectsTaxId && text(buyer, 'business_name')
  const { after, previous } = change(merchant, 'customer', customer, {
    currency: session.currency ?? customer.currency ?? null,
    ...(business && { name: business }),
    ...(country && {
      address: {
        city: text(buyer, 'city') || null,
        country,
        line1: text(buyer, 'line1') || null,
        line2: null,
        postal_code: text(buyer, 'postal_code') ?? null,
        state: null,
      },
    }),
  })
  if (Object.keys(previous).length > 0) emit(merchant, 'customer.updated', after, previous)
  return after
}

/** A Spanish NIF unless it starts with a country. @throws StripeFailure tax_id_invalid. */
function typedTaxId(buyer: Form): { type: string; value: string } | null {
  const typed = text(buyer, 'tax_id')?.trim()
  if (!typed) return null
  const type = /^[A-Za-z]{2}/.test(typed) ? 'eu_vat' : 'es_cif'
  return { type, value: checkedTaxId(type, typed) }
}

function setUp(
  merchant: Merchant,
  { metadata }: Stripe.Checkout.Session,
  customerId: string,
  cardId: string,
): Partial<Stripe.Checkout.Session> {
  const request = { customerId, cardId, confirmed: true, metadata: metadata ?? {} }
  return { setup_intent: createSetupIntent(merchant, request).id }
}

function subscribe(
  merchant: Merchant,
  session: Stripe.Checkout.Session,
  customerId: string,
  cardId: string,
): Partial<Stripe.Checkout.Session> {
  const order = orderFor(merchant, session.id)
  const subscription = startSubscription(merchant, {
    customerId,
    price: merchant.store.get('price', order.priceId ?? ''),
    cardId,
    trialDays: order.trialDays,
    metadata: order.subscriptionMetadata,
    automaticTax: order.automaticTax,
    taxRateIds: order.taxRateIds,
    footer: order.footer,
    promised: order.promised,
    sessionId: session.id,
  })
  return {
    ...amountsOf(merchant, order, customerId),
    automatic_tax: {
      ...session.automatic_tax,
      status: order.automaticTax ? 'complete' : null,
    },
    subscription: subscription.id,
    invoice: subscription.latest_invoice,
    payment_status: order.trialDays > 0 ? 'no_payment_required' : 'paid',
  }
}
