import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { Nothing, ToldInstant } from '#shared/wire.ts'

export const PaymentMethod = z.object({
  id: z.string(),
  /** Stripe's brand: 'visa', 'mastercard', 'amex' … */
  type: z.string(),
  last4: z.string(),
  expiryMonth: z.number(),
  expiryYear: z.number(),
  isDefault: z.boolean(),
  /** 'expires_soon': within 30 days. */
  expiry: z.enum(['ok', 'expires_soon', 'expired']),
  /** False for the only card of a living subscription. */
  canDelete: z.boolean(),
})
export type PaymentMethod = z.infer<typeof PaymentMethod>

export const listPaymentMethods = endpoint('GET /api/billing/payment-methods', {
  access: 'user',
  permission: 'money',
  summary: 'The cards stored at Stripe, the default one first',
  input: Nothing,
  reply: z.array(PaymentMethod),
})

export const addPaymentMethod = endpoint('POST /api/billing/payment-methods', {
  access: 'user',
  permission: 'money',
  confirmed: true,
  summary: 'Opens Stripe’s page to store a card; it comes back to the settings',
  input: Nothing,
  reply: z.object({ url: z.string() }),
})

const PaymentMethodId = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_]{3,100}$/, 'No existe ese método de pago.'))

export const setDefaultPaymentMethod = endpoint(
  'POST /api/billing/payment-methods/:paymentMethodId/default',
  {
    access: 'user',
    permission: 'money',
    confirmed: true,
    summary: 'Charges this card from now on, and at once what is owed',
    input: z.object({ paymentMethodId: PaymentMethodId }),
    reply: z.object({
      message: z.string(),
      paymentMethods: z.array(PaymentMethod),
      /** Stripe's page of an invoice that this card did not pay; null when nothing is owed any more. */
      payUrl: z.nullable(z.string()),
    }),
  },
)

export const deletePaymentMethod = endpoint(
  'DELETE /api/billing/payment-methods/:paymentMethodId',
  {
    access: 'user',
    permission: 'money',
    confirmed: true,
    summary: 'Removes a card; 409 for the only one of a living subscription',
    input: z.object({ paymentMethodId: PaymentMethodId }),
    reply: z.object({ message: z.string(), paymentMethods: z.array(PaymentMethod) }),
  },
)

export const Invoice = z.object({
  id: z.string(),
  /** Null while Stripe has not numbered it. */
  number: z.nullable(z.string()),
  /** ISO instant. */
  date: ToldInstant,
  /** In the invoice's currency, not cents. */
  amount: z.number(),
  /** ISO 4217, upper case. */
  currency: z.string(),
  /** By credit notes after the payment, in the invoice's currency. */
  givenBack: z.number(),
  status: z.enum(['paid', 'open', 'draft', 'void', 'uncollectible', 'refunded', 'partly_refunded']),
  /** What corrects it, the oldest first. */
  creditNotes: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      /** ISO instant. */
      date: ToldInstant,
      /** In the invoice's currency. */
      amount: z.number(),
      pdfUrl: z.string(),
    }),
  ),
  /** Path of ours that leads to the PDF; null while there is none. */
  pdfUrl: z.nullable(z.string()),
  /** Stripe's page of an invoice that waits to be paid; null otherwise. */
  payUrl: z.nullable(z.string()),
})
export type Invoice = z.infer<typeof Invoice>

export const listInvoices = endpoint('GET /api/billing/invoices', {
  access: 'user',
  permission: 'money',
  summary: 'Billing history, the newest first, 100 at most',
  input: Nothing,
  reply: z.array(Invoice),
})

/** Opened by the browser itself: 302 to the PDF at Stripe, of an invoice or of a credit note. */
export const INVOICE_PDF_PATH = '/api/billing/invoices/:invoiceId/pdf'
export function invoicePdfPath(invoiceId: string): string {
  return INVOICE_PDF_PATH.replace(':invoiceId', encodeURIComponent(invoiceId))
}

export const openPortal = endpoint('POST /api/billing/portal', {
  access: 'user',
  permission: 'money',
  confirmed: true,
  summary: 'Opens Stripe’s billing portal; it comes back to the settings',
  input: Nothing,
  reply: z.object({ url: z.string() }),
})

const TaxDetails = z.object({
  /** NIF, NIE, CIF or a VAT number of the Union, upper case without separators; null when none is stored. */
  taxId: z.nullable(z.string()),
  /** False: IVA is not added to the price by Stripe. */
  automaticTax: z.boolean(),
})
export type TaxDetails = z.infer<typeof TaxDetails>

export const getTaxDetails = endpoint('GET /api/billing/tax-details', {
  access: 'user',
  permission: 'money',
  summary: 'The tax id printed on the invoices',
  input: Nothing,
  reply: TaxDetails,
})

export const updateTaxDetails = endpoint('PUT /api/billing/tax-details', {
  access: 'user',
  permission: 'money',
  summary: 'Stores, changes or (with null or an empty text) removes the tax id on the invoices',
  input: z.object({ taxId: z.nullable(z.string().check(z.trim(), z.maxLength(30))) }),
  reply: z.object({ message: z.string(), taxDetails: TaxDetails }),
})
