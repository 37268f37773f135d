import { and, eq, gt, isNull, ne, or, type SQL } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { apiKeys, sheetFeeds, webhooks } from '#platform/db/schema/integrations.ts'

type Tables = typeof apiKeys | typeof sheetFeeds | typeof webhooks

/** Spanish names of what a person made for other programs. */
export type Made = { keys: string[]; sheets: string[]; webhooks: string[] }

/**
 * Ends keys, addresses for sheets and webhooks that a person made in another's team: who knows their secrets would go on reading, and a
 * key on changing, after the door was shut. In the caller's transaction.
 */
export async function endAllMadeBy(
  ctx: Context,
  { ownerId, personId }: { ownerId: string; personId: string },
): Promise<Made> {
  const ended = await end(ctx, (table) =>
    and(eq(table.userId, ownerId), eq(table.createdBy, personId)),
  )
  return ended.get(ownerId) ?? noneMade()
}

/** The same in every team, of a person who is erased. */
export async function endAllElsewhere(ctx: Context, personId: string): Promise<void> {
  await end(ctx, (table) => and(ne(table.userId, personId), eq(table.createdBy, personId)))
}

/** All that a person made, wherever, by whose accounts it reads. */
export async function endAllOf(ctx: Context, personId: string): Promise<Map<string, Made>> {
  return await end(ctx, (table) => isOf(table, personId))
}

/** What a person made, wherever, that still works. */
export async function stillWorkingOf(ctx: Context, personId: string): Promise<Made> {
  const isAlive = or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, ctx.clock.now()))
  const keys = await ctx.db
    .select({ name: apiKeys.name })
    .from(apiKeys)
    .where(and(isOf(apiKeys, personId), isNull(apiKeys.revokedAt), isAlive))
  const sheets = await ctx.db
    .select({ name: sheetFeeds.name })
    .from(sheetFeeds)
    .where(isOf(sheetFeeds, personId))
  const hosts = await ctx.db
    .select({ name: webhooks.host })
    .from(webhooks)
    .where(isOf(webhooks, personId))
  return { keys: namesOf(keys), sheets: namesOf(sheets), webhooks: namesOf(hosts) }
}

/** As lines of a letter. */
export function madeLines({ keys, sheets, webhooks }: Made): string[] {
  return [
    ...namesLine('Claves de API', keys),
    ...namesLine('Direcciones de hojas de cálculo', sheets),
    ...namesLine('Avisos a otros programas', webhooks),
  ]
}

/** Of a letter: none where there is nothing to name. */
export const namesLine = (what: string, names: readonly string[]): string[] =>
  names.length > 0 ? [`${what}: ${names.join(', ')}.`] : []

export const noneMade = (): Made => ({ keys: [], sheets: [], webhooks: [] })

/** What is older than its maker's name counts as its owner's. */
function isOf(table: Tables, personId: string): SQL | undefined {
  return or(eq(table.createdBy, personId), and(isNull(table.createdBy), eq(table.userId, personId)))
}

async function end(
  ctx: Context,
  of: (table: Tables) => SQL | undefined,
): Promise<Map<string, Made>> {
  const keys = await ctx.db
    .update(apiKeys)
    .set({ revokedAt: ctx.clock.now() })
    .where(and(of(apiKeys), isNull(apiKeys.revokedAt)))
    .returning({ ownerId: apiKeys.userId, name: apiKeys.name })
  const sheets = await ctx.db
    .delete(sheetFeeds)
    .where(of(sheetFeeds))
    .returning({ ownerId: sheetFeeds.userId, name: sheetFeeds.name })
  const gone = await ctx.db
    .delete(webhooks)
    .where(of(webhooks))
    .returning({ ownerId: webhooks.userId, name: webhooks.host })
  const owners = new Set([...keys, ...sheets, ...gone].map(({ ownerId }) => ownerId))
  return new Map(
    [...owners].map((ownerId) => {
      const ofOwner = (rows: typeof keys) => namesOf(rows.filter((row) => row.ownerId === ownerId))
      return [ownerId, { keys: ofOwner(keys), sheets: ofOwner(sheets), webhooks: ofOwner(gone) }]
    }),
  )
}

const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)
