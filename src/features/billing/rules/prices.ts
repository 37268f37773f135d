import type { Config } from '#platform/config.ts'
import { PLANS, type PlanId } from '#shared/plans.ts'
import type { Price } from '../contract/subscription.ts'

/** Spain's general rate, Ley 37/1992 art. 90; what Stripe charges elsewhere is on the invoice. */
const VAT = 0.21

type TaxRule = Pick<Config['stripe'], 'pricesIncludeTax'>

/** A monthly price in euros, with and without Spanish IVA. */
export function priceOf(amount: number, { pricesIncludeTax }: TaxRule): Price {
  return {
    amount,
    taxIncluded: pricesIncludeTax,
    withoutTax: pricesIncludeTax ? toCents(amount / (1 + VAT)) : amount,
    withTax: pricesIncludeTax ? amount : toCents(amount * (1 + VAT)),
  }
}

export function priceOfPlan(plan: PlanId, rule: TaxRule): Price {
  return priceOf(PLANS[plan].priceEuros, rule)
}

/** Null for a price that is none of ours. */
export function planOfPrice(
  priceId: string | undefined,
  prices: Config['stripe']['prices'],
): PlanId | null {
  return (Object.keys(prices) as PlanId[]).find((plan) => prices[plan] === priceId) ?? null
}

export function isUpgrade(from: PlanId, to: PlanId): boolean {
  return PLANS[to].priceEuros > PLANS[from].priceEuros
}

/** Rounded to whole cents. */
function toCents(euros: number): number {
  return Math.round(euros * 100) / 100
}
