import type { Stripe } from 'stripe'
import type { Merchant } from '../merchant.ts'

/** `payments` of an invoice, in which the payment intent is found in this API version. */
export function paymentsOf(
  { store }: Merchant,
  invoiceId: string,
): Stripe.ApiList<Stripe.InvoicePayment> {
  return {
    object: 'list',
    url: '/v1/invoice_payments',
    has_more: false,
    data: store.all('invoice_payment').filter(({ invoice }) => invoice === invoiceId),
  }
}
