import type { PaymentMethod } from '../contract/payments.ts'

const DAY_MS = 86_400_000
export const CARD_WARNING_DAYS = 30

/** A card is good until the last instant of its month (UTC). `month` is 1 to 12. */
export function expiryOf(month: number, year: number, now: Date): PaymentMethod['expiry'] {
  const end = Date.UTC(year, month, 1)
  if (end <= now.getTime()) return 'expired'
  return end - now.getTime() <= CARD_WARNING_DAYS * DAY_MS ? 'expires_soon' : 'ok'
}
