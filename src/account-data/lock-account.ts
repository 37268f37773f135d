import { sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'

/** Until the transaction ends: who writes an account's days, or adds them up to keep the sums, does so alone. */
export async function lockAccount(ctx: Context, customerId: number): Promise<void> {
  await ctx.db.execute(sql`select 1 from ad_accounts where customer_id = ${customerId} for update`)
}

const CHANGES_LOCK = 7_204_113

/** Until the transaction ends: of those who are about to change something of an account each sees what the others have logged. */
export async function lockChanges(ctx: Context, customerId: number): Promise<void> {
  await ctx.db.execute(
    sql`select pg_advisory_xact_lock(${CHANGES_LOCK}::int, hashint8(${customerId}::bigint))`,
  )
}
