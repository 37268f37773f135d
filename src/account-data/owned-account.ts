import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { CallerContext, Context } from '#platform/context.ts'
import { prepared } from '#platform/db/prepared.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { AppError } from '#shared/app-error.ts'

export type Account = typeof adAccounts.$inferSelect

/** The accounts the caller sees, as a condition: all of the owner's, or those a client was given. */
export function accountsOfCaller({ caller }: CallerContext): SQL | undefined {
  const ofOwner = eq(adAccounts.userId, caller.userId)
  return caller.onlyAccounts
    ? and(ofOwner, inArray(adAccounts.customerId, [...caller.onlyAccounts]))
    : ofOwner
}

/** The same of an account that was read by its owner. */
export function sees({ caller }: CallerContext, { customerId }: { customerId: number }): boolean {
  return caller.onlyAccounts?.includes(customerId) ?? true
}

declare const owned: unique symbol

/** An account proved to belong to the caller; only `ownedAccount` makes one. */
export type OwnedAccount = Account & { readonly [owned]: true }

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
  if (!row || !sees(ctx, row)) throw new AppError('not_found', 'No existe esa cuenta.')
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

/** Our customer_ids of the caller's accounts in the order asked for. Throws 404 for an unknown one, 422 for a manager, which has no figures. */
export async function ownedCustomerIds(
  ctx: CallerContext,
  googleCustomerIds: readonly string[],
): Promise<number[]> {
  const rows = await ctx.db
    .select({
      customerId: adAccounts.customerId,
      googleId: adAccounts.googleCustomerId,
      isManager: adAccounts.isManager,
    })
    .from(adAccounts)
    .where(and(accountsOfCaller(ctx), inArray(adAccounts.googleCustomerId, [...googleCustomerIds])))
  const byGoogleId = new Map(rows.map((row) => [row.googleId, row]))
  return [...new Set(googleCustomerIds)].map((googleId) => {
    const row = byGoogleId.get(googleId)
    if (!row) throw new AppError('not_found', 'No existe esa cuenta.')
    if (row.isManager)
      throw new AppError(
        'unprocessable',
        'Es una cuenta de administrador, sin cifras propias: elige sus subcuentas.',
      )
    return row.customerId
  })
}

/** For jobs, which have no caller. Undefined when the account is gone. */
export async function accountById(ctx: Context, customerId: number): Promise<Account | undefined> {
  const [account] = await ctx.db
    .select()
    .from(adAccounts)
    .where(eq(adAccounts.customerId, customerId))
  return account
}
