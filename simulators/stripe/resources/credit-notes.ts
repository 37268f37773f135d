import type { Stripe } from 'stripe'
import { recover } from '../billing/dunning.ts'
import { settleInvoice } from '../billing/invoices.ts'
import { type Form, mergedMetadata, requiredText, text, whole } from '../form.ts'
import { page } from '../lists.ts'
import { change, emit, idOf, type Merchant } from '../merchant.ts'
import { LIST_PARAMS, pathId, type Route } from '../route.ts'
import { invalidRequest } from '../stripe-error.ts'
import { createRefund } from './refunds.ts'

/** Of paid invoices, all or a part given back or kept as a balance; of open ones, what need not be paid. */
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
    params: 'invoice amount refund_amount credit_amount out_of_band_amount reason memo metadata',
    answer: ({ merchant, form }) => createCreditNote(merchant, form),
  },
  {
    method: 'GET',
    path: '/v1/credit_notes/:id',
    params: '',
    answer: (call) => call.merchant.store.get('credit_note', pathId(call)),
  },
  {
    method: 'POST',
    path: '/v1/credit_notes/:id/void',
    params: '',
    answer: (call) =>
      voidCreditNote(call.merchant, call.merchant.store.get('credit_note', pathId(call))),
  },
]

/** Where the money of a note goes. */
type Shares = { waived: number; refunded: number; credited: number; outOfBand: number }

function createCreditNote(merchant: Merchant, form: Form): Stripe.CreditNote {
  const { store } = merchant
  const invoice = store.get('invoice', requiredText(form, 'invoice'), 'invoice')
  if (invoice.status !== 'paid' && invoice.status !== 'open')
    throw invalidRequest('The simulator credits paid and open invoices only.', 'invoice')
  const isPaid = invoice.status === 'paid'
  const left = isPaid
    ? invoice.amount_paid - invoice.post_payment_credit_notes_amount
    : invoice.amount_remaining
  const amount = whole(form, 'amount') ?? left
  if (amount < 1 || amount > left)
    throw invalidRequest(
      `The credit note's amount (${amount}) is more than what is left of the invoice (${left}).`,
      'amount',
    )
  const shares = sharesOf(form, amount, isPaid)
  const refund = shares.refunded > 0 ? refundOf(merchant, invoice, shares.refunded) : null
  const note = store.put('credit_note', noteOf(merchant, invoice, { form, amount, refund, shares }))
  if (isPaid) {
    change(merchant, 'invoice', invoice, {
      post_payment_credit_notes_amount: invoice.post_payment_credit_notes_amount + amount,
    })
    if (shares.credited > 0) addToBalance(merchant, idOf(invoice.customer), -shares.credited)
  } else lowerDue(merchant, invoice, amount)
  emit(merchant, 'credit_note.created', note)
  return note
}

function sharesOf(form: Form, amount: number, isPaid: boolean): Shares {
  const [refunded = 0, credited = 0, outOfBand = 0] = [
    'refund_amount',
    'credit_amount',
    'out_of_band_amount',
  ].map((name) => whole(form, name) ?? 0)
  if (refunded + credited + outOfBand !== (isPaid ? amount : 0))
    throw invalidRequest(
      'The sum of credit amount, refund amount and out of band amount must equal the amount that was paid of it.',
      'refund_amount',
    )
  return { waived: isPaid ? 0 : amount, refunded, credited, outOfBand }
}

/** With nothing left to be paid an invoice is paid. */
function lowerDue(merchant: Merchant, invoice: Stripe.Invoice, amount: number): void {
  const { after } = change(merchant, 'invoice', invoice, {
    amount_due: invoice.amount_due - amount,
    amount_remaining: invoice.amount_remaining - amount,
    pre_payment_credit_notes_amount: invoice.pre_payment_credit_notes_amount + amount,
  })
  if (after.amount_remaining === 0) recover(merchant, settleInvoice(merchant, after))
}

function addToBalance({ store }: Merchant, customerId: string, cents: number): void {
  const customer = store.get('customer', customerId)
  store.put('customer', { ...customer, balance: customer.balance + cents })
}

function voidCreditNote(merchant: Merchant, note: Stripe.CreditNote): Stripe.CreditNote {
  const invoice = merchant.store.get('invoice', idOf(note.invoice))
  if (invoice.status !== 'open' || note.status === 'void')
    throw invalidRequest('You can only void an issued credit note of an open invoice.')
  lowerDue(merchant, invoice, -note.amount)
  const { after } = change(merchant, 'credit_note', note, {
    status: 'void',
    voided_at: merchant.now(),
  })
  emit(merchant, 'credit_note.voided', after)
  return after
}

function refundOf(merchant: Merchant, invoice: Stripe.Invoice, amount: number): Stripe.Refund {
  const payment = merchant.store.all('invoice_payment').find((one) => one.invoice === invoice.id)
  const payment_intent = idOf(payment?.payment.payment_intent)
  return createRefund(merchant, { payment_intent, amount: String(amount) })
}

function noteOf(
  merchant: Merchant,
  invoice: Stripe.Invoice,
  {
    form,
    amount,
    refund,
    shares,
  }: { form: Form; amount: number; refund: Stripe.Refund | null; shares: Shares },
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
    customer_balance_transaction: shares.credited > 0 ? merchant.store.newId('cbtxn_') : null,
    discount_amount: 0,
    discount_amounts: [],
    effective_at: merchant.now(),
    invoice: invoice.id ?? '',
    lines: { object: 'list', data: [], has_more: false, url: `/v1/credit_notes/${id}/lines` },
    livemode: false,
    memo: text(form, 'memo') ?? null,
    metadata: mergedMetadata({}, form),
    number: `${invoice.number}-CN-${String(earlier.length + 1).padStart(2, '0')}`,
    out_of_band_amount: shares.outOfBand || null,
    pdf: `${merchant.baseUrl}/i/${invoice.id}/pdf`,
    post_payment_amount: amount - shares.waived,
    pre_payment_amount: shares.waived,
    pretax_credit_amounts: [],
    reason: text(form, 'reason') ?? null,
    refunds: refund
      ? [
          {
            amount_refunded: shares.refunded,
            payment_record_refund: null,
            refund: refund.id,
            type: 'refund',
          },
        ]
      : [],
    shipping_cost: null,
    status: 'issued',
    subtotal: amount,
    subtotal_excluding_tax: withoutTax,
    total: amount,
    total_excluding_tax: withoutTax,
    total_taxes: taxes,
    type: shares.waived > 0 ? 'pre_payment' : 'post_payment',
    voided_at: null,
  }
}
