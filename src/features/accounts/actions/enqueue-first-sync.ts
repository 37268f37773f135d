import { syncAccount, syncKeyOf } from '#features/sync/contract.ts'
import type { Context } from '#platform/context.ts'
import { syncStates } from '#platform/db/schema/work.ts'
import { enqueue } from '#platform/jobs.ts'

/** In the transaction that connects the account, so that none is left without its first sync. */
export async function enqueueFirstSync(ctx: Context, customerId: number): Promise<void> {
  const state = {
    status: 'queued',
    step: null,
    problem: null,
    nextTryAt: null,
    failingSince: null,
    updatedAt: ctx.clock.now(),
  } as const
  await ctx.db
    .insert(syncStates)
    .values({ customerId, rowsWritten: 0, recentReady: 0, ...state })
    .onConflictDoUpdate({ target: syncStates.customerId, set: state })
  await enqueue(
    ctx,
    syncAccount,
    { customerId, reason: 'connected' },
    { uniqueKey: syncKeyOf(customerId) },
  )
}
