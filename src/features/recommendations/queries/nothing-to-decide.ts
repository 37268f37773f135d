import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { Account } from '#account-data/owned-account.ts'
import { loadReading } from '#account-data/snapshot/load-coverage.ts'
import { sumLevel } from '#account-data/sums.ts'
import type { Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { recommendations } from '#platform/db/schema/recommendations.ts'
import { STATUS } from '#shared/change-states.ts'
import { addDays, dayInZone } from '#shared/dates.ts'

const IDLE_DAYS = 30

/** Why no decision is left, of some accounts: something was decided, more is being read, or none has had ads. */
export async function whyNothing(ctx: Context, ofSome: SQL | undefined) {
  const accounts = await ctx.db
    .select()
    .from(adAccounts)
    .where(and(ofSome, eq(adAccounts.connected, true), eq(adAccounts.isManager, false)))
  let [reading, idle] = [0, 0]
  for (const account of accounts) {
    if (await loadReading(ctx, account)) reading += 1
    if (await hadNoAds(ctx, account)) idle += 1
  }
  return { decided: await wasAnyDecided(ctx, ofSome), accounts: accounts.length, reading, idle }
}

/** In a month that has been read; what files do not tell is not known to be nothing. */
export async function hadNoAds(ctx: Context, account: Account): Promise<boolean> {
  const { customerId, source, lastSyncedAt, timeZone } = account
  if (source !== 'google' || !lastSyncedAt) return false
  const to = dayInZone(ctx.clock.now(), timeZone)
  const from = addDays(to, 1 - IDLE_DAYS)
  const [sums] = await sumLevel(ctx, { customerId, level: 'account', from, to })
  return !sums || sums.impressions === 0
}

async function wasAnyDecided(ctx: Context, ofSome: SQL | undefined): Promise<boolean> {
  const found = await ctx.db
    .select({ id: recommendations.id })
    .from(recommendations)
    .innerJoin(adAccounts, eq(adAccounts.customerId, recommendations.customerId))
    .where(and(ofSome, inArray(recommendations.status, [STATUS.applied, STATUS.dismissed])))
    .limit(1)
  return found.length > 0
}
