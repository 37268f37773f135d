import { eq } from 'drizzle-orm'
import { eraseAccountData } from '#account-data/erase-tenant.ts'
import { accountById } from '#account-data/owned-account.ts'
import type { Context } from '#platform/context.ts'
import { googleConnections } from '#platform/db/schema/access.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { hasLostLease } from '#platform/db/under-lease.ts'
import { closeGrant } from '#platform/google-ads/lost-grant.ts'
import { backOffMs, GiveUp, RetryLater } from '#platform/jobs.ts'
import { lastReadOfAll } from '../queries/last-read.ts'
import {
  FAILED,
  judgeFailure,
  LOST_GRANT,
  OUTAGE,
  RENEWED,
  restMs,
} from '../rules/sync-failures.ts'
import { enqueueFindingWays } from './follow-up.ts'
import { Stopping, type SyncRun } from './sync-run.ts'
import { findSyncState, setSyncState } from './sync-state.ts'

/** Of a run that takes its process with it. */
const DEADLY_REST_MS = 6 * 3_600_000

/**
 * Runs the work; a failure is written where the page sees it and told to the queue. Of an account that is erased meanwhile
 * nothing stays and nothing is told: either the erasure comes last and finds what was written, or this does.
 */
export async function settleRun(
  ctx: Context,
  run: SyncRun,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    // Another worker has the job now, and the state with it.
    if (error instanceof GiveUp || hasLostLease(error)) throw error
    if (await leftNothing(ctx, run)) return
    if (error instanceof Stopping || ctx.stopping.aborted) {
      await setSyncState(ctx, run.account.customerId, { status: 'queued' })
      throw new RetryLater('the process ended in the middle', 0)
    }
    if (await showLetGo(ctx, run.account))
      throw new GiveUp('the account is not connected any more', { cause: error })
    await recordFailure(ctx, run, error)
  }
  if (!(await leftNothing(ctx, run))) await showLetGo(ctx, run.account)
}

/**
 * Of an account that is not connected any more, what its sync is by now: a run that goes on for a while says otherwise. Whether
 * that is so.
 */
export async function showLetGo(
  ctx: Context,
  { customerId }: { customerId: number },
): Promise<boolean> {
  const account = await accountById(ctx, customerId)
  if (!account || account.connected || account.source !== 'google') return false
  const state = await findSyncState(ctx, customerId)
  if (state?.status !== 'running' && state?.status !== 'queued') return true
  const isLost = !account.disconnectedAt && (await hasLostGrant(ctx, account.connectionId))
  await setSyncState(ctx, customerId, {
    status: isLost ? 'needs_reauth' : 'idle',
    step: null,
    fraction: null,
    problem: isLost ? LOST_GRANT : null,
    nextTryAt: null,
  })
  return true
}

async function hasLostGrant(ctx: Context, connectionId: string | null): Promise<boolean> {
  if (connectionId === null) return false
  const [grant] = await ctx.db
    .select({ status: googleConnections.status })
    .from(googleConnections)
    .where(eq(googleConnections.id, connectionId))
  return grant?.status === 'needs_reauth'
}

async function leftNothing(ctx: Context, { account: { customerId } }: SyncRun): Promise<boolean> {
  if (await accountById(ctx, customerId)) return false
  await eraseAccountData(ctx, customerId)
  ctx.log.info({ customerId }, 'the account was erased during its sync, which left nothing')
  return true
}

async function recordFailure(ctx: Context, run: SyncRun, error: unknown): Promise<never> {
  const now = ctx.clock.now()
  const { customerId } = run.account
  let failure = judgeFailure(error, now)
  const message = error instanceof Error ? error.message : 'unknown failure'
  if (failure.kind === 'needs_reauth') {
    const isClosed = await closeConnection(ctx, run, failure.problem)
    const isRenewed = !isClosed && (await accountById(ctx, customerId))?.connected
    if (!isRenewed) {
      await showLetGo(ctx, run.account)
      throw new GiveUp(message, { cause: error })
    }
    failure = RENEWED
  }
  const known = (await findSyncState(ctx, customerId))?.failingSince
  const failingSince = known ?? now
  // What failed before its rest is not tried eight times more after it.
  const isAfterRest = known != null && run.job.attempt === 1 && failure.afterMs === undefined
  const exhausted = failure.kind === 'hopeless' || run.job.isLast || isAfterRest
  const waitMs = failure.afterMs ?? backOffMs(run.job.attempt, ctx.random())
  // Where its newest days were read since, Google answers; what goes on failing, its history above all, is no outage.
  const { lastSyncedAt } = run.account
  const isOutage = failure.isOutage && !(lastSyncedAt && lastSyncedAt >= failingSince)
  const failingMs = now.getTime() - failingSince.getTime()
  const rest = exhausted ? restMs({ ...failure, isOutage }, failingMs) : 0
  const isOfAll = exhausted && isOutage && ((await lastReadOfAll(ctx)) ?? 0) < failingSince
  await setSyncState(ctx, customerId, {
    status: 'failed',
    step: null,
    fraction: null,
    problem: isOfAll ? OUTAGE : failure.problem,
    nextTryAt: new Date(now.getTime() + Math.max(waitMs, rest)),
    failingSince,
  })
  if (failure.mayBeReachedOtherwise) await enqueueFindingWays(ctx, run.account)
  if (exhausted) throw new GiveUp(message, { cause: error })
  throw new RetryLater(message, waitMs, error)
}

/** Of a run that took its process with it each time; without a rest the schedule would begin the next at once. */
export async function restAccount(ctx: Context, { customerId }: { customerId: number }) {
  await setSyncState(ctx, customerId, {
    status: 'failed',
    step: null,
    fraction: null,
    problem: FAILED,
    nextTryAt: new Date(ctx.clock.now().getTime() + DEADLY_REST_MS),
  })
}

/** The grant is gone for every account that hangs on it. Their data stays readable. False of one that is not theirs any more. */
async function closeConnection(ctx: Context, run: SyncRun, problem: string): Promise<boolean> {
  return await inTransaction(ctx, async (ctx) => {
    const closed = await closeGrant(ctx, run.grant)
    for (const customerId of closed ?? [])
      await setSyncState(ctx, customerId, {
        status: 'needs_reauth',
        step: null,
        fraction: null,
        problem,
        nextTryAt: null,
      })
    return closed !== null
  })
}
