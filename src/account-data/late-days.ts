import type { Context } from '#platform/context.ts'
import { addDays, type Day, dayInZone } from '#shared/dates.ts'
import { loadLagCurve } from './load-lag-curve.ts'
import type { Account } from './owned-account.ts'

/** A day looks like what it will be once nearly all of its conversions have come. */
const NEARLY_ALL = 0.95

/** By the lags that Google has told of the account. */
export async function lateDay(
  ctx: Context,
  account: Pick<Account, 'customerId' | 'source' | 'timeZone' | 'createdAt'>,
): Promise<Day | null> {
  if (account.source !== 'google') return null
  const today = dayInZone(ctx.clock.now(), account.timeZone)
  return lateFrom(await loadLagCurve(ctx, account), today)
}

/**
 * The first day whose conversions are not nearly all in. `curve`: share reported so many days after the click; the day
 * before `today` has had one day for it. Null where all are.
 */
export function lateFrom(curve: readonly number[] | undefined, today: Day): Day | null {
  const found = curve?.findIndex((share) => share >= NEARLY_ALL) ?? 0
  const days = found < 0 ? (curve?.length ?? 0) : found
  return days > 0 ? addDays(today, 1 - days) : null
}
