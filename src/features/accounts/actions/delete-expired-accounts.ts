import { and, eq, lt } from 'drizzle-orm'
import { eraseAccountData } from '#account-data/erase-tenant.ts'
import type { Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { eachApart } from '#platform/each-apart.ts'
import { KEPT_DAYS } from '../contract.ts'

const KEPT_MS = KEPT_DAYS * 24 * 3_600_000

/** Removes accounts disconnected more than 30 days ago with all their data. Safe to repeat. */
export async function deleteExpiredAccounts(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - KEPT_MS)
  const expired = and(eq(adAccounts.connected, false), lt(adAccounts.disconnectedAt, before))
  const accounts = await ctx.db
    .select({ customerId: adAccounts.customerId })
    .from(adAccounts)
    .where(expired)
  await eachApart(accounts, async ({ customerId }) => {
    await eraseAccountData(ctx, customerId)
    await ctx.db.delete(adAccounts).where(and(eq(adAccounts.customerId, customerId), expired))
  })
}
