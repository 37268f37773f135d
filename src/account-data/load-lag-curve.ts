import { eq } from 'drizzle-orm'
import { heldCurve, RESTATED_DAYS } from '#engine/account/held-curve.ts'
import type { KeptInventory } from '#engine/account/kept-inventory.ts'
import { lagCurveOf } from '#engine/account/lag-curve.ts'
import type { Context } from '#platform/context.ts'
import { syncStates } from '#platform/db/schema/work.ts'
import { type Day, dayInZone, daysInRange } from '#shared/dates.ts'
import type { Account } from './owned-account.ts'
import { readsOf } from './reads-of.ts'
import { loadKept } from './snapshot/load-inventory.ts'

type Read = Pick<Account, 'customerId' | 'timeZone' | 'createdAt'>

/**
 * Share of their conversions that days of so many days hold, by the lags that Google has told of the account and by when the days
 * were read last; undefined with too few.
 */
export async function loadLagCurve(
  ctx: Context,
  account: Read,
  kept?: Pick<KeptInventory, 'conversionLags'>,
): Promise<number[] | undefined> {
  const { customerId } = account
  const { conversionLags = [] } = kept ?? (await loadKept(ctx, customerId, ['conversionLags']))
  const lagCurve = lagCurveOf(conversionLags)
  if (!lagCurve || lagCurve.length <= RESTATED_DAYS) return lagCurve
  const [state] = await readsOf(ctx, customerId)
    .select({ lateDaysReadOn: syncStates.lateDaysReadOn })
    .from(syncStates)
    .where(eq(syncStates.customerId, customerId))
  const today = dayInZone(ctx.clock.now(), account.timeZone)
  const readOn = lateDaysReadOnOf(account, state?.lateDaysReadOn ?? null)
  return heldCurve(lagCurve, Math.max(0, daysInRange(readOn, today) - 1))
}

/** What was older when the account was connected was read then, or later. */
export function lateDaysReadOnOf({ timeZone, createdAt }: Read, lateDaysReadOn: Day | null): Day {
  return lateDaysReadOn ?? dayInZone(createdAt, timeZone)
}
