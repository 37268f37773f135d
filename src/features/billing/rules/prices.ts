import type { Config } from '#platform/config.ts'
import { type Interval, PLANS, type PlanId } from '#shared/plans.ts'
import type { Price } from '../contract/subscription.ts'

/** Spain's general rate, Ley 37/1992 art. 90; what Stripe charges elsewhere is on the invoice. */
const VAT = 0.21

type TaxRule = Pick<Config['stripe'], 'pricesIncludeTax'>
/** Stripe's prices of the plans. */
export type Catalogue = Pick<Config['stripe'], 'prices' | 'yearPrices'>
/** What can be bought. */
export type Offer = { plan: PlanId; interval: Interval }

/** A price in euros per month or year, with and without Spanish IVA. */
export function priceOf(
  amount: number,
  { pricesIncludeTax }: TaxRule,
  interval: Interval = 'month',
): Price {
  return {
    amount,
    interval,
    taxIncluded: pricesIncludeTax,
    withoutTax: pricesIncludeTax ? toCents(amount / (1 + VAT)) : amount,
    withTax: pricesIncludeTax ? amount : toCents(amount * (1 + VAT)),
  }
}

export function priceOfOffer({ plan, interval }: Offer, rule: TaxRule): Price {
  return priceOf(eurosOf({ plan, interval }), rule, interval)
}

export function eurosOf({ plan, interval }: Offer): number {
  return interval === 'year' ? PLANS[plan].yearEuros : PLANS[plan].priceEuros
}

/** Undefined where the plan is not sold by the year. */
export function priceIdOf({ plan, interval }: Offer, catalogue: Catalogue): string | undefined {
  return interval === 'year' ? catalogue.yearPrices[plan] : catalogue.prices[plan]
}

/** Null for a price that is none of ours. */
export function offerOfPrice(
  priceId: string | undefined,
  { prices, yearPrices }: Catalogue,
): Offer | null {
  if (!priceId) return null
  for (const plan of Object.keys(prices) as PlanId[]) {
    if (prices[plan] === priceId) return { plan, interval: 'month' }
    if (yearPrices[plan] === priceId) return { plan, interval: 'year' }
  }
  return null
}

/** Begins at once and is paid at once; what is less, or a year that is paid, waits for the end of the period. */
export function isUpgrade(from: Offer, to: Offer): boolean {
  const [before, after] = [PLANS[from.plan].priceEuros, PLANS[to.plan].priceEuros]
  if (from.interval === to.interval) return after > before
  return to.interval === 'year' && after >= before
}

/** Rounded to whole cents. */
function toCents(euros: number): number {
  return Math.round(euros * 100) / 100
}
