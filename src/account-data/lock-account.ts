import { sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'

/** Until the transaction ends: who writes an account's days, or adds them up to keep the sums, does so alone. */
export async function lockAccount(ctx: Context, customerId: number): Promise<void> {
  await ctx.db.execute(sql`select 1 from ad_accounts where customer_id = ${customerId} for update`)
}
