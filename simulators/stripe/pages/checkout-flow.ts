import type { Stripe } from 'stripe'
import { needsAuthentication, refusalOf } from '../billing/cards.ts'
import { type Form, text } from '../form.ts'
import { type Exchange, redirect, sendHtml } from '../http.ts'
import type { Merchant } from '../merchant.ts'
import { completeCheckout, successUrlOf } from '../resources/checkout-completion.ts'
import { orderFor } from '../resources/checkout-sessions.ts'
import { StripeFailure } from '../stripe-error.ts'
import { cardEntryOf } from './card-form.ts'
import { withCode } from './checkout-code.ts'
import { checkoutPage, closedCheckoutPage } from './checkout-page.ts'

export const NOT_AUTHENTICATED =
  'No hemos podido autenticar su método de pago. Elija otro método de pago e inténtelo de nuevo.'
const ADDRESS = ['country', 'line1', 'postal_code', 'city']
const ADDRESS_MISSING = 'Falta la dirección de facturación.'
const TAX_ID_WRONG = 'El NIF no es válido. Corríjalo o déjelo en blanco.'

export function showCheckout(
  exchange: Exchange,
  merchant: Merchant,
  session: Stripe.Checkout.Session,
): void {
  if (session.status !== 'open') {
    const back = session.status === 'complete' ? successUrlOf(session) : (session.cancel_url ?? '')
    sendHtml(exchange, 200, closedCheckoutPage(session, back))
    return
  }
  const failed = exchange.url.searchParams.has('not_authenticated')
  sendHtml(exchange, 200, checkoutPage(merchant, session, failed ? NOT_AUTHENTICATED : null))
}

/** A second click, or a second tab, finds the session complete and is only sent on. */
export function submitCheckout(
  exchange: Exchange,
  merchant: Merchant,
  session: Stripe.Checkout.Session,
  typed: Form,
): void {
  if (session.status !== 'open') {
    showCheckout(exchange, merchant, session)
    return
  }
  const applied = withCode(merchant, session, typed)
  if (applied.refusal || text(typed, 'action')) {
    const page = checkoutPage(merchant, applied.session, applied.refusal, typed)
    sendHtml(exchange, applied.refusal ? 400 : 200, page)
    return
  }
  payFor(exchange, merchant, applied.session, typed)
}

function payFor(
  exchange: Exchange,
  merchant: Merchant,
  session: Stripe.Checkout.Session,
  typed: Form,
): void {
  const entry = cardEntryOf(typed)
  const refusal = refusalOf(merchant, entry)
  const lacksAddress =
    orderFor(merchant, session.id).asksAddress && ADDRESS.some((field) => !text(typed, field))
  if (lacksAddress) {
    sendHtml(exchange, 400, checkoutPage(merchant, session, ADDRESS_MISSING, typed))
  } else if (refusal) {
    sendHtml(exchange, 402, checkoutPage(merchant, session, refusal.message, typed))
  } else if (needsAuthentication(entry.number)) {
    const id = merchant.store.newId('challenge_')
    merchant.store.hidden.challenge[id] = {
      of: 'checkout',
      sessionId: session.id,
      buyer: flat(typed),
    }
    redirect(exchange, `/c/3ds/${id}`)
  } else {
    finishCheckout(exchange, merchant, session, typed)
  }
}

export function finishCheckout(
  exchange: Exchange,
  merchant: Merchant,
  session: Stripe.Checkout.Session,
  buyer: Form,
): void {
  try {
    const done = session.status === 'open' ? completeCheckout(merchant, session, buyer) : session
    redirect(exchange, successUrlOf(done))
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error
    const message = error.error.code === 'tax_id_invalid' ? TAX_ID_WRONG : error.message
    sendHtml(exchange, 400, checkoutPage(merchant, session, message, buyer))
  }
}

/** The values of a flat form. */
export function flat(form: Form): Record<string, string> {
  return Object.fromEntries(Object.keys(form).map((key) => [key, text(form, key) ?? '']))
}
