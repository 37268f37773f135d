import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { apiKeys, sheetFeeds, webhooks } from '#platform/db/schema/integrations.ts'

/**
 * Ends keys, addresses for sheets and webhooks that a person made in another's team: who knows their secrets would go on reading, and a
 * key on changing, after the door was shut. In the caller's transaction.
 */
export async function endAllMadeBy(
  ctx: Context,
  { ownerId, personId }: { ownerId: string; personId: string },
): Promise<void> {
  await ctx.db
    .update(apiKeys)
    .set({ revokedAt: ctx.clock.now() })
    .where(
      and(eq(apiKeys.userId, ownerId), eq(apiKeys.createdBy, personId), isNull(apiKeys.revokedAt)),
    )
  for (const table of [sheetFeeds, webhooks])
    await ctx.db.delete(table).where(and(eq(table.userId, ownerId), eq(table.createdBy, personId)))
}

/** Before they become another's: what has no known maker is taken for the owner's who hands over. */
export async function signAsOwner(ctx: Context, ownerId: string): Promise<void> {
  for (const table of [apiKeys, sheetFeeds, webhooks])
    await ctx.db
      .update(table)
      .set({ createdBy: ownerId })
      .where(and(eq(table.userId, ownerId), isNull(table.createdBy)))
}
