import type { Stripe } from 'stripe'
import { change, emit, idOf, type Merchant } from '../merchant.ts'
import type { Promised } from '../store.ts'
import { plusMonths } from './periods.ts'
import { amend } from './subscriptions.ts'

/** Redeems a coupon for a subscription; the discount counts from the next invoice on. */
export function redeem(
  merchant: Merchant,
  subscription: Stripe.Subscription,
  { couponId, promotionCodeId }: Promised,
  sessionId: string | null = null,
): Stripe.Discount {
  const { store } = merchant
  const coupon = store.get('coupon', couponId)
  store.put('coupon', { ...coupon, times_redeemed: coupon.times_redeemed + 1 })
  if (promotionCodeId) {
    const code = store.get('promotion_code', promotionCodeId)
    store.put('promotion_code', { ...code, times_redeemed: code.times_redeemed + 1 })
  }
  // What is bought with it begins with it, to the second: else its last month would reach into one more.
  const start = sessionId ? subscription.start_date : merchant.now()
  const discount = store.put('discount', {
    id: store.newId('di_'),
    object: 'discount',
    checkout_session: sessionId,
    customer: idOf(subscription.customer),
    customer_account: null,
    end: coupon.duration === 'repeating' ? plusMonths(start, coupon.duration_in_months ?? 1) : null,
    invoice: null,
    invoice_item: null,
    promotion_code: promotionCodeId,
    source: { coupon: couponId, type: 'coupon' },
    start,
    subscription: subscription.id,
    subscription_item: null,
  })
  emit(merchant, 'customer.discount.created', discount)
  return discount
}

/** Takes discounts off a subscription: they have ended, were used up, or are taken away. */
export function dropDiscounts(
  merchant: Merchant,
  subscription: Stripe.Subscription,
  isOver: (discount: Stripe.Discount) => boolean,
): Stripe.Subscription {
  const over = discountsOf(merchant, subscription).filter(isOver)
  if (over.length === 0) return subscription
  const left = subscription.discounts.filter((one) => !over.some(({ id }) => id === idOf(one)))
  const after = amend(merchant, subscription, { discounts: left })
  for (const discount of over) {
    change(merchant, 'discount', discount, { end: discount.end ?? merchant.now() })
    const { end: _end, ...rest } = discount
    emit(merchant, 'customer.discount.deleted', { ...rest, deleted: true })
  }
  return after
}

export function discountsOf(
  { store }: Merchant,
  { discounts }: Pick<Stripe.Subscription, 'discounts'>,
): Stripe.Discount[] {
  return discounts.map((one) => store.get('discount', idOf(one)))
}

export function isOnce({ store }: Merchant, { source }: Stripe.Discount): boolean {
  return store.get('coupon', idOf(source.coupon)).duration === 'once'
}

/** Those that an invoice written now has. */
export function discountsInForce(
  merchant: Merchant,
  subscription: Pick<Stripe.Subscription, 'discounts'>,
): Stripe.Discount[] {
  const now = merchant.now()
  return discountsOf(merchant, subscription).filter(({ end }) => end === null || end > now)
}

/** What a coupon takes off an amount of a price, in cents; at most all of it. */
export function takenOff(
  { store }: Merchant,
  couponId: string,
  price: Stripe.Price,
  amount: number,
): number {
  const coupon = store.get('coupon', couponId)
  const products = store.hidden.couponProducts[couponId]
  if (amount <= 0 || (products && !products.includes(idOf(price.product)))) return 0
  if (coupon.percent_off !== null) return Math.round((amount * coupon.percent_off) / 100)
  return Math.min(amount, coupon.amount_off ?? 0)
}

/** A whole period of a price after the discounts in force, in cents. */
export function discountedCost(
  merchant: Merchant,
  subscription: Pick<Stripe.Subscription, 'discounts'>,
  price: Stripe.Price,
): number {
  return discountsInForce(merchant, subscription).reduce(
    (left, { source }) => left - takenOff(merchant, idOf(source.coupon), price, left),
    price.unit_amount ?? 0,
  )
}

/** Lines with what each discount takes off them; prorations have it in their amounts already. */
export function discounted(
  merchant: Merchant,
  subscription: Stripe.Subscription,
  lines: Stripe.InvoiceLineItem[],
): Stripe.InvoiceLineItem[] {
  const inForce = discountsInForce(merchant, subscription)
  if (inForce.length === 0) return lines
  const ids = inForce.map(({ id }) => id)
  return lines.map((line) => {
    if (!line.discountable)
      return {
        ...line,
        discounts: ids,
        discount_amounts: ids.map((discount) => ({ amount: 0, discount })),
      }
    const price = merchant.store.get('price', idOf(line.pricing?.price_details?.price))
    let left = line.amount
    const amounts = inForce.map(({ id, source }) => {
      const amount = takenOff(merchant, idOf(source.coupon), price, left)
      left -= amount
      return { amount, discount: id }
    })
    return {
      ...line,
      discounts: ids,
      discount_amounts: amounts,
      pretax_credit_amounts: amounts.map((one) => ({ ...one, type: 'discount' as const })),
    }
  })
}

/** A discount of one invoice is used up by the first that charges something. */
export function spendOnce(
  merchant: Merchant,
  invoice: Stripe.Invoice,
  subscriptionId: string,
): void {
  if (invoice.subtotal === 0) return
  const subscription = merchant.store.get('subscription', subscriptionId)
  dropDiscounts(merchant, subscription, (discount) => isOnce(merchant, discount))
}
