import { and, asc, eq } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'

/** Accounts with data of a user, in the order they were connected. */
export async function countedAccounts(ctx: Context, userId: string) {
  return await ctx.db
    .select({
      customerId: adAccounts.customerId,
      accountId: adAccounts.googleCustomerId,
      accountName: adAccounts.name,
    })
    .from(adAccounts)
    .where(
      and(
        eq(adAccounts.userId, userId),
        eq(adAccounts.isManager, false),
        eq(adAccounts.connected, true),
        eq(adAccounts.source, 'google'),
      ),
    )
    .orderBy(asc(adAccounts.createdAt), asc(adAccounts.customerId))
}
