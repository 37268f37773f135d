import type { Stripe } from 'stripe'
import { takenOff } from '../billing/discounts.ts'
import { taxOf } from '../billing/tax.ts'
import {
  type Form,
  flag,
  mergedMetadata,
  nested,
  requiredText,
  rows,
  text,
  texts,
  whole,
} from '../form.ts'
import { idOf, type Merchant } from '../merchant.ts'
import type { Order, Promised } from '../store.ts'
import { invalidRequest, missingParameter } from '../stripe-error.ts'
import { promisedIn } from './promotion-codes.ts'

export const CHECKOUT_PARAMS =
  'mode ui_mode customer customer_email client_reference_id line_items subscription_data setup_intent_data ' +
  'success_url cancel_url metadata locale allow_promotion_codes automatic_tax tax_id_collection customer_update ' +
  'allowed_payment_method_types wallet_options payment_method_collection billing_address_collection expires_at currency ' +
  'saved_payment_method_options custom_text discounts'

const OPEN_SECONDS = 86_400
const SHORTEST_SECONDS = 1_800

export function createCheckoutSession(merchant: Merchant, form: Form): Stripe.Checkout.Session {
  const { store, baseUrl } = merchant
  const mode = checkoutMode(form)
  const customerId = text(form, 'customer') || null
  if (customerId) store.get('customer', customerId, 'customer')
  const order = orderOf(merchant, form, mode, customerId)
  const id = store.newId('cs_test_', 42)
  store.hidden.order[id] = order
  const amounts = amountsOf(merchant, order, customerId)
  return store.put('checkout.session', {
    ...UNUSED_FIELDS,
    ...amounts,
    id,
    object: 'checkout.session',
    allowed_payment_method_types: form.allowed_payment_method_types
      ? texts(form, 'allowed_payment_method_types')
      : null,
    wallet_options: walletOptions(form),
    allow_promotion_codes: flag(form, 'allow_promotion_codes') ?? null,
    automatic_tax: automaticTax(order.automaticTax),
    billing_address_collection: text(form, 'billing_address_collection') ?? null,
    cancel_url: text(form, 'cancel_url') || null,
    client_reference_id: text(form, 'client_reference_id') || null,
    created: merchant.now(),
    currency: mode === 'setup' ? (text(form, 'currency') ?? null) : 'eur',
    customer: customerId,
    customer_creation: mode === 'subscription' && !customerId ? 'always' : null,
    customer_email: text(form, 'customer_email') || null,
    discounts: shownDiscounts(order),
    expires_at: expiryOf(merchant, form),
    locale: text(form, 'locale') || null,
    metadata: mergedMetadata({}, form),
    mode,
    payment_method_collection: mode === 'subscription' ? 'always' : null,
    payment_status: mode === 'setup' || order.trialDays > 0 ? 'no_payment_required' : 'unpaid',
    success_url: requiredText(form, 'success_url'),
    tax_id_collection: { enabled: order.collectsTaxId, required: 'never' },
    ui_mode: 'hosted_page',
    url: `${baseUrl}/c/pay/${id}`,
  })
}

/** `line_items` of a session, which Stripe shows only when asked. */
export function checkoutLineItems(
  merchant: Merchant,
  sessionId: string,
): Stripe.ApiList<Stripe.LineItem> {
  const session = merchant.store.get('checkout.session', sessionId)
  const order = orderFor(merchant, sessionId)
  const price = order.priceId ? merchant.store.get('price', order.priceId) : null
  const data: Stripe.LineItem[] = price
    ? [
        {
          id: `li_${sessionId.slice(8, 32)}`,
          object: 'item',
          adjustable_quantity: null,
          amount_discount: session.total_details?.amount_discount ?? 0,
          amount_subtotal: session.amount_subtotal ?? 0,
          amount_tax: session.total_details?.amount_tax ?? 0,
          amount_total: session.amount_total ?? 0,
          currency: price.currency,
          description: merchant.store.get('product', idOf(price.product)).name,
          discounts: [],
          metadata: {},
          price,
          quantity: 1,
          taxes: [],
        },
      ]
    : []
  const url = `/v1/checkout/sessions/${sessionId}/line_items`
  return { object: 'list', url, has_more: false, data }
}

export function orderFor({ store }: Merchant, sessionId: string): Order {
  const order = store.hidden.order[sessionId]
  if (!order) throw new Error(`${sessionId} has no order`)
  return order
}

/** What the buyer pays today, in cents; zero for a trial. */
export function amountsOf(
  merchant: Merchant,
  { priceId, trialDays, automaticTax: automatic, taxRateIds, promised }: Order,
  customerId: string | null,
): Pick<Stripe.Checkout.Session, 'amount_subtotal' | 'amount_total' | 'total_details'> {
  if (!priceId) return { amount_subtotal: null, amount_total: null, total_details: null }
  const price = merchant.store.get('price', priceId)
  const amount = trialDays > 0 ? 0 : (price.unit_amount ?? 0)
  const off = promised ? takenOff(merchant, promised.couponId, price, amount) : 0
  const customer = customerId ? merchant.store.get('customer', customerId) : undefined
  const [rateId] = taxRateIds
  const rate = rateId === undefined ? undefined : merchant.store.get('tax_rate', rateId)
  const tax = taxOf(merchant, amount - off, { automatic, customer, price, rate })
  const added = tax?.tax_behavior === 'exclusive' ? tax.amount : 0
  return {
    amount_subtotal: amount,
    amount_total: amount - off + added,
    total_details: { amount_discount: off, amount_shipping: 0, amount_tax: tax?.amount ?? 0 },
  }
}

/** Of the session as the API shows it. */
export function shownDiscounts({ promised }: Order): Stripe.Checkout.Session.Discount[] {
  return promised
    ? [
        {
          coupon: promised.promotionCodeId ? null : promised.couponId,
          promotion_code: promised.promotionCodeId,
        },
      ]
    : []
}

/** The discount that the session brings by itself. */
function promisedBy(merchant: Merchant, form: Form): Promised | null {
  const [row] = rows(form, 'discounts')
  return row ? promisedIn(merchant, row, 'discounts[0]') : null
}

function checkoutMode(form: Form): 'subscription' | 'setup' {
  const uiMode = text(form, 'ui_mode') ?? 'hosted_page'
  if (uiMode !== 'hosted_page')
    throw invalidRequest('The simulator only knows ui_mode hosted_page.', 'ui_mode')
  const mode = text(form, 'mode') || missingParameter('mode')
  if (mode === 'subscription' || mode === 'setup') return mode
  throw invalidRequest('The simulator only knows mode subscription and setup.', 'mode')
}

function walletOptions(form: Form): Stripe.Checkout.Session.WalletOptions | null {
  const display = text(nested(nested(form, 'wallet_options'), 'link'), 'display')
  return display === undefined ? null : { link: { display } }
}

function automaticTax(enabled: boolean): Stripe.Checkout.Session.AutomaticTax {
  return {
    enabled,
    liability: enabled ? { type: 'self' } : null,
    provider: enabled ? 'stripe' : null,
    status: enabled ? 'requires_location_inputs' : null,
  }
}

/** With Stripe's own refusals of what an existing customer makes impossible. */
function orderOf(
  merchant: Merchant,
  form: Form,
  mode: 'subscription' | 'setup',
  customerId: string | null,
): Order {
  const update = nested(form, 'customer_update')
  const automaticTax = flag(nested(form, 'automatic_tax'), 'enabled') ?? false
  const collectsTaxId = flag(nested(form, 'tax_id_collection'), 'enabled') ?? false
  const savesAddress = text(update, 'address') === 'auto'
  const customer = customerId ? merchant.store.get('customer', customerId) : undefined
  if (automaticTax && customer && !customer.address?.country && !savesAddress)
    throw invalidRequest(
      "Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the Customer or set either `customer_update[address]` to 'auto' or `customer_update[shipping]` to 'auto' to save the address entered in Checkout to the Customer.",
      undefined,
      'customer_tax_location_invalid',
    )
  if (collectsTaxId && customer && text(update, 'name') !== 'auto')
    throw invalidRequest(
      'Tax ID collection requires updating business name on the customer. To enable tax ID collection for an existing customer, please set `customer_update[name]` to `auto`.',
      'tax_id_collection[enabled]',
    )
  const subscriptionData = nested(form, 'subscription_data')
  return {
    priceId: mode === 'subscription' ? priceIdOf(merchant, form) : null,
    trialDays: whole(subscriptionData, 'trial_period_days') ?? 0,
    subscriptionMetadata: mergedMetadata({}, subscriptionData),
    automaticTax,
    taxRateIds: texts(subscriptionData, 'default_tax_rates'),
    footer: text(nested(subscriptionData, 'invoice_settings'), 'footer') ?? null,
    asksAddress: text(form, 'billing_address_collection') === 'required',
    collectsTaxId,
    savesAddress: savesAddress || !customer,
    takesCodes: flag(form, 'allow_promotion_codes') ?? false,
    promised: promisedBy(merchant, form),
  }
}

function priceIdOf(merchant: Merchant, form: Form): string {
  const [row, ...others] = rows(form, 'line_items')
  if (!row) return missingParameter('line_items')
  if (others.length > 0 || (whole(row, 'quantity') ?? 1) !== 1)
    throw invalidRequest('The simulator sells one of one price at a time.', 'line_items')
  return merchant.store.get('price', requiredText(row, 'price'), 'line_items[0][price]').id
}

function expiryOf(merchant: Merchant, form: Form): number {
  const wanted = whole(form, 'expires_at')
  if (wanted === undefined) return merchant.now() + OPEN_SECONDS
  const ahead = wanted - merchant.now()
  if (ahead >= SHORTEST_SECONDS - 60 && ahead <= OPEN_SECONDS + 60) return wanted
  throw invalidRequest(
    'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
    'expires_at',
  )
}

/** Fields at the value every new session has. */
const UNUSED_FIELDS = {
  adaptive_pricing: null,
  after_expiration: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  custom_text: {
    after_submit: null,
    shipping_address: null,
    submit: null,
    terms_of_service_acceptance: null,
  },
  customer_account: null,
  customer_details: null,
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  livemode: false,
  managed_payments: null,
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ['card'],
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  status: 'open',
  submit_type: null,
  subscription: null,
} satisfies Partial<Stripe.Checkout.Session>
