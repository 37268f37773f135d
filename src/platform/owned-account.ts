import { and, eq } from 'drizzle-orm'
import { AppError } from '#shared/app-error.ts'
import type { CallerContext } from './context.ts'
import { adAccounts } from './db/schema/access.ts'

declare const owned: unique symbol

/** An account proved to belong to the caller; only `ownedAccount` makes one. */
export type OwnedAccount = typeof adAccounts.$inferSelect & { readonly [owned]: true }

/**
 * The caller's account by Google's customer id (ours for an imported report). Throws not_found, for a
 * stranger's account as well: whether it exists is not disclosed.
 */
export async function ownedAccount(
  ctx: CallerContext,
  googleCustomerId: string,
): Promise<OwnedAccount> {
  const [row] = await ctx.db
    .select()
    .from(adAccounts)
    .where(
      and(
        eq(adAccounts.userId, ctx.caller.userId),
        eq(adAccounts.googleCustomerId, googleCustomerId),
      ),
    )
  if (!row) throw new AppError('not_found', 'No existe esa cuenta.')
  return row as OwnedAccount
}
