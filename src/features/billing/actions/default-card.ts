import type Stripe from 'stripe'
import type { Context } from '#platform/context.ts'
import { stripeOf } from '#platform/stripe.ts'
import type { BillingRow } from '../rules/access.ts'

type Card = Pick<BillingRow, 'cardId' | 'cardLast4' | 'cardExpiryMonth' | 'cardExpiryYear'>

/** The card charged next, of these of the customer. A customer with cards and no default gets the newest as default. */
export async function readDefaultCard(
  ctx: Context,
  customer: Stripe.Customer,
  subscription: Stripe.Subscription | null,
  cards: readonly Stripe.PaymentMethod[],
): Promise<Card> {
  const defaultId = defaultCardOf(customer, subscription)
  const card = cards.find(({ id }) => id === defaultId) ?? cards[0]
  if (card && card.id !== defaultId)
    await stripeOf(ctx.config).customers.update(customer.id, {
      invoice_settings: { default_payment_method: card.id },
    })
  return {
    cardId: card?.id ?? null,
    cardLast4: card?.card?.last4 ?? null,
    cardExpiryMonth: card?.card?.exp_month ?? null,
    cardExpiryYear: card?.card?.exp_year ?? null,
  }
}

/** The newest first. */
export async function listCards(ctx: Context, customer: string): Promise<Stripe.PaymentMethod[]> {
  const { data } = await stripeOf(ctx.config).paymentMethods.list({
    customer,
    type: 'card',
    limit: 100,
  })
  return data.toSorted((a, b) => b.created - a.created || (a.id < b.id ? -1 : 1))
}

/** A subscription's own card wins over the customer's, as it does when Stripe charges. */
export function defaultCardOf(
  customer: Stripe.Customer,
  subscription: Stripe.Subscription | null,
): string | null {
  return (
    idOf(subscription?.default_payment_method) ??
    idOf(customer.invoice_settings.default_payment_method)
  )
}

export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}
