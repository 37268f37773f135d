import { Stripe } from 'stripe'
import type { Merchant } from './merchant.ts'

/** Prices in euro cents, every month and every year. */
export const PLANS = {
  basic: {
    productId: 'prod_basic',
    name: 'Básico',
    priceId: 'price_basic',
    cents: 900,
    yearPriceId: 'price_basic_year',
    yearCents: 9000,
  },
  premium: {
    productId: 'prod_premium',
    name: 'Premium',
    priceId: 'price_premium',
    cents: 2900,
    yearPriceId: 'price_premium_year',
    yearCents: 29_000,
  },
  enterprise: {
    productId: 'prod_enterprise',
    name: 'Enterprise',
    priceId: 'price_enterprise',
    cents: 9900,
    yearPriceId: 'price_enterprise_year',
    yearCents: 99_000,
  },
} as const
type Plan = (typeof PLANS)[keyof typeof PLANS]
type PriceSeed = { id: string; productId: string; cents: number; interval: 'month' | 'year' }

/** The three plans, anew at every start, so that a changed tax setting is obeyed. */
export function seedCatalogue({ store, now }: Merchant, pricesIncludeTax: boolean): void {
  for (const plan of Object.values(PLANS)) {
    store.put('product', productOf(plan, now()))
    for (const price of pricesOf(plan))
      store.put('price', priceOf(price, now(), pricesIncludeTax ? 'inclusive' : 'exclusive'))
  }
}

function pricesOf({ productId, priceId, cents, yearPriceId, yearCents }: Plan): PriceSeed[] {
  return [
    { id: priceId, productId, cents, interval: 'month' },
    { id: yearPriceId, productId, cents: yearCents, interval: 'year' },
  ]
}

function productOf({ productId, priceId, name }: Plan, created: number): Stripe.Product {
  return {
    id: productId,
    object: 'product',
    active: true,
    created,
    default_price: priceId,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name,
    package_dimensions: null,
    shippable: null,
    tax_code: 'txcd_10103001',
    tax_details: null,
    type: 'service',
    updated: created,
    url: null,
  }
}

function priceOf(
  { id, productId, cents, interval }: PriceSeed,
  created: number,
  taxBehavior: Stripe.Price.TaxBehavior,
): Stripe.Price {
  return {
    id,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created,
    currency: 'eur',
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: productId,
    recurring: {
      interval,
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: taxBehavior,
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: cents,
    unit_amount_decimal: Stripe.Decimal.from(cents),
  }
}
