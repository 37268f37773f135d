import type { Stripe } from 'stripe'
import { type Form, mergedMetadata, requiredText, text, whole } from '../form.ts'
import { page } from '../lists.ts'
import { change, emit, idOf, type Merchant } from '../merchant.ts'
import { LIST_PARAMS, type Route } from '../route.ts'
import { invalidRequest } from '../stripe-error.ts'
import { createRefund } from './refunds.ts'

/** Of paid invoices, all or a part given back to the card. */
export const CREDIT_NOTE_ROUTES: Route[] = [
  {
    method: 'GET',
    path: '/v1/credit_notes',
    params: `${LIST_PARAMS} customer invoice`,
    answer: (call) => {
      const [customer, invoice] = [text(call.form, 'customer'), text(call.form, 'invoice')]
      const notes = call.merchant.store.all('credit_note')
      return page(
        call,
        notes.filter(
          (note) =>
            (!customer || note.customer === customer) && (!invoice || note.invoice === invoice),
        ),
      )
    },
  },
  {
    method: 'POST',
    path: '/v1/credit_notes',
    params: 'invoice amount refund_amount reason memo metadata',
    answer: ({ merchant, form }) => createCreditNote(merchant, form),
  },
]

function createCreditNote(merchant: Merchant, form: Form): Stripe.CreditNote {
  const { store } = merchant
  const invoice = store.get('invoice', requiredText(form, 'invoice'), 'invoice')
  if (invoice.status !== 'paid')
    throw invalidRequest('The simulator credits paid invoices only.', 'invoice')
  const left = invoice.amount_paid - invoice.post_payment_credit_notes_amount
  const amount = whole(form, 'amount') ?? left
  if (amount < 1 || amount > left)
    throw invalidRequest(
      `The credit note's amount (${amount}) is more than what is left of the invoice (${left}).`,
      'amount',
    )
  if (whole(form, 'refund_amount') !== amount)
    throw invalidRequest(
      'The sum of credit amount, refund amount and out of band amount must equal the amount.',
      'refund_amount',
    )
  const refund = refundOf(merchant, invoice, amount)
  const note = store.put('credit_note', noteOf(merchant, invoice, { form, amount, refund }))
  change(merchant, 'invoice', invoice, {
    post_payment_credit_notes_amount: invoice.post_payment_credit_notes_amount + amount,
  })
  emit(merchant, 'credit_note.created', note)
  return note
}

function refundOf(merchant: Merchant, invoice: Stripe.Invoice, amount: number): Stripe.Refund {
  const payment = merchant.store.all('invoice_payment').find((one) => one.invoice === invoice.id)
  const payment_intent = idOf(payment?.payment.payment_intent)
  return createRefund(merchant, { payment_intent, amount: String(amount) })
}

function noteOf(
  merchant: Merchant,
  invoice: Stripe.Invoice,
  { form, amount, refund }: { form: Form; amount: number; refund: Stripe.Refund },
): Stripe.CreditNote {
  const id = merchant.store.newId('cn_')
  const share = amount / invoice.total
  const taxes = (invoice.total_taxes ?? []).map((tax) => ({
    ...tax,
    amount: Math.round(tax.amount * share),
    taxable_amount: Math.round((tax.taxable_amount ?? 0) * share),
  }))
  const withoutTax = amount - taxes.reduce((sum, tax) => sum + tax.amount, 0)
  const earlier = merchant.store.all('credit_note').filter((one) => one.invoice === invoice.id)
  return {
    id,
    object: 'credit_note',
    amount,
    amount_shipping: 0,
    created: merchant.now(),
    currency: invoice.currency,
    customer: idOf(invoice.customer),
    customer_account: null,
    customer_balance_transaction: null,
    discount_amount: 0,
    discount_amounts: [],
    effective_at: merchant.now(),
    invoice: invoice.id ?? '',
    lines: { object: 'list', data: [], has_more: false, url: `/v1/credit_notes/${id}/lines` },
    livemode: false,
    memo: text(form, 'memo') ?? null,
    metadata: mergedMetadata({}, form),
    number: `${invoice.number}-CN-${String(earlier.length + 1).padStart(2, '0')}`,
    out_of_band_amount: null,
    pdf: `${merchant.baseUrl}/i/${invoice.id}/pdf`,
    post_payment_amount: amount,
    pre_payment_amount: 0,
    pretax_credit_amounts: [],
    reason: text(form, 'reason') ?? null,
    refunds: [
      { amount_refunded: amount, payment_record_refund: null, refund: refund.id, type: 'refund' },
    ],
    shipping_cost: null,
    status: 'issued',
    subtotal: amount,
    subtotal_excluding_tax: withoutTax,
    total: amount,
    total_excluding_tax: withoutTax,
    total_taxes: taxes,
    type: 'post_payment',
    voided_at: null,
  }
}
