import { and, eq, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { adAccounts, users } from '#platform/db/schema/access.ts'
import { syncStates } from '#platform/db/schema/work.ts'
import { enqueueAll, handle, type JobHandler } from '#platform/jobs.ts'
import { productSettings } from '#platform/product-settings.ts'
import { backfillAccount } from './actions/backfill-account.ts'
import { syncAccount } from './actions/sync-account.ts'
import {
  backfillAccount as backfillKind,
  SYNC_KEY,
  syncKeyOf,
  syncAccount as syncKind,
} from './contract.ts'

export const syncJobs: JobHandler[] = [
  handle(syncKind, (ctx, { customerId }, job) => syncAccount(ctx, customerId, job)),
  handle(backfillKind, (ctx, { customerId }, job) => backfillAccount(ctx, customerId, job)),
]

const HOUR_MS = 3_600_000
/** A minute's worth: Google's quota and the workers need longer for so many, and the next tick brings the rest. */
const ACCOUNTS_A_TICK = 5_000

/**
 * Connected accounts of subscribers whose last sync is as old as the administrators allow, unless a failed one waits for its next
 * try; those that wait longest first.
 */
export async function enqueueDueSyncs(ctx: Context, most = ACCOUNTS_A_TICK): Promise<void> {
  const now = ctx.clock.now()
  const { syncEveryHours } = await productSettings(ctx)
  const due = await ctx.db
    .select({ customerId: adAccounts.customerId, userId: adAccounts.userId })
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
        // A night of many accounts lasts longer than the minute until this is asked again.
        sql`not exists (select 1 from jobs open where open.unique_key = ${SYNC_KEY} || ${adAccounts.customerId}
          and open.status in ('waiting', 'running'))`,
      ),
    )
    .orderBy(sql`${adAccounts.lastSyncedAt} nulls first`)
    .limit(most)
  await enqueueAll(
    ctx,
    syncKind,
    due.map(({ customerId, userId }) => ({
      payload: { customerId, reason: 'scheduled' },
      uniqueKey: syncKeyOf(customerId),
      userId,
    })),
    'nightly',
  )
}
