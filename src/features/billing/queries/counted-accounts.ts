import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'

/**
 * Accounts with data of a user, in the order they were connected; last those whose grant was lost, which a new consent
 * brings back without asking.
 */
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
        isNull(adAccounts.disconnectedAt),
        eq(adAccounts.source, 'google'),
      ),
    )
    .orderBy(desc(adAccounts.connected), asc(adAccounts.createdAt), asc(adAccounts.customerId))
}
