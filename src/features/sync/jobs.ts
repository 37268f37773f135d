import { and, eq, isNull, lt, lte, or } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { adAccounts, users } from '#platform/db/schema/access.ts'
import { syncStates } from '#platform/db/schema/work.ts'
import { enqueue, handle, type JobHandler } from '#platform/jobs.ts'
import { productSettings } from '#platform/product-settings.ts'
import { backfillAccount } from './actions/backfill-account.ts'
import { syncAccount } from './actions/sync-account.ts'
import { backfillAccount as backfillKind, syncKeyOf, syncAccount as syncKind } from './contract.ts'

export const syncJobs: JobHandler[] = [
  handle(syncKind, (ctx, { customerId }, job) => syncAccount(ctx, customerId, job)),
  handle(backfillKind, (ctx, { customerId }, job) => backfillAccount(ctx, customerId, job)),
]

const HOUR_MS = 3_600_000

/** Connected accounts of subscribers whose last sync is as old as the administrators allow, unless a failed one waits for its next try. */
export async function enqueueDueSyncs(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const { syncEveryHours } = await productSettings(ctx)
  const due = await ctx.db
    .select({ customerId: adAccounts.customerId })
    .from(adAccounts)
    .innerJoin(users, eq(users.id, adAccounts.userId))
    .leftJoin(syncStates, eq(syncStates.customerId, adAccounts.customerId))
    .where(
      and(
        eq(adAccounts.connected, true),
        eq(users.isActive, true),
        eq(adAccounts.isManager, false),
        eq(adAccounts.source, 'google'),
        or(
          isNull(adAccounts.lastSyncedAt),
          lt(adAccounts.lastSyncedAt, new Date(now.getTime() - syncEveryHours * HOUR_MS)),
        ),
        or(isNull(syncStates.nextTryAt), lte(syncStates.nextTryAt, now)),
      ),
    )
  for (const { customerId } of due)
    await enqueue(
      ctx,
      syncKind,
      { customerId, reason: 'scheduled' },
      { uniqueKey: syncKeyOf(customerId), lane: 'nightly' },
    )
}
