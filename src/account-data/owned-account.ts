import { and, eq, sql } from 'drizzle-orm'
import type { CallerContext } from '#platform/context.ts'
import { prepared } from '#platform/db/prepared.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { AppError } from '#shared/app-error.ts'

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
  const { userId } = ctx.caller
  const [row] = await accountOfUser(ctx.db).execute({ userId, googleCustomerId })
  if (!row) throw new AppError('not_found', 'No existe esa cuenta.')
  return row as OwnedAccount
}

const accountOfUser = prepared('account_of_user', (db) =>
  db
    .select()
    .from(adAccounts)
    .where(
      and(
        eq(adAccounts.userId, sql.placeholder('userId')),
        eq(adAccounts.googleCustomerId, sql.placeholder('googleCustomerId')),
      ),
    ),
)
