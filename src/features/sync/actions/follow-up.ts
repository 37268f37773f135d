import { findWays, waysKeyOf } from '#features/accounts/contract.ts'
import { lookAtPages, pagesKey } from '#features/landing-pages/contract.ts'
import { analyseAccount, analysisKey } from '#features/recommendations/contract/recommendations.ts'
import { measureAutomaticChanges } from '#features/second-opinion/contract.ts'
import { watchAccount, watchKey } from '#features/watch/contract/alerts.ts'
import type { Context } from '#platform/context.ts'
import { enqueue } from '#platform/jobs.ts'
import { backfillAccount } from '../contract.ts'
import type { SyncRun } from './sync-run.ts'

export async function enqueueAnalysis(ctx: Context, customerId: number): Promise<void> {
  await enqueue(ctx, analyseAccount, { customerId }, { uniqueKey: analysisKey(customerId) })
}

/** Whether its figures left their bands. */
export async function enqueueWatch(ctx: Context, customerId: number): Promise<void> {
  await enqueue(ctx, watchAccount, { customerId }, { uniqueKey: watchKey(customerId) })
}

/** Which pages are due is the job's to see. */
export async function enqueueLooking(ctx: Context, customerId: number): Promise<void> {
  if (ctx.config.advertiserWeb)
    await enqueue(ctx, lookAtPages, { customerId }, { uniqueKey: pagesKey(customerId) })
}

/** Whether a change is old enough to be judged is the job's to see. */
export async function enqueueMeasuring(ctx: Context, customerId: number): Promise<void> {
  const uniqueKey = `${measureAutomaticChanges.name}:${customerId}`
  await enqueue(ctx, measureAutomaticChanges, { customerId }, { uniqueKey })
}

/** Whether Google refuses the account by this way alone. */
export async function enqueueFindingWays(
  ctx: Context,
  { customerId, connectionId, loginCustomerId: triedLogin }: SyncRun['account'],
): Promise<void> {
  if (connectionId)
    await enqueue(ctx, findWays, { customerId, triedLogin }, { uniqueKey: waysKeyOf(connectionId) })
}

/** One open job per window, so that a job may enqueue its successor while it still runs. */
export async function enqueueBackfill(
  ctx: Context,
  customerId: number,
  before: string,
): Promise<void> {
  const uniqueKey = `backfill:${customerId}:${before}`
  await enqueue(ctx, backfillAccount, { customerId }, { uniqueKey })
}
