import { eq } from 'drizzle-orm'
import { historyDaysOfAccount } from '#account-data/history-days.ts'
import { keepSums } from '#account-data/kept-sums.ts'
import type { Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { ACCOUNT_QUERIES } from '#platform/google-ads/queries.ts'
import type { RunningJob } from '#platform/jobs.ts'
import { knownZone } from '#shared/dates.ts'
import { isChangedSince } from '../queries/changed-since.ts'
import { firstDayOfHistory, leavesGap, recentWindows, todayIn } from '../rules/windows.ts'
import {
  enqueueAnalysis,
  enqueueBackfill,
  enqueueLooking,
  enqueueMeasuring,
  enqueueWatch,
} from './follow-up.ts'
import { pullChangeEvents } from './pull-change-events.ts'
import { pullEntities, pullRegionNames } from './pull-entities.ts'
import { pullGoogleRecommendations } from './pull-google-recommendations.ts'
import { pullInventory } from './pull-inventory.ts'
import { pullLateDays } from './pull-late-days.ts'
import { forgetWhole, pullStructure } from './pull-structure.ts'
import { pullWindow, tablesOf } from './pull-window.ts'
import { settleRun, showLetGo } from './settle-run.ts'
import { openRun, Stopping, type SyncRun } from './sync-run.ts'
import { endAsked, findSyncState, finishWindow, setSyncState, takeAsked } from './sync-state.ts'

/**
 * Brings an account up to date: entities, then the restated days and those missed since the last run,
 * newest first. Safe to repeat and to kill: every step makes tables equal to Google's answer. From when on changes may not be in what
 * was read; null where nothing was.
 */
export async function syncAccount(
  ctx: Context,
  customerId: number,
  job: RunningJob,
  reason: 'connected' | 'scheduled' | 'requested' = 'requested',
): Promise<Date | null> {
  const run = await openRun(ctx, customerId, job)
  if (!run) {
    await showLetGo(ctx, { customerId })
    return null
  }
  let lastReadAt: Date | null = null
  await settleRun(ctx, run, async () => {
    await setSyncState(ctx, customerId, {
      status: 'running',
      step: 'Estructura de la cuenta',
      fraction: 0,
      rowsWritten: 0,
      problem: null,
      nextTryAt: null,
    })
    const account = await refreshAccount(ctx, run)
    const readAt = ctx.clock.now()
    const structure = await pullStructure(ctx, run, { mayBePart: reason === 'scheduled' })
    await pullRecent(ctx, run, account, structure.written)
    await keepSums(ctx, customerId, todayIn(account.timeZone, ctx.clock.now()))
    await pullRegionNames(ctx, run)
    if (!structure.isHistoryRead) await pullChangeEvents(ctx, run, () => forgetWhole(ctx, run))
    const again = await pullWhatWasChanged(ctx, run, readAt)
    const sought = {
      readAt: again.readAt,
      isAsked: structure.isAsked || again.isAsked,
      // Changes that were heard of after it may not be in it.
      isWhole: structure.isHistoryRead || again.isAsked,
    }
    // Who waits for the newest days sees them judged first; by night once, with all that is read, is enough.
    const isWaitedFor = ctx.jobLane !== 'nightly'
    // Before that, it would not be known whether changes are known.
    if (isWaitedFor) await enqueueAnalysis(ctx, customerId)
    const rest = await pullTheRest(ctx, run, sought).catch(async (error) => {
      // What is read is judged all the same, unless the account or the process goes.
      if (!isWaitedFor && !(error instanceof Stopping)) await enqueueAnalysis(ctx, customerId)
      throw error
    })
    if (!isWaitedFor || rest.hasMore) await enqueueAnalysis(ctx, customerId)
    await enqueueLooking(ctx, customerId)
    await endOfSync(ctx, run, todayIn(account.timeZone, ctx.clock.now()))
    lastReadAt = rest.readAt
  })
  return lastReadAt
}

/** When the structure was read last, and whether a person has asked for all that there is. */
type Sought = { readAt: Date; isAsked: boolean }

/** `hasMore`: it brought what an analysis goes by. */
async function pullTheRest(
  ctx: Context,
  run: SyncRun,
  { readAt, isAsked, isWhole }: Sought & { isWhole: boolean },
): Promise<{ hasMore: boolean; readAt: Date }> {
  const { customerId } = run.account
  await pullGoogleRecommendations(ctx, run)
  await enqueueMeasuring(ctx, customerId)
  await enqueueWatch(ctx, customerId)
  const hasInventory = await pullInventory(ctx, run, { isAsked })
  await endAsked(ctx, customerId, isWhole ? readAt : null)
  const hasLateDays = await pullLateDays(ctx, run)
  const last = await pullWhatWasChanged(ctx, run, readAt)
  if (last.isAsked) {
    await pullInventory(ctx, run, last)
    await endAsked(ctx, customerId, last.readAt)
  }
  const hasMore = last.readAt > readAt || hasInventory || hasLateDays
  return { hasMore, readAt: last.readAt }
}

/**
 * A change from here, or its undoing, asks for a sync, and so does a person who changed something at Google: the one that runs may
 * have read the structure before.
 */
async function pullWhatWasChanged(ctx: Context, run: SyncRun, readAt: Date): Promise<Sought> {
  const { customerId } = run.account
  const changed = await isChangedSince(ctx, customerId, readAt)
  const isAsked = await takeAsked(ctx, customerId)
  if (!changed && !isAsked) return { readAt, isAsked }
  const now = ctx.clock.now()
  await pullEntities(ctx, run)
  return { readAt: now, isAsked }
}

/** For a caller that wants it done at once (demonstration controls): every tenant's account of this Google id. */
export async function syncNow(ctx: Context, googleCustomerId: string): Promise<void> {
  const accounts = await ctx.db
    .select({ customerId: adAccounts.customerId })
    .from(adAccounts)
    .where(eq(adAccounts.googleCustomerId, googleCustomerId))
  for (const { customerId } of accounts)
    await syncAccount(ctx, customerId, {
      id: 'now',
      attempt: 1,
      isLast: false,
      keepLease: async () => {},
    })
}

type Zone = { timeZone: string; lastSyncedDay: string | null }

async function refreshAccount(ctx: Context, { account, ads }: SyncRun): Promise<Zone> {
  const [row] = await ads.search(account.googleCustomerId, ACCOUNT_QUERIES.self)
  const timeZone = knownZone(row?.customer?.timeZone ?? account.timeZone)
  const known = {
    name: row?.customer?.descriptiveName || account.name,
    currencyCode: row?.customer?.currencyCode ?? account.currencyCode,
    timeZone,
  }
  await ctx.db.update(adAccounts).set(known).where(eq(adAccounts.customerId, account.customerId))
  const { lastSyncedAt } = account
  return { timeZone, lastSyncedDay: lastSyncedAt && todayIn(timeZone, lastSyncedAt) }
}

async function pullRecent(
  ctx: Context,
  run: SyncRun,
  { timeZone, lastSyncedDay }: Zone,
  entitiesWritten: number,
): Promise<void> {
  const { customerId } = run.account
  const asOf = ctx.clock.now()
  const today = todayIn(timeZone, asOf)
  const windows = recentWindows(today, lastSyncedDay, await historyDaysOfAccount(ctx, customerId))
  let rowsWritten = entitiesWritten
  for (const [index, window] of windows.entries()) {
    rowsWritten += await pullWindow(ctx, run, window, today, {
      rowsBefore: rowsWritten,
      label: '',
      permille: (done) => ((index + done) / windows.length) * 1000,
      tidy: tablesOf,
    })
    const last = index === windows.length - 1
    // What was read before a gap is known no more, or the gap would look like days without traffic.
    const knownFrom = last && leavesGap(windows, lastSyncedDay) && { backfilledFrom: window.from }
    await finishWindow(ctx, customerId, window, {
      rowsWritten,
      freshAsOf: last ? asOf : null,
      alongside: async (ctx) => {
        await setSyncState(ctx, customerId, { recentReady: 1, ...knownFrom })
      },
    })
  }
}

/** The history that is still missing is another job's, so that other accounts get their turn. */
async function endOfSync(ctx: Context, run: SyncRun, today: string): Promise<void> {
  const { customerId } = run.account
  const state = await findSyncState(ctx, customerId)
  const historyDays = await historyDaysOfAccount(ctx, customerId)
  const missing =
    state?.backfilledFrom != null && state.backfilledFrom > firstDayOfHistory(today, historyDays)
      ? state.backfilledFrom
      : null
  // It may be the history that failed: whether that goes well again is still to be seen.
  const isBackAfterRest = missing !== null && run.job.attempt === 1
  await setSyncState(ctx, customerId, {
    status: missing ? 'running' : 'idle',
    step: missing ? 'Historial' : null,
    fraction: missing ? 0 : null,
    ...(!isBackAfterRest && { failingSince: null }),
  })
  if (missing) await enqueueBackfill(ctx, customerId, missing)
}
