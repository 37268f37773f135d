import { and, eq } from 'drizzle-orm'
import { accountsOfCaller } from '#account-data/owned-account.ts'
import type { CallerContext } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { noticingLostGrant } from '#platform/google-ads/lost-grant.ts'
import { accountLimitOf } from '#shared/plans.ts'
import type { OfferedAccount } from '../contract.ts'
import { toAppError, unavailableReasonOf } from '../rules/connect-failures.ts'
import type { Hierarchy } from '../rules/hierarchy.ts'
import { type Connection, ownedConnection } from './connections.ts'
import { walkHierarchy } from './walk-hierarchy.ts'

/** What a connection gives access to now: Google is asked, since accounts come and go. */
export async function offerAccounts(ctx: CallerContext, connectionId: string) {
  const connection = await ownedConnection(ctx, connectionId)
  const hierarchy = await walkOwned(ctx, connection)
  const known = await alreadyConnected(ctx)
  const limit = accountLimitOf(ctx.caller.plan)
  const accounts = [...hierarchy.values()].map(
    (account): OfferedAccount => ({
      accountId: account.googleCustomerId,
      accountName: account.name,
      accountType: account.isManager ? 'MCC' : 'STANDARD',
      parentAccountId: account.parentId,
      currencyCode: account.currencyCode,
      alreadyConnected: known.has(account.googleCustomerId),
      unavailableReason: unavailableReasonOf(account),
    }),
  )
  return {
    connectionId,
    googleEmail: connection.googleEmail,
    accounts,
    remainingInPlan: limit === null ? null : Math.max(0, limit - known.size),
  }
}

/** The walk with Google's failures in words for the user. */
export async function walkOwned(ctx: CallerContext, connection: Connection): Promise<Hierarchy> {
  return await noticingLostGrant(ctx, connection, async () => {
    try {
      return await walkHierarchy(ctx, connection)
    } catch (error) {
      throw toAppError(error)
    }
  })
}

/** Google ids of the caller's connected accounts with data; these count against the plan. */
export async function alreadyConnected(ctx: CallerContext): Promise<ReadonlySet<string>> {
  const rows = await ctx.db
    .select({ id: adAccounts.googleCustomerId })
    .from(adAccounts)
    .where(
      and(
        accountsOfCaller(ctx),
        eq(adAccounts.isManager, false),
        eq(adAccounts.connected, true),
        eq(adAccounts.source, 'google'),
      ),
    )
  return new Set(rows.map((row) => row.id))
}
