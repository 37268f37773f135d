import { and, eq, lt, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { LEVELS } from '#platform/db/levels.ts'
import { adAccounts } from '#platform/db/schema/access.ts'

const KEPT_MS = 30 * 24 * 3_600_000
const SLICE_DAYS = 30

/** Besides the facts; sync_states comes first of all, see below. */
const TABLES = [
  ...Object.keys(LEVELS).map((level) => `${level}_month`),
  'campaigns',
  'ad_groups',
  'ads',
  'keywords',
  'negative_keywords',
  'search_terms',
  'audiences',
  'conversion_actions',
  'regions',
  'recommendations',
  'analyses',
  'imported_reports',
]

/** Removes accounts disconnected more than 30 days ago with all their data. Safe to repeat. */
export async function deleteExpiredAccounts(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - KEPT_MS)
  const expired = and(eq(adAccounts.connected, false), lt(adAccounts.disconnectedAt, before))
  const accounts = await ctx.db
    .select({ customerId: adAccounts.customerId })
    .from(adAccounts)
    .where(expired)
  for (const { customerId } of accounts) {
    // First: whoever connects the account again meanwhile must find that its history is to be pulled.
    await ctx.db.execute(sql`delete from sync_states where customer_id = ${customerId}`)
    for (const level of Object.keys(LEVELS)) await deleteDays(ctx, `${level}_day`, customerId)
    for (const table of TABLES)
      await ctx.db.execute(sql`delete from ${sql.raw(table)} where customer_id = ${customerId}`)
    await ctx.db.delete(adAccounts).where(and(eq(adAccounts.customerId, customerId), expired))
  }
}

/** Month by month: one long statement would hold up everybody on the embedded engine. */
async function deleteDays(ctx: Context, table: string, customerId: number): Promise<void> {
  for (;;) {
    const { rows } = await ctx.db.execute<{ first: string | null }>(
      sql`select min(day)::text as first from ${sql.raw(table)} where customer_id = ${customerId}`,
    )
    const first = rows[0]?.first
    if (!first) return
    await ctx.db.execute(sql`
      delete from ${sql.raw(table)}
      where customer_id = ${customerId} and day < ${first}::date + ${SLICE_DAYS}::int`)
  }
}
