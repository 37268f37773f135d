import type { Stripe } from 'stripe'
import { attachCard, createCard, needsAuthentication, refusalOf } from '../billing/cards.ts'
import { type Form, requiredText, text } from '../form.ts'
import { type Exchange, redirect, sendHtml } from '../http.ts'
import type { Merchant } from '../merchant.ts'
import { updateCustomer } from '../resources/customers.ts'
import { cardsOf, detachPaymentMethod } from '../resources/payment-methods.ts'
import { updateSubscription } from '../resources/subscription-updates.ts'
import { StripeFailure } from '../stripe-error.ts'
import { cardEntryOf } from './card-form.ts'
import { flat, NOT_AUTHENTICATED } from './checkout-flow.ts'
import { portalPage } from './portal-page.ts'

type Session = Stripe.BillingPortal.Session

const LAST_CARD = 'No se puede eliminar la única tarjeta de una suscripción en vigor.'

export function showPortal(exchange: Exchange, merchant: Merchant, session: Session): void {
  const failed = exchange.url.searchParams.has('not_authenticated')
  sendHtml(exchange, 200, portalPage(merchant, session, failed ? NOT_AUTHENTICATED : null))
}

export function submitPortal(
  exchange: Exchange,
  merchant: Merchant,
  session: Session,
  typed: Form,
): void {
  try {
    if (text(typed, 'action') === 'add_card') addCard(exchange, merchant, session, typed)
    else {
      act(merchant, session, typed)
      redirect(exchange, `/p/session/${session.id}`)
    }
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error
    sendHtml(exchange, error.status, portalPage(merchant, session, error.message, typed))
  }
}

/** In the portal a new card becomes the one that is charged. */
export function keepPortalCard(merchant: Merchant, session: Session, typed: Form): void {
  const { store } = merchant
  const { email } = store.get('customer', session.customer)
  const owner = { name: text(typed, 'name') ?? null, email }
  const made = createCard(merchant, cardEntryOf(typed), owner)
  makeDefault(merchant, session, attachCard(merchant, made, session.customer).id)
}

function addCard(exchange: Exchange, merchant: Merchant, session: Session, typed: Form): void {
  const entry = cardEntryOf(typed)
  const refusal = refusalOf(merchant, entry)
  if (refusal) {
    sendHtml(exchange, 402, portalPage(merchant, session, refusal.message, typed))
  } else if (needsAuthentication(entry.number)) {
    const id = merchant.store.newId('challenge_')
    merchant.store.hidden.challenge[id] = {
      of: 'portal',
      sessionId: session.id,
      buyer: flat(typed),
    }
    redirect(exchange, `/c/3ds/${id}`)
  } else {
    keepPortalCard(merchant, session, typed)
    redirect(exchange, `/p/session/${session.id}`)
  }
}

function act(merchant: Merchant, session: Session, typed: Form): void {
  const { store } = merchant
  const action = text(typed, 'action')
  if (action === 'cancel' || action === 'resume') {
    const subscription = store.get('subscription', requiredText(typed, 'subscription'))
    if (subscription.customer !== session.customer) return
    // With flexible billing the portal sets an instant and leaves the flag alone.
    const resume: Form = subscription.cancel_at_period_end
      ? { cancel_at_period_end: 'false' }
      : { cancel_at: '' }
    updateSubscription(
      merchant,
      subscription,
      action === 'cancel' ? { cancel_at: 'max_period_end' } : resume,
    )
    return
  }
  const cards = cardsOf(merchant, session.customer)
  const card = cards.find(({ id }) => id === text(typed, 'card'))
  if (!card) return
  if (action === 'default') makeDefault(merchant, session, card.id)
  if (action === 'remove') {
    const charged = runningOf(merchant, session).length > 0
    if (charged && cards.length === 1)
      throw new StripeFailure(400, { type: 'invalid_request_error', message: LAST_CARD })
    detachPaymentMethod(merchant, card.id)
  }
}

function makeDefault(merchant: Merchant, session: Session, cardId: string): void {
  const customer = merchant.store.get('customer', session.customer)
  updateCustomer(merchant, customer, { invoice_settings: { default_payment_method: cardId } })
  for (const subscription of runningOf(merchant, session))
    updateSubscription(merchant, subscription, { default_payment_method: cardId })
}

function runningOf({ store }: Merchant, session: Session): Stripe.Subscription[] {
  return store
    .all('subscription')
    .filter((one) => one.customer === session.customer && !one.ended_at)
}
