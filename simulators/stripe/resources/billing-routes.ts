import type { Stripe } from 'stripe'
import { giveUpInvoice } from '../billing/dunning.ts'
import { finalizeInvoice, subscriptionIdOf } from '../billing/invoices.ts'
import { requiredText, text, texts } from '../form.ts'
import { page } from '../lists.ts'
import { type ApiCall, LIST_PARAMS, pathId, type Route } from '../route.ts'
import { invalidRequest } from '../stripe-error.ts'
import { payNow, previewInvoice } from './invoice-actions.ts'
import { createPortalSession } from './portal-sessions.ts'
import { createRefund } from './refunds.ts'

/** Invoices, payments, refunds, the billing portal and events. */
export const BILLING_ROUTES: Route[] = [
  {
    method: 'POST',
    path: '/v1/invoices/create_preview',
    params: 'customer subscription subscription_details automatic_tax preview_mode',
    answer: ({ merchant, form }) => previewInvoice(merchant, form),
  },
  {
    method: 'GET',
    path: '/v1/invoices',
    params: `${LIST_PARAMS} customer subscription status`,
    answer: (call) => page(call, invoicesOf(call)),
  },
  {
    method: 'GET',
    path: '/v1/invoices/:id',
    params: '',
    answer: (call) => invoiceIn(call),
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/pay',
    params: 'payment_method off_session',
    answer: (call) => payNow(call.merchant, invoiceIn(call), call.form),
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/finalize',
    params: 'auto_advance',
    answer: (call) => {
      const invoice = invoiceIn(call)
      if (invoice.status === 'draft') return finalizeInvoice(call.merchant, invoice)
      throw invalidRequest('This invoice is already finalized, you can only finalize a draft.')
    },
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/void',
    params: '',
    answer: (call) => {
      const invoice = invoiceIn(call)
      if (invoice.status === 'open') return giveUpInvoice(call.merchant, invoice)
      throw invalidRequest(`You can only void open invoices; this one is ${invoice.status}.`)
    },
  },
  {
    method: 'GET',
    path: '/v1/invoices/:id/lines',
    params: LIST_PARAMS,
    answer: (call) => page<Stripe.InvoiceLineItem>(call, invoiceIn(call).lines.data),
  },
  {
    method: 'GET',
    path: '/v1/invoice_payments',
    params: `${LIST_PARAMS} invoice status payment`,
    answer: (call) => {
      const invoice = text(call.form, 'invoice')
      const payments = call.merchant.store.all('invoice_payment')
      return page(call, invoice ? payments.filter((one) => one.invoice === invoice) : payments)
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_intents/:id',
    params: 'client_secret',
    answer: (call) => call.merchant.store.get('payment_intent', pathId(call)),
  },
  {
    method: 'GET',
    path: '/v1/charges/:id',
    params: '',
    answer: (call) => call.merchant.store.get('charge', pathId(call)),
  },
  {
    method: 'POST',
    path: '/v1/refunds',
    params: 'charge payment_intent amount reason metadata',
    answer: ({ merchant, form }) => createRefund(merchant, form),
  },
  {
    method: 'GET',
    path: '/v1/refunds/:id',
    params: '',
    answer: (call) => call.merchant.store.get('refund', pathId(call)),
  },
  {
    method: 'POST',
    path: '/v1/billing_portal/sessions',
    params: 'customer return_url flow_data locale configuration',
    answer: ({ merchant, form }) => createPortalSession(merchant, form),
  },
  {
    method: 'GET',
    path: '/v1/events',
    params: `${LIST_PARAMS} type types delivery_success`,
    answer: (call) => page(call, eventsOf(call)),
  },
  {
    method: 'GET',
    path: '/v1/events/:id',
    params: '',
    answer: (call) => call.merchant.store.get('event', pathId(call)),
  },
]

function invoiceIn(call: ApiCall): Stripe.Invoice {
  return call.merchant.store.get('invoice', pathId(call))
}

function invoicesOf({ merchant: { store }, form }: ApiCall): Stripe.Invoice[] {
  const [customer, subscription, status] = ['customer', 'subscription', 'status'].map((key) =>
    text(form, key),
  )
  if (customer) store.get('customer', requiredText(form, 'customer'), 'customer')
  return store
    .all('invoice')
    .filter(
      (invoice) =>
        (!customer || invoice.customer === customer) &&
        (!subscription || subscriptionIdOf(invoice) === subscription) &&
        (!status || invoice.status === status),
    )
}

function eventsOf({ merchant, form }: ApiCall): Stripe.Event[] {
  const type = text(form, 'type')
  const wanted = [...(type ? [type] : []), ...texts(form, 'types')]
  return merchant.store
    .all('event')
    .filter((event) => wanted.length === 0 || wanted.some((name) => typeFits(event.type, name)))
}

function typeFits(type: string, wanted: string): boolean {
  return wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted
}
