import { and, eq, isNull, ne, type SQL } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { apiKeys, sheetFeeds, webhooks } from '#platform/db/schema/integrations.ts'

type Tables = typeof apiKeys | typeof sheetFeeds | typeof webhooks

/** Spanish names of what ended. */
export type Ended = { keys: string[]; sheets: string[]; webhooks: string[] }

/**
 * Ends keys, addresses for sheets and webhooks that a person made in another's team: who knows their secrets would go on reading, and a
 * key on changing, after the door was shut. In the caller's transaction.
 */
export async function endAllMadeBy(
  ctx: Context,
  { ownerId, personId }: { ownerId: string; personId: string },
): Promise<Ended> {
  return await end(ctx, (table) => and(eq(table.userId, ownerId), eq(table.createdBy, personId)))
}

/** The same in every team, of a person who is erased. */
export async function endAllElsewhere(ctx: Context, personId: string): Promise<Ended> {
  return await end(ctx, (table) => and(ne(table.userId, personId), eq(table.createdBy, personId)))
}

async function end(ctx: Context, of: (table: Tables) => SQL | undefined): Promise<Ended> {
  const keys = await ctx.db
    .update(apiKeys)
    .set({ revokedAt: ctx.clock.now() })
    .where(and(of(apiKeys), isNull(apiKeys.revokedAt)))
    .returning({ name: apiKeys.name })
  const sheets = await ctx.db
    .delete(sheetFeeds)
    .where(of(sheetFeeds))
    .returning({ name: sheetFeeds.name })
  const gone = await ctx.db.delete(webhooks).where(of(webhooks)).returning({ name: webhooks.host })
  const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)
  return { keys: names(keys), sheets: names(sheets), webhooks: names(gone) }
}
