import { historyDaysOfAccount } from '#account-data/history-days.ts'
import { loadReading } from '#account-data/snapshot/load-coverage.ts'
import type { Context } from '#platform/context.ts'
import { LEVELS } from '#platform/db/levels.ts'
import type { RunningJob } from '#platform/jobs.ts'
import { daysInRange } from '#shared/dates.ts'
import { firstDayOfHistory, nextBackfillWindow, todayIn, WINDOW_DAYS } from '../rules/windows.ts'
import { enqueueAnalysis, enqueueBackfill, enqueueWatch } from './follow-up.ts'
import { pullRegionNames } from './pull-entities.ts'
import { pullWindow, tablesOf } from './pull-window.ts'
import { settleRun, showLetGo } from './settle-run.ts'
import { openRun } from './sync-run.ts'
import { findSyncState, finishWindow, setSyncState } from './sync-state.ts'

/** Pulls one window of history and enqueues the next; a killed run starts its window again. */
export async function backfillAccount(
  ctx: Context,
  customerId: number,
  job: RunningJob,
): Promise<void> {
  const run = await openRun(ctx, customerId, job)
  const state = await findSyncState(ctx, customerId)
  if (!run) {
    await showLetGo(ctx, { customerId })
    return
  }
  if (!state?.backfilledFrom) return
  const historyDays = await historyDaysOfAccount(ctx, customerId)
  const today = todayIn(run.account.timeZone, ctx.clock.now())
  const window = nextBackfillWindow(today, state.backfilledFrom, historyDays)
  if (!window) return await setSyncState(ctx, customerId, { status: 'idle', step: null })
  const doneBefore = daysInRange(state.backfilledFrom, today) - WINDOW_DAYS
  const length = daysInRange(window.from, window.to)
  // Once the days of an analysis are there, the older ones change nothing of it.
  const isWaitedFor = (await loadReading(ctx, run.account)) !== null
  const complete = window.from <= firstDayOfHistory(today, historyDays)
  await settleRun(ctx, run, async () => {
    const rowsWritten = await pullWindow(ctx, run, window, today, {
      rowsBefore: state.rowsWritten,
      label: 'Historial: ',
      permille: (done) => ((doneBefore + done * length) / (historyDays - WINDOW_DAYS)) * 1000,
      // New rows leave nothing dead behind; the log of a window must not pile up, though.
      tidy: () => (complete ? tablesOf(Object.keys(LEVELS)) : []),
    })
    await pullRegionNames(ctx, run)
    await finishWindow(ctx, customerId, window, {
      rowsWritten,
      freshAsOf: null,
      alongside: async (ctx) => {
        if (isWaitedFor || complete) await enqueueAnalysis(ctx, customerId)
        if (complete) await enqueueWatch(ctx, customerId)
        if (!complete) {
          if (state.failingSince) await setSyncState(ctx, customerId, { failingSince: null })
          return await enqueueBackfill(ctx, customerId, window.from)
        }
        await setSyncState(ctx, customerId, {
          status: 'idle',
          step: null,
          fraction: null,
          problem: null,
          nextTryAt: null,
          failingSince: null,
        })
      },
    })
  })
}
