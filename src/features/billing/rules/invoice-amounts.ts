import type Stripe from 'stripe'

/** Whole cents; `percent` of IVA as charged, 0 without. */
export type InvoiceAmounts = {
  baseCents: number
  percent: number
  quotaCents: number
  totalCents: number
}

/** As Stripe has worked them out, so that our papers and Stripe's say the same. `rate`: of its tax, where it has any. */
export function amountsOf(
  paper: Pick<Stripe.Invoice | Stripe.CreditNote, 'total' | 'total_taxes'>,
  rate: number,
): InvoiceAmounts {
  const taxes = paper.total_taxes ?? []
  const quotaCents = taxes.reduce((sum, { amount }) => sum + amount, 0)
  const percent = quotaCents === 0 ? 0 : rate
  return { baseCents: paper.total - quotaCents, percent, quotaCents, totalCents: paper.total }
}

/** What discounts took off an invoice, before tax that is added to it. */
export function discountCents({
  total_discount_amounts: amounts,
}: Pick<Stripe.Invoice, 'total_discount_amounts'>): number {
  return (amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)
}
