import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { CallerContext, Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { dataExportChunks, dataExports } from '#platform/db/schema/data-rights.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { enqueue } from '#platform/jobs.ts'
import { hashToken } from '#platform/secrets.ts'
import { AppError } from '#shared/app-error.ts'
import { makeCopy } from '../contract.ts'
import { DAY_MS, nextCopyAt } from '../rules.ts'

const OPEN_FOR_MS = 3_600_000

/** The user's row is locked: of two clicks at once one begins a copy. Throws 409 for a second one within a day. */
export async function askCopy(ctx: CallerContext, origin: string): Promise<void> {
  const { userId } = ctx.caller
  await inTransaction(ctx, async (ctx) => {
    await ctx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
    if (nextCopyAt(await lastCopy(ctx, userId), ctx.clock.now()))
      throw new AppError('conflict', 'Solo se puede pedir una copia al día.')
    const id = randomUUID()
    // The older ones go: everything in them is in the new one.
    await ctx.db.delete(dataExports).where(eq(dataExports.userId, userId))
    const askedAt = ctx.clock.now()
    await ctx.db.insert(dataExports).values({ userId, id, status: 'waiting', askedAt })
    await enqueue(ctx, makeCopy, { userId, exportId: id, origin })
  })
}

export async function lastCopy(ctx: Context, userId: string) {
  const [row] = await ctx.db
    .select()
    .from(dataExports)
    .where(eq(dataExports.userId, userId))
    .orderBy(desc(dataExports.askedAt))
    .limit(1)
  return row
}

/**
 * Opens the copy to this session, as often as it likes within the hour: a download may break. Throws 404 alike for a link of
 * another user, an older one and one that another session has used.
 */
export async function openCopy(ctx: CallerContext, token: string): Promise<void> {
  const now = ctx.clock.now()
  const opened = await ctx.db
    .update(dataExports)
    .set({ openedAt: now, openedBy: ctx.caller.sessionHash })
    .where(
      and(
        eq(dataExports.tokenHash, hashToken(token)),
        eq(dataExports.userId, ctx.caller.userId),
        isNull(dataExports.openedAt),
        gt(dataExports.expiresAt, now),
      ),
    )
    .returning({ id: dataExports.id })
  const [again] = opened.length > 0 ? opened : await openCopies(ctx, hashToken(token))
  if (!again)
    throw new AppError('not_found', 'Este enlace no es tuyo, ha caducado o ya se ha usado.')
}

/** The copy this session has opened within the hour; throws 404 where there is none. */
export async function findOpenCopy(ctx: CallerContext): Promise<{ id: string; size: number }> {
  const [row] = await openCopies(ctx)
  if (!row) throw new AppError('not_found', 'No hay ninguna copia abierta.')
  return { id: row.id, size: row.size ?? 0 }
}

async function openCopies(ctx: CallerContext, tokenHash?: string) {
  const since = new Date(ctx.clock.now().getTime() - OPEN_FOR_MS)
  return await ctx.db
    .select({ id: dataExports.id, size: dataExports.size })
    .from(dataExports)
    .where(
      and(
        eq(dataExports.userId, ctx.caller.userId),
        eq(dataExports.openedBy, ctx.caller.sessionHash),
        gt(dataExports.openedAt, since),
        tokenHash === undefined ? undefined : eq(dataExports.tokenHash, tokenHash),
      ),
    )
}

/** One piece at a time, as fast as the browser takes them. */
export async function* readCopy(ctx: Context, exportId: string): AsyncGenerator<Buffer> {
  const places = await ctx.db
    .select({ place: dataExportChunks.place })
    .from(dataExportChunks)
    .where(eq(dataExportChunks.exportId, exportId))
    .orderBy(asc(dataExportChunks.place))
  for (const { place } of places) {
    const [piece] = await ctx.db
      .select({ content: dataExportChunks.content })
      .from(dataExportChunks)
      .where(and(eq(dataExportChunks.exportId, exportId), eq(dataExportChunks.place, place)))
    if (!piece) throw new Error('the copy was deleted while it was read')
    yield piece.content
  }
}

/** Copies out of time, and those whose making a process did not live to end. */
export async function deleteOldCopies(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.delete(dataExports).where(lt(dataExports.expiresAt, now))
  await ctx.db
    .update(dataExports)
    .set({ status: 'failed' })
    .where(
      and(
        eq(dataExports.status, 'waiting'),
        lt(
          dataExports.askedAt,
          sql`${new Date(now.getTime() - DAY_MS).toISOString()}::timestamptz`,
        ),
      ),
    )
}
