import { eq } from 'drizzle-orm'
import { historyDaysOfAccount } from '#account-data/history-days.ts'
import type { Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { syncStates } from '#platform/db/schema/work.ts'
import { AppError } from '#shared/app-error.ts'
import { daysInRange } from '#shared/dates.ts'
import type { SyncProgress } from '../contract.ts'
import { firstDayOfHistory, todayIn } from '../rules/windows.ts'
import { findRestingSince } from './who-is-awake.ts'

/** Throws not_found when the account is gone. `customerId` is ours. */
export async function getSyncProgress(ctx: Context, customerId: number): Promise<SyncProgress> {
  const [row] = await ctx.db
    .select({ account: adAccounts, state: syncStates })
    .from(adAccounts)
    .leftJoin(syncStates, eq(syncStates.customerId, adAccounts.customerId))
    .where(eq(adAccounts.customerId, customerId))
  if (!row) throw new AppError('not_found', 'No existe esa cuenta.')
  const { account, state } = row
  const horizon = firstDayOfHistory(
    todayIn(account.timeZone, ctx.clock.now()),
    await historyDaysOfAccount(ctx, customerId),
  )
  const reached = state?.backfilledFrom ?? null
  return {
    status: state?.status ?? 'idle',
    step: state?.step ?? null,
    fraction: state?.fraction == null ? null : Math.min(1, state.fraction / 1000),
    rowsWritten: state?.rowsWritten ?? 0,
    recentReady: state?.recentReady === 1,
    daysToGo: reached && reached > horizon ? daysInRange(horizon, reached) - 1 : 0,
    lastSyncedAt: account.lastSyncedAt?.toISOString() ?? null,
    problem: state?.problem ?? null,
    nextTryAt: state?.nextTryAt?.toISOString() ?? null,
    restingSince: (await findRestingSince(ctx, account))?.toISOString() ?? null,
    syncVersion: account.syncVersion,
  }
}
