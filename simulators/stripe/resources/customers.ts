import type { Stripe } from 'stripe'
import { type Form, mergedMetadata, nested, requiredText, rows, text, texts } from '../form.ts'
import { change, emit, type Merchant } from '../merchant.ts'
import { invalidRequest } from '../stripe-error.ts'

const TAX_ID_SHAPES: Record<string, RegExp> = {
  es_cif: /^[A-Z]\d{7}[0-9A-Z]$/,
  eu_vat: /^[A-Z]{2}[0-9A-Z+*]{2,12}$/,
}

/** Stores a customer with the next invoice prefix and tells of it. */
export function newCustomer(merchant: Merchant, fields: Partial<Stripe.Customer>): Stripe.Customer {
  const { store } = merchant
  const customer = store.put('customer', {
    id: store.newId('cus_', 10),
    object: 'customer',
    address: null,
    balance: 0,
    created: merchant.now(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: store.newId('', 6).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
    ...fields,
  })
  emit(merchant, 'customer.created', customer)
  return customer
}

/** Writes what the form names, and tells of it. */
export function updateCustomer(
  merchant: Merchant,
  customer: Stripe.Customer,
  form: Form,
): Stripe.Customer {
  const { after, previous } = change(merchant, 'customer', customer, {
    ...customerFields(form),
    metadata: mergedMetadata(customer.metadata, form),
    invoice_settings: invoiceSettings(merchant, customer, nested(form, 'invoice_settings')),
  })
  if (Object.keys(previous).length > 0) emit(merchant, 'customer.updated', after, previous)
  return after
}

/** Undefined for what the form does not name; an empty value unsets. */
export function customerFields(form: Form): Partial<Stripe.Customer> {
  const names = ['email', 'name', 'phone', 'description'] as const
  const given = names.filter((name) => text(form, name) !== undefined)
  const address = nested(form, 'address')
  return {
    ...Object.fromEntries(given.map((name) => [name, text(form, name) || null])),
    ...(Object.keys(address).length > 0 && { address: addressOf(address) }),
    ...(form.preferred_locales && { preferred_locales: texts(form, 'preferred_locales') }),
  }
}

export function addressOf(form: Form): Stripe.Address {
  return {
    city: text(form, 'city') || null,
    country: text(form, 'country') || null,
    line1: text(form, 'line1') || null,
    line2: text(form, 'line2') || null,
    postal_code: text(form, 'postal_code') || null,
    state: text(form, 'state') || null,
  }
}

/** `tax_id_data` of a new customer. */
export function addTaxIds(merchant: Merchant, customerId: string, form: Form): void {
  for (const row of rows(form, 'tax_id_data')) addTaxId(merchant, customerId, row)
}

/** Without spaces, dots and dashes. @throws StripeFailure tax_id_invalid. */
export function checkedTaxId(type: string, typed: string): string {
  const value = typed.replace(/[\s.-]/g, '').toUpperCase()
  if (!TAX_ID_SHAPES[type] || TAX_ID_SHAPES[type].test(value)) return value
  throw invalidRequest('Invalid value for tax ID.', 'value', 'tax_id_invalid')
}

/** @throws StripeFailure tax_id_invalid. */
export function addTaxId(merchant: Merchant, customerId: string, form: Form): Stripe.TaxId {
  const type = requiredText(form, 'type')
  const value = checkedTaxId(type, requiredText(form, 'value'))
  const taxId = merchant.store.put('tax_id', {
    id: merchant.store.newId('txi_'),
    object: 'tax_id',
    country: type === 'eu_vat' ? value.slice(0, 2) : type.slice(0, 2).toUpperCase(),
    created: merchant.now(),
    customer: customerId,
    customer_account: null,
    livemode: false,
    owner: { type: 'customer', customer: customerId, customer_account: null },
    type,
    value,
    verification: { status: 'pending', verified_address: null, verified_name: null },
  })
  emit(merchant, 'customer.tax_id.created', taxId)
  return type === 'eu_vat' ? verified(merchant, taxId) : taxId
}

/** VIES at once; it knows no Spaniard here, as it knows few in life, and no number that ends in six zeros. */
function verified(merchant: Merchant, taxId: Stripe.TaxId): Stripe.TaxId {
  const isKnown = !taxId.value.startsWith('ES') && !taxId.value.endsWith('000000')
  const status = isKnown ? 'verified' : 'unverified'
  const { after, previous } = change(merchant, 'tax_id', taxId, {
    verification: { status, verified_address: null, verified_name: null },
  })
  emit(merchant, 'customer.tax_id.updated', after, previous)
  return after
}

export function taxIdsOf({ store }: Merchant, customerId: string): Stripe.ApiList<Stripe.TaxId> {
  return {
    object: 'list',
    url: `/v1/customers/${customerId}/tax_ids`,
    has_more: false,
    data: store.all('tax_id').filter(({ customer }) => customer === customerId),
  }
}

/** `email:'a@b.es' AND metadata['user']:'7'`; only whole values, joined with AND. */
export function searchCustomers({ store }: Merchant, query: string): Stripe.Customer[] {
  const clauses = query.split(/\s+AND\s+/i).map((clause) => {
    const [, field = '', key, value = ''] =
      /^\s*(email|name|phone|metadata)(?:\[["'](.+?)["']\])?\s*[:=]\s*["'](.*)["']\s*$/.exec(
        clause,
      ) ?? []
    if (!field) throw invalidRequest('We were unable to parse your search query.', 'query')
    return { field: field as 'email' | 'name' | 'phone' | 'metadata', key, value }
  })
  return store.all('customer').filter((customer) =>
    clauses.every(({ field, key, value }) => {
      const held = field === 'metadata' ? customer.metadata[key ?? ''] : customer[field]
      return held?.toLowerCase() === value.toLowerCase()
    }),
  )
}

function invoiceSettings(
  { store }: Merchant,
  customer: Stripe.Customer,
  form: Form,
): Stripe.Customer.InvoiceSettings {
  const card = text(form, 'default_payment_method')
  if (card === undefined) return customer.invoice_settings
  if (card && store.get('payment_method', card).customer !== customer.id)
    throw invalidRequest(
      'The customer does not have a payment method with the ID ' +
        `${card}. The payment method must be attached to the customer.`,
      'invoice_settings[default_payment_method]',
      'resource_missing',
    )
  return { ...customer.invoice_settings, default_payment_method: card || null }
}
