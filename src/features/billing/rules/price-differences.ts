import type Stripe from 'stripe'
import type { Config } from '#platform/config.ts'
import { planText } from '#shared/plan-text.ts'
import { money } from '#shared/spanish-numbers.ts'
import { eurosOf, type Offer } from './prices.ts'

const MICROS_PER_CENT = 10_000

type Wanted = {
  offer: Offer
  priceId: string
  stripe: Pick<Config['stripe'], 'automaticTax' | 'pricesIncludeTax'>
}

/** What Stripe would charge otherwise than the plan cards say, in Spanish; null: Stripe knows no such price. */
export function priceDifferences(price: Stripe.Price | null, wanted: Wanted): string[] {
  const { plan, interval: wantedInterval } = wanted.offer
  const name = planText(plan, wantedInterval)
  const priceEuros = eurosOf(wanted.offer)
  const says = (text: string) => `${name} (${wanted.priceId}): ${text}`
  if (!price) return [says('Stripe no lo conoce')]
  const faults: string[] = []
  const cents = price.unit_amount ?? 0
  if (price.currency !== 'eur') faults.push(`está en ${price.currency.toUpperCase()}, no en euros`)
  else if (cents !== priceEuros * 100)
    faults.push(
      `Stripe cobra ${money(cents * MICROS_PER_CENT, 'EUR')} y el plan dice ${priceEuros} €`,
    )
  const { interval, interval_count: count } = price.recurring ?? {}
  if (interval !== wantedInterval || count !== 1)
    faults.push(`no es de un ${wantedInterval === 'year' ? 'año' : 'mes'} (${intervalText(price)})`)
  if (!price.active) faults.push('está archivado')
  const isInclusive = price.tax_behavior === 'inclusive'
  if (wanted.stripe.automaticTax && isInclusive !== wanted.stripe.pricesIncludeTax)
    faults.push(
      `en Stripe su impuesto es «${price.tax_behavior}», y PRICES_INCLUDE_TAX dice lo contrario`,
    )
  return faults.map(says)
}

function intervalText({ recurring }: Stripe.Price): string {
  return recurring ? `${recurring.interval_count} × ${recurring.interval}` : 'un solo pago'
}
