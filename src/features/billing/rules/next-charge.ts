import type { Config } from '#platform/config.ts'
import { money } from '#shared/spanish-numbers.ts'
import type { Price } from '../contract/subscription.ts'
import type { BillingRow } from './access.ts'
import { offerDiscounted } from './discounted-offer.ts'
import { eurosOf, type Offer, priceOf } from './prices.ts'

const MICROS = 1_000_000

/** What the end of the period brings, in words: '290,00 €, IVA incluido'; null where its price is not known. */
export function nextChargeText(config: Pick<Config, 'stripe'>, row: BillingRow): string | null {
  const { plan, periodEnd, unitAmount } = row
  if (!plan || !periodEnd || unitAmount === null) return null
  const offer: Offer = { plan, interval: row.interval ?? 'month' }
  // Another interval waits in a schedule, and Stripe's price is still that of the present one.
  const isAnother = row.paidInterval !== null && row.paidInterval !== row.interval
  const cents = isAnother ? eurosOf(offer) * 100 : unitAmount
  const discounted = offerDiscounted({ config }, row, offer, periodEnd, cents)
  const whole = priceOf(cents / 100, config.stripe, offer.interval)
  if (!discounted) return priceText(whole)
  const code = discounted.code ? ` (${discounted.code})` : ''
  return `${priceText(discounted.price)}, con ${discounted.label} de descuento${code} sobre ${euros(whole.amount)}`
}

function priceText({ amount, taxIncluded }: Price): string {
  return `${euros(amount)}${taxIncluded ? ', IVA incluido' : ' más IVA'}`
}

function euros(amount: number): string {
  return money(amount * MICROS, 'EUR')
}
