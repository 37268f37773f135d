import { Stripe } from 'stripe'
import type { Merchant } from './merchant.ts'

/** Monthly prices in euro cents. */
export const PLANS = {
  basic: { productId: 'prod_basic', priceId: 'price_basic', name: 'Básico', cents: 900 },
  premium: { productId: 'prod_premium', priceId: 'price_premium', name: 'Premium', cents: 2900 },
  enterprise: {
    productId: 'prod_enterprise',
    priceId: 'price_enterprise',
    name: 'Enterprise',
    cents: 9900,
  },
} as const
type Plan = (typeof PLANS)[keyof typeof PLANS]

/** The three plans, anew at every start, so that a changed tax setting is obeyed. */
export function seedCatalogue({ store, now }: Merchant, pricesIncludeTax: boolean): void {
  for (const plan of Object.values(PLANS)) {
    store.put('product', productOf(plan, now()))
    store.put('price', priceOf(plan, now(), pricesIncludeTax ? 'inclusive' : 'exclusive'))
  }
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

function priceOf(plan: Plan, created: number, taxBehavior: Stripe.Price.TaxBehavior): Stripe.Price {
  return {
    id: plan.priceId,
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
    product: plan.productId,
    recurring: {
      interval: 'month',
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: taxBehavior,
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: plan.cents,
    unit_amount_decimal: Stripe.Decimal.from(plan.cents),
  }
}
