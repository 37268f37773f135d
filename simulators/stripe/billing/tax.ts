import type { Stripe } from 'stripe'
import type { Merchant } from '../merchant.ts'

const SPANISH_VAT_PERCENT = 21
const EU = 'AT BE BG CY CZ DE DK EE FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(
  ' ',
)

/**
 * Percent of VAT for a customer of a Spanish seller of services: Spain, or no address, 21; elsewhere in
 * the EU 21, or 0 with a VAT id (reverse charge); outside the EU 0.
 */
export function vatPercent({ store }: Merchant, customer: Stripe.Customer): number {
  const country = customer.address?.country ?? 'ES'
  if (country === 'ES') return SPANISH_VAT_PERCENT
  const business = store.all('tax_id').some((taxId) => taxId.customer === customer.id)
  return EU.includes(country) && !business ? SPANISH_VAT_PERCENT : 0
}

/** The tax contained in, or to be added to, an amount in cents. */
export function lineTax(
  amount: number,
  percent: number,
  inclusive: boolean,
): Stripe.InvoiceLineItem.Tax {
  const tax = inclusive
    ? Math.round((amount * percent) / (100 + percent))
    : Math.round((amount * percent) / 100)
  return {
    amount: tax,
    tax_behavior: inclusive ? 'inclusive' : 'exclusive',
    tax_rate_details: { tax_rate: `txr_iva_${percent}` },
    taxability_reason: percent === 0 ? 'reverse_charge' : 'standard_rated',
    taxable_amount: inclusive ? amount - tax : amount,
    type: 'tax_rate_details',
  }
}
