import { and, eq } from 'drizzle-orm'
import { keepSums } from '#account-data/kept-sums.ts'
import { lateDaysReadOnOf } from '#account-data/load-lag-curve.ts'
import { loadKept } from '#account-data/snapshot/load-inventory.ts'
import { comesLate } from '#engine/account/held-curve.ts'
import { lagCurveOf } from '#engine/account/lag-curve.ts'
import type { Context } from '#platform/context.ts'
import { conversionActions } from '#platform/db/schema/entities.ts'
import { type DayRange, weekday } from '#shared/dates.ts'
import { isForNextSync } from '../rules/sync-failures.ts'
import { lateReadOnAfter, lateWindows, todayIn } from '../rules/windows.ts'
import { pullWindow, tablesOf } from './pull-window.ts'
import type { SyncRun } from './sync-run.ts'
import { findSyncState, finishWindow, setSyncState } from './sync-state.ts'

/**
 * Once a week the days that each sync no longer reads, of an account whose conversions come so late. What Google does not answer
 * now waits for the next sync. Whether anything of them changed.
 */
export async function pullLateDays(ctx: Context, run: SyncRun): Promise<boolean> {
  const { customerId, timeZone } = run.account
  const today = todayIn(timeZone, ctx.clock.now())
  if (!(await hasLateConversions(ctx, customerId))) return false
  let written = 0
  try {
    const { windows, readOn } = await dueWindows(ctx, run, today)
    for (const window of windows)
      written += await pullLateWindow(ctx, run, { window, today, readOn })
  } catch (error) {
    if (!isForNextSync(error)) throw error
    ctx.log.warn({ err: error }, 'late days: they must wait for the next sync')
  }
  if (written > 0) await keepSums(ctx, customerId, today)
  return written > 0
}

async function hasLateConversions(ctx: Context, customerId: number): Promise<boolean> {
  const counted = await ctx.db
    .select({ days: conversionActions.clickLookbackDays })
    .from(conversionActions)
    .where(
      and(
        eq(conversionActions.customerId, customerId),
        eq(conversionActions.status, 'ENABLED'),
        eq(conversionActions.primaryForGoal, true),
      ),
    )
  const { conversionLags = [] } = await loadKept(ctx, customerId, ['conversionLags'])
  return comesLate(
    lagCurveOf(conversionLags),
    counted.map(({ days }) => days),
  )
}

/** Windows of more than two weeks without late days. */
const MANY_WINDOWS = 4

/**
 * What has not been read at all is the history's to read. A long past, as all accounts have that were connected when days were not
 * read again, would take a day's quota at once: a seventh of the accounts has its turn each day.
 */
async function dueWindows(
  ctx: Context,
  { account }: SyncRun,
  today: string,
): Promise<{ windows: DayRange[]; readOn: string }> {
  const state = await findSyncState(ctx, account.customerId)
  const readOn = lateDaysReadOnOf(account, state?.lateDaysReadOn ?? null)
  const windows = lateWindows(today, readOn, state?.backfilledFrom ?? today)
  const isTurn = account.customerId % 7 === weekday(today)
  return { windows: windows.length < MANY_WINDOWS || isTurn ? windows : [], readOn }
}

async function pullLateWindow(
  ctx: Context,
  run: SyncRun,
  { window, today, readOn }: { window: DayRange; today: string; readOn: string },
): Promise<number> {
  const { customerId } = run.account
  const rowsBefore = (await findSyncState(ctx, customerId))?.rowsWritten ?? 0
  const written = await pullWindow(ctx, run, window, today, {
    rowsBefore,
    label: 'Conversiones tardías: ',
    permille: () => 1000,
    tidy: tablesOf,
  })
  await finishWindow(ctx, customerId, window, {
    rowsWritten: written,
    freshAsOf: null,
    alongside: async (ctx) => {
      // A run that breaks off goes on from there: no newer day was read since.
      const reached = lateReadOnAfter(window)
      if (reached > readOn) await setSyncState(ctx, customerId, { lateDaysReadOn: reached })
    },
  })
  return written
}
