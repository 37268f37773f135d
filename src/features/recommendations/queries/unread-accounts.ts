import { and, count, eq, isNull, type SQL } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { analyses } from '#platform/db/schema/recommendations.ts'

/** Connected accounts, of some, that have not been looked at for the first time. */
export async function countUnread(ctx: Context, ofSome: SQL | undefined): Promise<number> {
  const [row] = await ctx.db
    .select({ unread: count() })
    .from(adAccounts)
    .leftJoin(analyses, eq(analyses.customerId, adAccounts.customerId))
    .where(
      and(
        ofSome,
        eq(adAccounts.connected, true),
        eq(adAccounts.isManager, false),
        isNull(analyses.customerId),
      ),
    )
  return row?.unread ?? 0
}
