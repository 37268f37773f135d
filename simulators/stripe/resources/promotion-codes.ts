import type { Stripe } from 'stripe'
import { type Form, flag, mergedMetadata, nested, requiredText, text, whole } from '../form.ts'
import { page } from '../lists.ts'
import { change, type Merchant } from '../merchant.ts'
import { type ApiCall, LIST_PARAMS, pathId, type Route } from '../route.ts'
import type { Promised } from '../store.ts'
import { invalidRequest } from '../stripe-error.ts'
import { isRedeemable } from './coupons.ts'

/** What customers type to get a coupon. */
export const PROMOTION_CODE_ROUTES: Route[] = [
  {
    method: 'POST',
    path: '/v1/promotion_codes',
    params: 'promotion code active customer expires_at max_redemptions restrictions metadata',
    answer: ({ merchant, form }) => createPromotionCode(merchant, form),
  },
  {
    method: 'GET',
    path: '/v1/promotion_codes',
    params: `${LIST_PARAMS} active code coupon customer`,
    answer: (call) => page(call, matching(call)),
  },
  {
    method: 'GET',
    path: '/v1/promotion_codes/:id',
    params: '',
    answer: (call) => shown(call.merchant, call.merchant.store.get('promotion_code', pathId(call))),
  },
  {
    method: 'POST',
    path: '/v1/promotion_codes/:id',
    params: 'active metadata',
    answer: ({ merchant, form, ...call }) => {
      const before = merchant.store.get('promotion_code', call.ids[0] ?? '')
      return change(merchant, 'promotion_code', before, {
        active: flag(form, 'active') ?? before.active,
        metadata: mergedMetadata(before.metadata ?? {}, form),
      }).after
    },
  },
]

/** Why a code cannot be had for a purchase, as the payment page says it; null when it can. */
export function refusalOfCode(
  merchant: Merchant,
  code: Stripe.PromotionCode | undefined,
  purchase: { customerId: string | null; cents: number },
): string | null {
  if (!code?.active) return 'Este código no es válido.'
  if (code.expires_at !== null && code.expires_at <= merchant.now())
    return 'Este código ha caducado.'
  const coupon = merchant.store.get('coupon', couponIdOf(code))
  const isUsedUp = code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions
  if (isUsedUp) return 'Este código ya se ha usado todas las veces que se podía.'
  if (!isRedeemable(merchant, coupon)) return 'Este código ha caducado.'
  if (code.customer && code.customer !== purchase.customerId) return 'Este código no es válido.'
  const { first_time_transaction: firstOnly, minimum_amount: least } = code.restrictions
  if (firstOnly && hasPaid(merchant, purchase.customerId))
    return 'Este código es solo para la primera compra.'
  if (least !== null && purchase.cents < least)
    return 'Este código pide una compra de mayor importe.'
  return null
}

/** Case does not matter, as at Stripe. */
export function findCode({ store }: Merchant, typed: string): Stripe.PromotionCode | undefined {
  const wanted = typed.trim().toLowerCase()
  const found = store.all('promotion_code').filter(({ code }) => code.toLowerCase() === wanted)
  return found.find(({ active }) => active) ?? found[0]
}

export function couponIdOf({ promotion: { coupon } }: Stripe.PromotionCode): string {
  return typeof coupon === 'string' ? coupon : (coupon?.id ?? '')
}

/** What a row of `discounts` asks for. */
export function promisedIn(merchant: Merchant, row: Form, param: string): Promised {
  const { store } = merchant
  const codeId = text(row, 'promotion_code')
  if (!codeId)
    return {
      couponId: store.get('coupon', requiredText(row, 'coupon'), `${param}[coupon]`).id,
      promotionCodeId: null,
    }
  const code = store.get('promotion_code', codeId, `${param}[promotion_code]`)
  if (!shown(merchant, code).active)
    throw invalidRequest('This promotion code is no longer active.', `${param}[promotion_code]`)
  return { couponId: couponIdOf(code), promotionCodeId: code.id }
}

function hasPaid({ store }: Merchant, customerId: string | null): boolean {
  return store.all('invoice').some((one) => one.customer === customerId && one.amount_paid > 0)
}

function createPromotionCode(merchant: Merchant, form: Form): Stripe.PromotionCode {
  const { store } = merchant
  const coupon = requiredText(nested(form, 'promotion'), 'coupon')
  store.get('coupon', coupon, 'promotion[coupon]')
  const code = text(form, 'code') || store.newId('', 6).toUpperCase()
  if (!/^[A-Za-z0-9-]+$/.test(code))
    throw invalidRequest('A code has letters, digits and hyphens only.', 'code')
  if (findCode(merchant, code)?.active)
    throw invalidRequest('An active promotion code with `code` already exists.', 'code')
  const restrictions = nested(form, 'restrictions')
  return store.put('promotion_code', {
    id: store.newId('promo_'),
    object: 'promotion_code',
    active: flag(form, 'active') ?? true,
    code,
    created: merchant.now(),
    customer: text(form, 'customer') ?? null,
    customer_account: null,
    expires_at: whole(form, 'expires_at') ?? null,
    livemode: false,
    max_redemptions: whole(form, 'max_redemptions') ?? null,
    metadata: mergedMetadata({}, form),
    promotion: { coupon, type: 'coupon' },
    restrictions: {
      first_time_transaction: flag(restrictions, 'first_time_transaction') ?? false,
      minimum_amount: whole(restrictions, 'minimum_amount') ?? null,
      minimum_amount_currency: text(restrictions, 'minimum_amount_currency') ?? null,
    },
    times_redeemed: 0,
  })
}

/** One that has expired or is used up is no longer active. */
function shown(merchant: Merchant, code: Stripe.PromotionCode): Stripe.PromotionCode {
  const { expires_at: until, max_redemptions: most, times_redeemed: times } = code
  const isOver = (until !== null && until <= merchant.now()) || (most !== null && times >= most)
  const coupon = merchant.store.get('coupon', couponIdOf(code))
  return { ...code, active: code.active && !isOver && isRedeemable(merchant, coupon) }
}

function matching({ merchant, form }: ApiCall): Stripe.PromotionCode[] {
  const [code, coupon, customer] = ['code', 'coupon', 'customer'].map((key) => text(form, key))
  const active = flag(form, 'active')
  return merchant.store
    .all('promotion_code')
    .map((one) => shown(merchant, one))
    .filter(
      (one) =>
        (!code || one.code.toLowerCase() === code.toLowerCase()) &&
        (!coupon || couponIdOf(one) === coupon) &&
        (!customer || one.customer === customer) &&
        (active === undefined || one.active === active),
    )
}
