import type { Config } from '#platform/config.ts'
import type { Discounted } from '../contract/subscription.ts'
import type { BillingRow } from './access.ts'
import { discountedCharge } from './discounts.ts'
import { eurosOf, type Offer, priceIdOf, priceOf } from './prices.ts'

/** A charge of an offer with the subscription's discounts; null where they take nothing off. `cents`: where Stripe's price differs. */
export function offerDiscounted(
  { config }: { config: Pick<Config, 'stripe'> },
  { discounts }: Pick<BillingRow, 'discounts'>,
  offer: Offer,
  at: Date,
  cents = eurosOf(offer) * 100,
): Discounted | null {
  const rule = config.stripe
  const charge = { cents, priceId: priceIdOf(offer, rule), at, next: afterOne(at, offer) }
  const found = discountedCharge(discounts ?? [], charge)
  if (!found) return null
  const { label, code, lasts, until, afterCents } = found
  const euros = (amount: number) => priceOf(amount / 100, rule, offer.interval)
  return {
    price: euros(found.cents),
    label,
    code,
    lasts,
    until: until?.toISOString() ?? null,
    after: afterCents === null ? null : euros(afterCents),
  }
}

/** The charge after the next one; the 31st becomes a short month's last day. */
function afterOne(at: Date, { interval }: Offer): Date {
  const months = interval === 'year' ? 12 : 1
  const next = new Date(at)
  next.setUTCDate(1)
  next.setUTCMonth(at.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0))
  next.setUTCDate(Math.min(at.getUTCDate(), lastDay.getUTCDate()))
  return next
}
