import { desc, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { adAccounts } from '#platform/db/schema/access.ts'
import { recommendations } from '#platform/db/schema/recommendations.ts'

/** The one order of an account's recommendations, as the engine gave it: nothing sorts them otherwise. */
export const IN_TURN = [
  recommendations.turn,
  desc(recommendations.stakeMicros),
  recommendations.fingerprint,
] as const

/**
 * The same over several accounts, joined. Turns compare as they are, so broken measurement of any account comes before
 * the money of all; amounts of other currencies do not without a rate of the day: of one turn euros come first, then
 * the others by their code.
 */
export const IN_TURN_OF_ALL = [
  recommendations.turn,
  sql`${adAccounts.currencyCode} = 'EUR' desc`,
  adAccounts.currencyCode,
  desc(recommendations.stakeMicros),
  recommendations.fingerprint,
] as const

/** Not put off, or its day has come. */
export function isDue(now: Date): SQL | undefined {
  return or(isNull(recommendations.snoozedUntil), lte(recommendations.snoozedUntil, now))
}
