import type { Context } from '../context.ts'

/**
 * Runs `work` in one transaction. It shadows `ctx` on purpose: on PGlite there is one connection, and the
 * outer handle used inside would wait for itself for ever.
 */
export async function inTransaction<C extends Context, T>(
  ctx: C,
  work: (ctx: C) => Promise<T>,
): Promise<T> {
  return await ctx.db.transaction((db) => work({ ...ctx, db }))
}
