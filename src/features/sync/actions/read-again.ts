import type { Context } from '#platform/context.ts'
import { letOthersAsk } from '#platform/job-queue.ts'
import { enqueue } from '#platform/jobs.ts'
import { syncAccount, syncKeyOf } from '../contract.ts'
import { isChangedSince } from '../queries/changed-since.ts'
import { findSyncState, isAskedFor, setSyncState } from './sync-state.ts'

/**
 * What was changed from here, or asked for, since a run has read for the last time is the next one's: who asked joined this one.
 * From now on who asks gets one of their own.
 */
export async function readAgainIfMissed(
  ctx: Context,
  { customerId, jobId, readAt }: { customerId: number; jobId: string; readAt: Date },
): Promise<void> {
  await letOthersAsk(ctx, jobId)
  const state = await findSyncState(ctx, customerId)
  // What was changed at that very instant was seen before it was read.
  const after = new Date(readAt.getTime() + 1)
  if (!isAskedFor(state) && !(await isChangedSince(ctx, customerId, after))) return
  const uniqueKey = syncKeyOf(customerId)
  await enqueue(ctx, syncAccount, { customerId, reason: 'requested' }, { uniqueKey })
  if (state?.status === 'idle') await setSyncState(ctx, customerId, { status: 'queued' })
}
