import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { accountsOfCaller } from '#account-data/owned-account.ts'
import type { CallerContext } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { syncStates } from '#platform/db/schema/work.ts'
import { deniedText, OF_ONE_WAY } from '#platform/google-ads/access-refusals.ts'
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
  const { connected, counted } = await accountsInPlan(ctx)
  const limit = accountLimitOf(ctx.caller.plan)
  const accounts = [...hierarchy.values()].map(
    (account): OfferedAccount => ({
      accountId: account.googleCustomerId,
      accountName: account.name,
      accountType: account.isManager ? 'MCC' : 'STANDARD',
      parentAccountId: account.parentId,
      currencyCode: account.currencyCode,
      isTest: account.isTest,
      alreadyConnected: connected.has(account.googleCustomerId),
      unavailableReason: unavailableReasonOf(account),
    }),
  )
  return {
    connectionId,
    googleEmail: connection.googleEmail,
    accounts,
    remainingInPlan: limit === null ? null : Math.max(0, limit - counted.size),
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

const isRefused = and(
  eq(syncStates.status, 'failed'),
  inArray(syncStates.problem, OF_ONE_WAY.map(deniedText)),
)

type InPlan = Record<'counted' | 'connected' | 'unsettled', ReadonlySet<string>>

/**
 * Google ids of the caller's accounts with data that count against the plan. Those whose grant was lost, or which Google
 * refuses to whom they were connected by, come back with another. What is asked for again says nothing of a refusal before it ends:
 * of the unsettled it is not known whether they are read.
 */
export async function accountsInPlan(ctx: CallerContext): Promise<InPlan> {
  const rows = await ctx.db
    .select({
      id: adAccounts.googleCustomerId,
      connected: sql<boolean>`${adAccounts.connected} and not coalesce(${isRefused}, false)`,
      status: syncStates.status,
    })
    .from(adAccounts)
    .leftJoin(syncStates, eq(syncStates.customerId, adAccounts.customerId))
    .where(
      and(
        accountsOfCaller(ctx),
        eq(adAccounts.isManager, false),
        isNull(adAccounts.disconnectedAt),
        eq(adAccounts.source, 'google'),
      ),
    )
  return {
    counted: new Set(rows.map(({ id }) => id)),
    connected: new Set(rows.flatMap(({ id, connected }) => (connected ? id : []))),
    unsettled: new Set(rows.flatMap(({ id, status }) => (status === 'idle' ? [] : id))),
  }
}
