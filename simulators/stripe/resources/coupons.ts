import type { Stripe } from 'stripe'
import { type Form, mergedMetadata, nested, text, texts, whole } from '../form.ts'
import { page } from '../lists.ts'
import type { Merchant } from '../merchant.ts'
import { LIST_PARAMS, pathId, type Route } from '../route.ts'
import { invalidRequest } from '../stripe-error.ts'

const DURATIONS = ['once', 'repeating', 'forever'] as const

/** What a discount is: a share or an amount, once, for months or for ever. */
export const COUPON_ROUTES: Route[] = [
  {
    method: 'POST',
    path: '/v1/coupons',
    params:
      'id name percent_off amount_off currency duration duration_in_months max_redemptions redeem_by applies_to metadata',
    answer: ({ merchant, form }) => shown(merchant, createCoupon(merchant, form)),
  },
  {
    method: 'GET',
    path: '/v1/coupons',
    params: LIST_PARAMS,
    answer: (call) =>
      page(
        call,
        call.merchant.store.all('coupon').map((one) => shown(call.merchant, one)),
      ),
  },
  {
    method: 'GET',
    path: '/v1/coupons/:id',
    params: '',
    answer: (call) => shown(call.merchant, call.merchant.store.get('coupon', pathId(call))),
  },
]

/** With `valid` as it is now. */
export function shown(merchant: Merchant, coupon: Stripe.Coupon): Stripe.Coupon {
  return { ...coupon, valid: isRedeemable(merchant, coupon) }
}

export function isRedeemable(merchant: Merchant, coupon: Stripe.Coupon): boolean {
  const { redeem_by: until, max_redemptions: most, times_redeemed: times } = coupon
  return (until === null || until > merchant.now()) && (most === null || times < most)
}

function createCoupon(merchant: Merchant, form: Form): Stripe.Coupon {
  const { store } = merchant
  const percent = percentOf(form)
  const amount = whole(form, 'amount_off') ?? null
  if ((percent === null) === (amount === null))
    throw invalidRequest('Must provide either percent_off or amount_off, and not both.')
  if (amount !== null && text(form, 'currency') !== 'eur')
    throw invalidRequest('The simulator knows amounts in eur only.', 'currency')
  const duration = text(form, 'duration') ?? 'once'
  if (!DURATIONS.some((known) => known === duration))
    throw invalidRequest(`Invalid duration: must be one of ${DURATIONS.join(', ')}`, 'duration')
  const months = whole(form, 'duration_in_months') ?? null
  if ((duration === 'repeating') !== (months !== null))
    throw invalidRequest(
      'duration_in_months is required when duration is repeating, and only then.',
      'duration_in_months',
    )
  const id = text(form, 'id') || store.newId('', 6)
  if (store.all('coupon').some((one) => one.id === id))
    throw invalidRequest('Coupon already exists.', 'id', 'resource_already_exists')
  const products = texts(nested(form, 'applies_to'), 'products')
  for (const product of products) store.get('product', product, 'applies_to[products][0]')
  if (products.length > 0) store.hidden.couponProducts[id] = products
  return store.put('coupon', {
    id,
    object: 'coupon',
    amount_off: amount,
    created: merchant.now(),
    currency: amount === null ? null : 'eur',
    duration,
    duration_in_months: months,
    livemode: false,
    max_redemptions: whole(form, 'max_redemptions') ?? null,
    metadata: mergedMetadata({}, form),
    name: text(form, 'name') ?? null,
    percent_off: percent,
    redeem_by: whole(form, 'redeem_by') ?? null,
    times_redeemed: 0,
    valid: true,
  })
}

function percentOf(form: Form): number | null {
  const given = text(form, 'percent_off')
  if (given === undefined) return null
  const percent = Number(given)
  if (percent > 0 && percent <= 100) return percent
  throw invalidRequest('percent_off must be between 0 and 100.', 'percent_off')
}
