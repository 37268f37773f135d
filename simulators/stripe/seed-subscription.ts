import type { Stripe } from 'stripe'
import { catchUp } from './billing/calendar.ts'
import { attachCard, createCard } from './billing/cards.ts'
import { startSubscription } from './billing/start-subscription.ts'
import type { Merchant } from './merchant.ts'
import { newCustomer } from './resources/customers.ts'

export type SubscriptionSeed = {
  email: string
  name: string
  priceId: string
  /** 45 gives a first invoice and one renewal. */
  startedDaysAgo: number
  metadata?: Record<string, string>
}
export type SeededSubscription = { customerId: string; subscriptionId: string }

const DAY = 86_400

/** As if the customer had bought then by Checkout with a good card; nothing of it is sent as an event. */
export function seedSubscription(merchant: Merchant, seed: SubscriptionSeed): SeededSubscription {
  const { store } = merchant
  catchUp(merchant, merchant.now())
  const known = store.all('customer').find(({ email }) => email === seed.email)
  const held = store.all('subscription').find(({ customer }) => customer === known?.id)
  if (known && held) return { customerId: known.id, subscriptionId: held.id }
  const present = merchant.now()
  const past: Merchant = {
    ...merchant,
    now: () => present - seed.startedDaysAgo * DAY,
    publish: () => {},
  }
  const customer = known ?? newCustomer(past, { email: seed.email, name: seed.name })
  const card = attachCard(past, seededCard(past, seed), customer.id)
  store.put('customer', {
    ...customer,
    preferred_locales: ['es'],
    invoice_settings: { ...customer.invoice_settings, default_payment_method: card.id },
  })
  const { id } = startSubscription(past, {
    customerId: customer.id,
    price: store.get('price', seed.priceId),
    cardId: card.id,
    trialDays: 0,
    metadata: seed.metadata ?? {},
    automaticTax: false,
    taxRateIds: [],
    footer: null,
  })
  catchUp({ ...past, now: merchant.now }, present)
  return { customerId: customer.id, subscriptionId: id }
}

function seededCard(past: Merchant, { name, email }: SubscriptionSeed): Stripe.PaymentMethod {
  const expYear = new Date(past.now() * 1000).getUTCFullYear() + 3
  const entry = { number: '4242424242424242', expMonth: 8, expYear, cvc: '123' }
  return createCard(past, entry, { name, email })
}
