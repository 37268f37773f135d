import type { Stripe } from 'stripe'
import { euros } from '../billing/lines.ts'
import { type Form, text } from '../form.ts'
import { change, idOf, type Merchant } from '../merchant.ts'
import { amountsOf, orderFor, shownDiscounts } from '../resources/checkout-sessions.ts'
import { couponIdOf, findCode, refusalOfCode } from '../resources/promotion-codes.ts'
import type { Order, Promised } from '../store.ts'
import { html, type Markup } from './layout.ts'

type Applied = { session: Stripe.Checkout.Session; refusal: string | null }

/** Nothing where the session takes no codes; a discount that the session brings cannot be taken off. */
export function codeField(merchant: Merchant, order: Order, typed: Form): Markup {
  if (!order.takesCodes) return html``
  const code = order.promised?.promotionCodeId
  if (code)
    return html`<p>Código <strong>${merchant.store.get('promotion_code', code).code}</strong> aplicado.
<button type="submit" name="action" value="remove_code" formnovalidate>Quitar código</button></p>`
  return html`<label for="promotion_code">Código promocional (opcional)</label>
<input id="promotion_code" name="promotion_code" autocomplete="off" value="${text(typed, 'promotion_code')}" maxlength="50">
<button type="submit" name="action" value="apply_code" formnovalidate>Aplicar</button>`
}

/** '50 % durante 3 meses'. */
export function discountText({ store }: Merchant, { couponId }: Promised): string {
  const coupon = store.get('coupon', couponId)
  const off =
    coupon.percent_off === null ? euros(coupon.amount_off ?? 0) : `${coupon.percent_off} %`
  if (coupon.duration === 'once') return `Descuento: ${off} en el primer cobro`
  const months = coupon.duration_in_months
  return `Descuento: ${off} ${months ? `durante ${months} meses` : 'en todos los cobros'}`
}

/** The session with the code that is typed, or without the one that is taken off; a code that is only typed counts too. */
export function withCode(
  merchant: Merchant,
  session: Stripe.Checkout.Session,
  typed: Form,
): Applied {
  const order = orderFor(merchant, session.id)
  if (!order.takesCodes) return { session, refusal: null }
  if (text(typed, 'action') === 'remove_code')
    return { session: keep(merchant, session, { ...order, promised: null }), refusal: null }
  const wanted = text(typed, 'promotion_code')?.trim()
  if (!wanted || order.promised) return { session, refusal: null }
  const code = findCode(merchant, wanted)
  const customerId = session.customer ? idOf(session.customer) : null
  const refusal = refusalOfCode(merchant, code, { customerId, cents: session.amount_subtotal ?? 0 })
  if (refusal || !code) return { session, refusal }
  const promised = { couponId: couponIdOf(code), promotionCodeId: code.id }
  return { session: keep(merchant, session, { ...order, promised }), refusal: null }
}

function keep(merchant: Merchant, session: Stripe.Checkout.Session, order: Order) {
  merchant.store.hidden.order[session.id] = order
  const customerId = session.customer ? idOf(session.customer) : null
  return change(merchant, 'checkout.session', session, {
    ...amountsOf(merchant, order, customerId),
    discounts: shownDiscounts(order),
  }).after
}
