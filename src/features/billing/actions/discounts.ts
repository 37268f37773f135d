import type Stripe from 'stripe'
import type { Context } from '#platform/context.ts'
import type { StoredDiscount } from '#platform/db/schema/billing.ts'
import { stripeOf } from '#platform/stripe.ts'
import { fromUnix } from '../rules/stripe-state.ts'
import { idOf } from './default-card.ts'

/** The subscription's discounts, in the order in which Stripe takes them off. */
export async function readDiscounts(
  ctx: Context,
  { id, discounts }: Stripe.Subscription,
): Promise<StoredDiscount[]> {
  if (discounts.length === 0) return []
  const stripe = stripeOf(ctx.config)
  const whole = await stripe.subscriptions.retrieve(id, {
    expand: ['discounts.source.coupon.applies_to', 'discounts.promotion_code'],
  })
  const stored: StoredDiscount[] = []
  for (const discount of whole.discounts) {
    const coupon = typeof discount === 'string' ? null : discount.source.coupon
    if (typeof discount === 'string' || !coupon || typeof coupon === 'string') continue
    const code = discount.promotion_code
    stored.push({
      percent: coupon.percent_off,
      cents: coupon.amount_off,
      once: coupon.duration === 'once',
      endsAt: discount.end === null ? null : fromUnix(discount.end).toISOString(),
      prices: coupon.applies_to ? await pricesOf(ctx, coupon.applies_to.products) : null,
      code: typeof code === 'string' ? null : (code?.code ?? null),
    })
  }
  return stored
}

/** Which of our prices belong to the products. */
async function pricesOf({ config }: Context, products: readonly string[]): Promise<string[]> {
  const { prices, yearPrices } = config.stripe
  const found: string[] = []
  for (const id of [...Object.values(prices), ...Object.values(yearPrices)]) {
    const { product } = await stripeOf(config).prices.retrieve(id)
    if (products.includes(idOf(product) ?? '')) found.push(id)
  }
  return found
}
