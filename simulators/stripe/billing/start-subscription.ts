import type { Stripe } from 'stripe'
import { emit, type Merchant } from '../merchant.ts'
import type { Promised } from '../store.ts'
import { redeem } from './discounts.ts'
import { takePayment } from './dunning.ts'
import { draftInvoice, openInvoice } from './invoices.ts'
import { noteCost, periodLine } from './lines.ts'
import { nextPeriodEnd } from './periods.ts'
import { firstEntry, pricedAt } from './subscriptions.ts'

export type NewSubscription = {
  customerId: string
  price: Stripe.Price
  cardId: string
  trialDays: number
  metadata: Record<string, string>
  automaticTax: boolean
  taxRateIds: readonly string[]
  footer: string | null
  promised?: Promised | null
  sessionId?: string
}

const DAY = 86_400

/** Starts a subscription whose buyer is present and whose card has been checked; its first invoice is paid. */
export function startSubscription(
  merchant: Merchant,
  request: NewSubscription,
): Stripe.Subscription {
  const bare = merchant.store.put('subscription', newSubscription(merchant, request))
  const { promised, sessionId } = request
  const discounts = promised ? [redeem(merchant, bare, promised, sessionId).id] : []
  const started = merchant.store.put('subscription', { ...bare, discounts })
  emit(merchant, 'customer.subscription.created', started)
  noteCost(merchant, started, request.price, true)
  const { current_period_start: start, current_period_end: end } = firstEntry(started)
  const draft = draftInvoice(merchant, {
    subscription: started,
    lines: [periodLine(merchant, started, request.price, { start, end }, request.trialDays > 0)],
    reason: 'subscription_create',
    period: { start, end: start },
  })
  const invoice = openInvoice(merchant, draft)
  const opened = merchant.store.get('subscription', started.id)
  merchant.store.put('subscription', { ...opened, latest_invoice: invoice.id })
  takePayment(merchant, invoice, { id: request.cardId, present: true })
  return merchant.store.get('subscription', started.id)
}

function newSubscription(merchant: Merchant, request: NewSubscription): Stripe.Subscription {
  const { price, trialDays } = request
  const now = merchant.now()
  const id = merchant.store.newId('sub_')
  const trialEnd = trialDays > 0 ? now + trialDays * DAY : null
  const period = { start: now, end: trialEnd ?? nextPeriodEnd(now, now, price) }
  const entry = newEntry(merchant, id, price, period)
  return {
    ...UNUSED_FIELDS,
    id,
    object: 'subscription',
    automatic_tax: {
      disabled_reason: null,
      enabled: request.automaticTax,
      liability: request.automaticTax ? { type: 'self' } : null,
    },
    billing_cycle_anchor: trialEnd ?? now,
    created: now,
    currency: price.currency,
    customer: request.customerId,
    default_payment_method: request.cardId,
    default_tax_rates: request.taxRateIds.map((rate) => merchant.store.get('tax_rate', rate)),
    invoice_settings: { ...UNUSED_FIELDS.invoice_settings, footer: request.footer },
    items: {
      object: 'list',
      data: [entry],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    metadata: request.metadata,
    start_date: now,
    status: trialEnd ? 'trialing' : 'active',
    trial_end: trialEnd,
    trial_start: trialEnd ? now : null,
  }
}

function newEntry(
  { store }: Merchant,
  subscription: string,
  price: Stripe.Price,
  period: { start: number; end: number },
): Stripe.SubscriptionItem {
  return {
    id: store.newId('si_', 10),
    object: 'subscription_item',
    billing_thresholds: null,
    created: period.start,
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: [],
    metadata: {},
    ...pricedAt(price),
    quantity: 1,
    subscription,
    tax_rates: [],
  }
}

/** Fields at the value every new subscription has. */
const UNUSED_FIELDS = {
  application: null,
  application_fee_percent: null,
  billing_cycle_anchor_config: null,
  billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
  billing_schedules: [],
  billing_thresholds: null,
  cancel_at: null,
  cancel_at_period_end: false,
  canceled_at: null,
  cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  collection_method: 'charge_automatically',
  customer_account: null,
  days_until_due: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  ended_at: null,
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: 'self' },
  },
  latest_invoice: null,
  livemode: false,
  managed_payments: null,
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  payment_settings: {
    payment_method_options: null,
    payment_method_types: null,
    save_default_payment_method: 'off',
  },
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  test_clock: null,
  transfer_data: null,
  trial_settings: {
    end_behavior: { billing_cycle_anchor: 'now', missing_payment_method: 'create_invoice' },
  },
} satisfies Partial<Stripe.Subscription>
