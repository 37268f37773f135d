import { and, eq, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { adAccounts, users } from '#platform/db/schema/access.ts'
import { syncStates } from '#platform/db/schema/work.ts'
import { enqueue, enqueueAll } from '#platform/jobs.ts'
import { productSettings } from '#platform/product-settings.ts'
import { SYNC_KEY, syncAccount, syncKeyOf } from '../contract.ts'
import { lastReadOfAll } from '../queries/last-read.ts'
import { isAwake } from '../queries/who-is-awake.ts'
import { REST_EVERY_HOURS } from '../rules/rest.ts'
import { OUTAGE, SHORTEST_REST_MS } from '../rules/sync-failures.ts'

const HOUR_MS = 3_600_000
/** A minute's worth: Google's quota and the workers need longer for so many, and the next tick brings the rest. */
const ACCOUNTS_A_TICK = 5_000

/**
 * Connected accounts of subscribers whose last sync is as old as the administrators allow, those at rest once a day, and those
 * that failed, once the rest of those is over; those that wait longest first.
 */
export async function enqueueDueSyncs(ctx: Context, most = ACCOUNTS_A_TICK): Promise<void> {
  const now = ctx.clock.now()
  const { syncEveryHours } = await productSettings(ctx)
  const isDue = or(
    isNull(adAccounts.lastSyncedAt),
    isOlder(now, Math.max(syncEveryHours, REST_EVERY_HOURS)),
    // What failed after the newest days were read, the history above all, is no older for that.
    and(or(isOlder(now, syncEveryHours), hasRested), isAwake(now)),
  )
  const due = await accountsThat(
    ctx,
    and(
      isDue,
      // A night of many accounts lasts longer than the minute until this is asked again.
      sql`not exists (select 1 from jobs open where open.unique_key = ${SYNC_KEY} || ${adAccounts.customerId}
        and open.status in ('waiting', 'running'))`,
    ),
    most,
  )
  await enqueueAll(
    ctx,
    syncAccount,
    due.map(({ customerId, userId }) => ({
      payload: { customerId, reason: 'scheduled' },
      uniqueKey: syncKeyOf(customerId),
      userId,
    })),
    'nightly',
  )
}

/** Given up, and not between two tries of a job that goes on by itself. */
const hasRested = and(
  eq(syncStates.status, 'failed'),
  sql`${syncStates.nextTryAt} >= ${syncStates.updatedAt} + ${SHORTEST_REST_MS} * interval '1 millisecond'`,
)

/** A person has come: what they may see and has rested is read before the syncs that only time asks for, its own of those too. */
export async function wakeAccounts(ctx: Context, personId: string): Promise<void> {
  const { syncEveryHours } = await productSettings(ctx)
  const ofPerson = sql`(${adAccounts.userId} = ${personId} or ${adAccounts.userId} in (
    select owner_id from team_members where user_id = ${personId} and suspended_at is null))`
  const rested = and(ofPerson, isOlder(ctx.clock.now(), syncEveryHours))
  for (const { customerId } of await accountsThat(ctx, rested, ACCOUNTS_A_TICK))
    await enqueue(
      ctx,
      syncAccount,
      { customerId, reason: 'scheduled' },
      { uniqueKey: syncKeyOf(customerId), lane: 'asked' },
    )
}

function isOlder(now: Date, hours: number): SQL {
  return lt(adAccounts.lastSyncedAt, new Date(now.getTime() - hours * HOUR_MS))
}

/** Those that wait longest first, unless a failed one waits for its next try; what kept all of them waiting is over with the first that is read. */
async function accountsThat(ctx: Context, condition: SQL | undefined, most: number) {
  const lastReadAt = await lastReadOfAll(ctx)
  return await ctx.db
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
        condition,
        or(
          isNull(syncStates.nextTryAt),
          lte(syncStates.nextTryAt, ctx.clock.now()),
          and(eq(syncStates.problem, OUTAGE), lt(syncStates.updatedAt, lastReadAt ?? new Date(0))),
        ),
      ),
    )
    .orderBy(sql`${adAccounts.lastSyncedAt} nulls first`)
    .limit(most)
}
