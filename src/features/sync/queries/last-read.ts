import { eq, max } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'

/** As far as Google was read last, of whichever account; an import or a sample shows nothing of whether it answers. */
export async function lastReadOfAll(ctx: Context): Promise<Date | null> {
  const [row] = await ctx.db
    .select({ at: max(adAccounts.lastSyncedAt) })
    .from(adAccounts)
    .where(eq(adAccounts.source, 'google'))
  return row?.at ?? null
}
