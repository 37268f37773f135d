import { eq, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'

/** What is cached of an account's figures is stale from now on. By one that takes away the prints of the days it writes. */
export async function raiseSyncVersion(ctx: Context, customerId: number): Promise<void> {
  const { syncVersion, printedVersion } = adAccounts
  const isHeeded = sql`${printedVersion} = ${syncVersion}`
  await ctx.db
    .update(adAccounts)
    .set({
      syncVersion: sql`${syncVersion} + 1`,
      // One that lags goes on lagging, until prints are begun anew.
      printedVersion: sql`${printedVersion} + case when ${isHeeded} then 1 else 0 end`,
    })
    .where(eq(adAccounts.customerId, customerId))
}

/**
 * Whether a writer that does not heed prints, as a worker of an older version, changed the account since this was asked
 * last, or has begun to: it says where it stands before it writes, and raises the version after. In a transaction that
 * takes the account's prints away where it is so.
 */
export async function wasWrittenUnheeded(ctx: Context, customerId: number): Promise<boolean> {
  const { rows: ended } = await ctx.db.execute(sql`
    update ad_accounts set printed_version = sync_version
    where customer_id = ${customerId} and printed_version is distinct from sync_version
    returning customer_id`)
  const { rows: begun } = await ctx.db.execute(sql`
    update sync_states set heeded_at = updated_at
    where customer_id = ${customerId} and heeded_at is distinct from updated_at
    returning customer_id`)
  return ended.length + begun.length > 0
}
