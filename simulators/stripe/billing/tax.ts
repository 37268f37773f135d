import type { Stripe } from 'stripe'
import type { Merchant } from '../merchant.ts'

const SPANISH_VAT_PERCENT = 21
const EU = 'AT BE BG CY CZ DE DK EE FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(
  ' ',
)

/** Spain, and outside its IVA: Canarias, Ceuta, Melilla. */
const NO_VAT_PROVINCES = ['35', '38', '51', '52']

/**
 * Percent of VAT for a customer of a Spanish seller of services: Spain, or no address, 21, by postcode 0; elsewhere in
 * the EU 21, or 0 with a VAT id (reverse charge); outside the EU 0.
 */
export function vatPercent({ store }: Merchant, customer: Stripe.Customer): number {
  const { country = 'ES', postal_code: postcode } = customer.address ?? {}
  if (country === null || country === 'ES')
    return NO_VAT_PROVINCES.includes(postcode?.slice(0, 2) ?? '') ? 0 : SPANISH_VAT_PERCENT
  const business = store.all('tax_id').some((taxId) => taxId.customer === customer.id)
  return EU.includes(country) && !business ? SPANISH_VAT_PERCENT : 0
}

/** What is owed on a line: by Stripe Tax where it is on, else by the rate given; null for neither. */
export function taxOf(
  merchant: Merchant,
  amount: number,
  rule: {
    automatic: boolean
    customer: Stripe.Customer | undefined
    price: Stripe.Price
    rate: Stripe.TaxRate | undefined
  },
): Stripe.InvoiceLineItem.Tax | null {
  const { automatic, customer, price, rate } = rule
  if (automatic) {
    const percent = customer ? vatPercent(merchant, customer) : SPANISH_VAT_PERCENT
    return lineTax(amount, percent, price.tax_behavior === 'inclusive')
  }
  if (!rate) return null
  return {
    ...lineTax(amount, rate.percentage, rate.inclusive),
    tax_rate_details: { tax_rate: rate.id },
  }
}

/** The tax contained in, or to be added to, an amount in cents. */
function lineTax(amount: number, percent: number, inclusive: boolean): Stripe.InvoiceLineItem.Tax {
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
