import { randomUUID } from 'node:crypto'
import { and, count, eq, ne } from 'drizzle-orm'
import type { CallerContext } from '#platform/context.ts'
import { savedViews } from '#platform/db/schema/views.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { personOf } from '#platform/session.ts'
import { AppError } from '#shared/app-error.ts'
import type { SavedView } from './contract.ts'
import { withReach } from './queries.ts'

/** More are no shortcut any more. */
const MOST_VIEWS = 50

/** A name that is taken means this screen from now on. */
export async function saveView(
  ctx: CallerContext,
  { name, address }: { name: string; address: string },
): Promise<SavedView> {
  const userId = personOf(ctx.caller)
  return await inTransaction(ctx, async (ctx) => {
    const [others] = await ctx.db
      .select({ views: count() })
      .from(savedViews)
      .where(and(eq(savedViews.userId, userId), ne(savedViews.name, name)))
    if ((others?.views ?? 0) >= MOST_VIEWS)
      throw new AppError('unprocessable', `Tienes ya ${MOST_VIEWS} vistas: borra alguna antes.`)
    const savedAt = ctx.clock.now()
    const [saved] = await ctx.db
      .insert(savedViews)
      .values({ id: randomUUID(), userId, name, address, savedAt })
      .onConflictDoUpdate({
        target: [savedViews.userId, savedViews.name],
        set: { address, savedAt },
      })
      .returning({ id: savedViews.id, name: savedViews.name, address: savedViews.address })
    // An upsert without a condition always gives its row back.
    const [shown] = await withReach(ctx, [saved!])
    return shown!
  })
}

/** Throws not_found for another person's. */
export async function deleteView(ctx: CallerContext, { viewId }: { viewId: string }) {
  const gone = await ctx.db
    .delete(savedViews)
    .where(and(eq(savedViews.id, viewId), eq(savedViews.userId, personOf(ctx.caller))))
    .returning({ id: savedViews.id })
  if (gone.length === 0) throw new AppError('not_found', 'No existe esa vista.')
  return { ok: true as const }
}
