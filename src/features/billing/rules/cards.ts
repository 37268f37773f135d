import type Stripe from 'stripe'
import type { PaymentMethod } from '../contract/payments.ts'

/**
 * On Stripe's pages: its dynamic methods would offer what the lists here do not know (SEPA, Link, Bizum), as the
 * Dashboard of the account happens to say.
 */
export const CARDS_ONLY: Pick<
  Stripe.Checkout.SessionCreateParams,
  'allowed_payment_method_types' | 'wallet_options'
> = {
  allowed_payment_method_types: ['card'],
  wallet_options: { link: { display: 'never' } },
}

const DAY_MS = 86_400_000
export const CARD_WARNING_DAYS = 30

/** A card is good until the last instant of its month (UTC). `month` is 1 to 12. */
export function expiryOf(month: number, year: number, now: Date): PaymentMethod['expiry'] {
  const end = Date.UTC(year, month, 1)
  if (end <= now.getTime()) return 'expired'
  return end - now.getTime() <= CARD_WARNING_DAYS * DAY_MS ? 'expires_soon' : 'ok'
}
