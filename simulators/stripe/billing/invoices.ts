import type { Stripe } from 'stripe'
import { change, emit, idOf, type Merchant } from '../merchant.ts'
import { discounted, discountsInForce, spendOnce } from './discounts.ts'
import { taxed } from './lines.ts'

export type InvoiceSpec = {
  subscription: Stripe.Subscription
  lines: Stripe.InvoiceLineItem[]
  reason: Stripe.Invoice.BillingReason
  period: { start: number; end: number }
}

/** What an invoice of these lines would be; neither stored nor announced. */
export function draftInvoice(merchant: Merchant, spec: InvoiceSpec): Stripe.Invoice {
  const { subscription, reason, period } = spec
  const customer = merchant.store.get('customer', idOf(subscription.customer))
  const automatic = subscription.automatic_tax.enabled
  const id = merchant.store.newId('in_')
  const netLines = discounted(merchant, subscription, spec.lines)
  const lines = taxed(merchant, customer, subscription, netLines).map((line) => ({
    ...line,
    invoice: id,
  }))
  return {
    ...UNUSED_FIELDS,
    ...totals(lines, customer.balance),
    id,
    object: 'invoice',
    account_country: 'ES',
    account_name: 'Pujante',
    automatic_tax: automaticTax(automatic),
    billing_reason: reason,
    created: merchant.now(),
    currency: 'eur',
    customer: customer.id,
    ...billedTo(merchant, customer),
    default_payment_method: null,
    default_tax_rates: subscription.default_tax_rates ?? [],
    discounts: discountsInForce(merchant, subscription).map((one) => one.id),
    footer: subscription.invoice_settings.footer,
    lines: {
      object: 'list',
      data: lines,
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    period_end: period.end,
    period_start: period.start,
    status: 'draft',
  }
}

/** Stores a draft, uses up the customer's balance and opens it for payment. */
export function openInvoice(merchant: Merchant, draft: Stripe.Invoice): Stripe.Invoice {
  const { store } = merchant
  emit(merchant, 'invoice.created', store.put('invoice', draft))
  const opened = finalizeInvoice(merchant, draft)
  spendOnce(merchant, opened, subscriptionIdOf(opened))
  return opened
}

/** Numbers a stored draft and opens it. */
export function finalizeInvoice(merchant: Merchant, draft: Stripe.Invoice): Stripe.Invoice {
  const { store, baseUrl } = merchant
  const customer = store.get('customer', idOf(draft.customer))
  const sequence = customer.next_invoice_sequence ?? 1
  const { after } = change(merchant, 'invoice', draft, {
    status: 'open',
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`,
    effective_at: merchant.now(),
    ending_balance: endingBalance(draft),
    hosted_invoice_url: `${baseUrl}/i/${draft.id}`,
    invoice_pdf: `${baseUrl}/i/${draft.id}/pdf`,
    status_transitions: { ...draft.status_transitions, finalized_at: merchant.now() },
  })
  store.put('customer', {
    ...customer,
    next_invoice_sequence: sequence + 1,
    balance: after.ending_balance ?? 0,
  })
  emit(merchant, 'invoice.finalized', after)
  return after
}

/** Marks as paid and tells of it; the payment itself has been noted by who made it. */
export function settleInvoice(merchant: Merchant, invoice: Stripe.Invoice): Stripe.Invoice {
  const { after } = change(merchant, 'invoice', invoice, {
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: merchant.now() },
  })
  emit(merchant, 'invoice.paid', after)
  emit(merchant, 'invoice.payment_succeeded', after)
  return after
}

export function voidInvoice(merchant: Merchant, invoice: Stripe.Invoice): Stripe.Invoice {
  const { after } = change(merchant, 'invoice', invoice, {
    status: 'void',
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, voided_at: merchant.now() },
  })
  emit(merchant, 'invoice.voided', after)
  return after
}

/** The id of the subscription an invoice is for. */
export function subscriptionIdOf(invoice: Stripe.Invoice): string {
  return idOf(invoice.parent?.subscription_details?.subscription)
}

function automaticTax(enabled: boolean): Stripe.Invoice.AutomaticTax {
  return {
    disabled_reason: null,
    enabled,
    liability: enabled ? { type: 'self' } : null,
    provider: enabled ? 'stripe' : null,
    status: enabled ? 'complete' : null,
  }
}

/** The customer as they are when the invoice is written. */
function billedTo({ store }: Merchant, customer: Stripe.Customer) {
  return {
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_tax_ids: store
      .all('tax_id')
      .filter((taxId) => taxId.customer === customer.id)
      .map(({ type, value }) => ({ type, value })),
  }
}

const LEAST_CENTS = 50

/** A balance below zero is the customer's credit, above it a debt. Both in cents. */
function totals(lines: Stripe.InvoiceLineItem[], balance: number) {
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0)
  const taxes = lines.flatMap((line) => line.taxes ?? [])
  const sumOf = (behavior: string) =>
    taxes.reduce((sum, tax) => sum + (tax.tax_behavior === behavior ? tax.amount : 0), 0)
  const taken = merged(lines.flatMap((line) => line.discount_amounts ?? []))
  const total = subtotal - taken.reduce((sum, { amount }) => sum + amount, 0) + sumOf('exclusive')
  const withoutTax = total - sumOf('exclusive') - sumOf('inclusive')
  const due = dueOf(total + balance)
  return {
    subtotal,
    subtotal_excluding_tax: subtotal - sumOf('inclusive'),
    total,
    total_discount_amounts: taken,
    total_pretax_credit_amounts: taken.map((one) => ({ ...one, type: 'discount' as const })),
    total_excluding_tax: withoutTax,
    total_taxes: mergedTaxes(taxes),
    starting_balance: balance,
    amount_due: due,
    amount_remaining: due,
  }
}

/** One row for each discount. */
function merged(amounts: Stripe.InvoiceLineItem.DiscountAmount[]) {
  const ids = [...new Set(amounts.map(({ discount }) => idOf(discount)))]
  return ids.map((discount) => ({
    discount,
    amount: amounts.reduce(
      (sum, one) => sum + (idOf(one.discount) === discount ? one.amount : 0),
      0,
    ),
  }))
}

function mergedTaxes(taxes: Stripe.InvoiceLineItem.Tax[]): Stripe.Invoice.TotalTax[] {
  const [first] = taxes
  if (!first) return []
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  return [
    {
      ...first,
      amount: sum(taxes.map((tax) => tax.amount)),
      taxable_amount: sum(taxes.map((tax) => tax.taxable_amount ?? 0)),
    },
  ]
}

/** Below the least amount that Stripe charges in euros nothing is due: it is left to the next invoice. */
function dueOf(cents: number): number {
  return cents < LEAST_CENTS ? 0 : cents
}

function endingBalance({ total, starting_balance: before }: Stripe.Invoice): number {
  const rest = total + before
  return rest - dueOf(rest)
}

/** Fields of Stripe's invoice that this simulator never fills. */
const UNUSED_FIELDS = {
  account_tax_ids: null,
  amount_overpaid: 0,
  amount_paid: 0,
  amount_shipping: 0,
  application: null,
  attempt_count: 0,
  attempted: false,
  auto_advance: true,
  automatically_finalizes_at: null,
  collection_method: 'charge_automatically',
  custom_fields: null,
  customer_account: null,
  customer_phone: null,
  customer_shipping: null,
  customer_tax_exempt: 'none',
  default_source: null,
  description: null,
  due_date: null,
  effective_at: null,
  ending_balance: null,
  from_invoice: null,
  hosted_invoice_url: null,
  invoice_pdf: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  livemode: false,
  metadata: {},
  next_payment_attempt: null,
  number: null,
  on_behalf_of: null,
  payment_settings: {
    default_mandate: null,
    payment_method_options: null,
    payment_method_types: null,
  },
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  statement_descriptor: null,
  status_transitions: {
    finalized_at: null,
    marked_uncollectible_at: null,
    paid_at: null,
    voided_at: null,
  },
  test_clock: null,
  webhooks_delivered_at: null,
} satisfies Partial<Stripe.Invoice>
