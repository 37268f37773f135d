import { and, eq } from 'drizzle-orm'
import { accountById } from '#account-data/owned-account.ts'
import type { Context } from '#platform/context.ts'
import { adAccounts, googleConnections } from '#platform/db/schema/access.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { noticingLostGrant } from '#platform/google-ads/lost-grant.ts'
import type { Priority } from '#platform/google-ads/usage.ts'
import { type Hierarchy, managersAbove } from '../rules/hierarchy.ts'
import { enqueueFirstSync } from './enqueue-first-sync.ts'
import { retireIdleManagers } from './mark-disconnected.ts'
import { putAccount } from './put-account.ts'
import { walkHierarchy } from './walk-hierarchy.ts'

/** A manager may let go of an account that is reached through another one, or directly, all the same. */
export async function findWaysTo(
  ctx: Context,
  { customerId, triedLogin }: { customerId: number; triedLogin: string | null },
): Promise<void> {
  const account = await accountById(ctx, customerId)
  if (!account?.connected || !account.connectionId) return
  if (!(await renewWaysOf(ctx, account.connectionId, 'background'))) return
  // Connecting again may have found it meanwhile.
  const found = await accountById(ctx, customerId)
  if (found && found.loginCustomerId !== triedLogin) await enqueueFirstSync(ctx, customerId)
}

/** False, and nothing is asked, of a connection that is not in use. */
export async function renewWaysOf(
  ctx: Context,
  connectionId: string,
  priority: Priority,
): Promise<boolean> {
  const ways = await askWays(ctx, connectionId, priority)
  if (ways) await renewWays(ctx, ways.connection, ways.hierarchy)
  return ways !== null
}

/** Asks Google how a connection's accounts are reached now; null of one that is not in use. */
export async function askWays(ctx: Context, connectionId: string, priority: Priority) {
  const [connection] = await ctx.db
    .select()
    .from(googleConnections)
    .where(eq(googleConnections.id, connectionId))
  if (connection?.status !== 'active') return null
  const hierarchy = await noticingLostGrant(ctx, connection, () =>
    walkHierarchy(ctx, connection, priority),
  )
  return { connection, hierarchy }
}

/**
 * Puts a connection's accounts and managers where Google shows them now, managers under the names they have there; accounts
 * that are reached by another way are read at once.
 */
export async function renewWays(
  ctx: Context,
  { id: connectionId, userId }: { id: string; userId: string },
  hierarchy: Hierarchy,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const accounts = await ctx.db
      .select()
      .from(adAccounts)
      .where(and(eq(adAccounts.connectionId, connectionId), eq(adAccounts.connected, true)))
    const moved = accounts.flatMap((account) => {
      const seen = hierarchy.get(account.googleCustomerId)
      if (!seen || seen.refusal) return []
      const isReachedOtherwise = account.loginCustomerId !== seen.loginCustomerId
      const isElsewhere = account.parentGoogleCustomerId !== seen.parentId
      const isRenamed = account.isManager && account.name !== seen.name
      const isMoved = isReachedOtherwise || isElsewhere || isRenamed
      return isMoved ? [{ account, seen, isReachedOtherwise }] : []
    })
    if (moved.length === 0) return
    const managers = managersAbove(
      hierarchy,
      moved.map(({ seen }) => seen),
    )
    for (const manager of managers) await putAccount(ctx, { userId, connectionId }, manager)
    for (const { account, seen, isReachedOtherwise } of moved) {
      await ctx.db
        .update(adAccounts)
        .set({
          loginCustomerId: seen.loginCustomerId,
          parentGoogleCustomerId: seen.parentId,
          ...(account.isManager && { name: seen.name }),
        })
        .where(eq(adAccounts.customerId, account.customerId))
      if (isReachedOtherwise && !account.isManager) await enqueueFirstSync(ctx, account.customerId)
    }
    await retireIdleManagers(ctx, userId)
  })
}
