import type { Context } from '#platform/context.ts'
import { addDays, type Day, dayInZone } from '#shared/dates.ts'
import { loadLagCurve } from './load-lag-curve.ts'
import type { Account } from './owned-account.ts'

/** A day looks like what it will be once nearly all of its conversions have come. */
const NEARLY_ALL = 0.95

/** By the lags that Google has told of the account. */
export async function lateDay(
  ctx: Context,
  { customerId, source, timeZone }: Pick<Account, 'customerId' | 'source' | 'timeZone'>,
): Promise<Day | null> {
  if (source !== 'google') return null
  return lateFrom(await loadLagCurve(ctx, customerId), dayInZone(ctx.clock.now(), timeZone))
}

/**
 * The first day whose conversions are not nearly all in. `curve`: share reported so many days after the click; the day
 * before `today` has had one day for it. Null where all are.
 */
export function lateFrom(curve: readonly number[] | undefined, today: Day): Day | null {
  const days = curve?.findIndex((share) => share >= NEARLY_ALL) ?? 0
  return days > 0 ? addDays(today, 1 - days) : null
}
