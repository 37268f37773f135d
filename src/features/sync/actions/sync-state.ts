import { eq, sql } from 'drizzle-orm'
import { raiseSyncVersion } from '#account-data/data-version.ts'
import type { Context } from '#platform/context.ts'
import { notice } from '#platform/db/notices.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { syncStates } from '#platform/db/schema/work.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import type { DayRange } from '#shared/dates.ts'

export type SyncState = typeof syncStates.$inferSelect
type Patch = Partial<Omit<SyncState, 'customerId' | 'updatedAt' | 'heededAt'>>

export async function findSyncState(ctx: Context, customerId: number): Promise<SyncState | null> {
  const [row] = await ctx.db.select().from(syncStates).where(eq(syncStates.customerId, customerId))
  return row ?? null
}

/** Changes what is named and keeps the rest; the first call makes the row. */
export async function setSyncState(ctx: Context, customerId: number, patch: Patch): Promise<void> {
  const updatedAt = ctx.clock.now()
  const first = { status: 'queued', rowsWritten: 0, recentReady: 0, heededAt: updatedAt } as const
  // One that lags goes on lagging, until prints are begun anew.
  const heededAt = sql`case when ${syncStates.heededAt} = ${syncStates.updatedAt}
    then excluded.updated_at else ${syncStates.heededAt} end`
  await ctx.db
    .insert(syncStates)
    .values({ customerId, ...first, ...patch, updatedAt })
    .onConflictDoUpdate({ target: syncStates.customerId, set: { ...patch, updatedAt, heededAt } })
  // Not told by the same statement: on a cluster that one runs on the worker that has the row, where no process listens.
  await ctx.db.execute(sql`select ${notice('sync', String(customerId))}`)
}

/** In the place of when all was read: a person has asked for it, and no run has begun to read it since. */
export const ASKED_FOR = new Date(0)
/** A run has begun, and has not come to the end of what was asked for. */
const BEGUN = new Date(1)

const readAtIs = (at: Date) => sql`structure_read_at = ${at.toISOString()}::timestamptz`

/** Whether a person has asked for all; who takes it reads it, settings too, and leaves word of it until `endAsked`. */
export async function takeAsked(ctx: Context, customerId: number): Promise<boolean> {
  const { rows } = await ctx.db.execute(sql`
    update sync_states set structure_read_at = ${BEGUN.toISOString()}::timestamptz
    where customer_id = ${customerId} and ${readAtIs(ASKED_FOR)} returning 1`)
  return rows.length > 0
}

/** Whether a person asks for all, and no run has taken it yet. */
export function isAskedFor(state: SyncState | null): boolean {
  return state?.structureReadAt?.getTime() === ASKED_FOR.getTime()
}

/** Whether a run took it that did not come to its end. */
export function isLeftOver(readAt: Date | null): boolean {
  return readAt?.getTime() === BEGUN.getTime()
}

/** All that was asked for is read, the structure at that time; what was asked for since stays. */
export async function endAsked(ctx: Context, customerId: number, at: Date | null): Promise<void> {
  await ctx.db.execute(sql`
    update sync_states set structure_read_at = ${at?.toISOString() ?? null}::timestamptz
    where customer_id = ${customerId} and ${readAtIs(BEGUN)}`)
}

/** When all of the structure was read, unless a person waits for it; null: nothing is known of it. */
export async function keepReadAt(ctx: Context, customerId: number, at: Date | null): Promise<void> {
  await ctx.db.execute(sql`
    update sync_states set structure_read_at = ${at?.toISOString() ?? null}::timestamptz
    where customer_id = ${customerId}
      and (${readAtIs(ASKED_FOR)} or ${readAtIs(BEGUN)}) is not true`)
}

/**
 * Closes a window whose facts are committed: the data's version rises, and the history reaches as far
 * back as the window. `freshAsOf`: with the last window of a run the account is read as far as the instant that its days were
 * reckoned from, and no further: a run that goes past midnight, or over a night in which the machine slept, has not read them.
 */
export async function finishWindow(
  ctx: Context,
  customerId: number,
  window: DayRange,
  done: { rowsWritten: number; freshAsOf: Date | null; alongside: (ctx: Context) => Promise<void> },
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    if (done.rowsWritten > 0) await raiseSyncVersion(ctx, customerId)
    await ctx.db.execute(sql`
      update ad_accounts set
        data_from = (select min(day)::text from account_day where customer_id = ${customerId}),
        data_to = (select max(day)::text from account_day where customer_id = ${customerId})
      where customer_id = ${customerId}`)
    if (done.freshAsOf)
      await ctx.db
        .update(adAccounts)
        .set({ lastSyncedAt: done.freshAsOf })
        .where(eq(adAccounts.customerId, customerId))
    await ctx.db.execute(sql`
      update sync_states set backfilled_from = least(backfilled_from, ${window.from}::date)
      where customer_id = ${customerId}`)
    await done.alongside(ctx)
  })
}
