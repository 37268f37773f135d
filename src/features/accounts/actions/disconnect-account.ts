import { and, eq, inArray, isNull } from 'drizzle-orm'
import { ownedAccount } from '#account-data/owned-account.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { syncStates } from '#platform/db/schema/work.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { idleManagers, leavingWith } from '../rules/hierarchy.ts'
import { endGrant } from './connections.ts'

/**
 * Disconnects an account, or a manager with everything below it. The grant is revoked with its last
 * account; the data stays 30 days, so that connecting again finds it.
 */
export async function disconnectAccount(
  ctx: CallerContext,
  googleCustomerId: string,
): Promise<void> {
  const { customerId } = await ownedAccount(ctx, googleCustomerId)
  await disconnectOf(ctx, ctx.caller.userId, customerId)
}

/** The same for several of a user's accounts; one that is disconnected already, or gone, stays as it is. */
export async function disconnectAccountsOf(
  ctx: Context,
  { userId, customerIds }: { userId: string; customerIds: readonly number[] },
): Promise<void> {
  for (const customerId of customerIds) await disconnectOf(ctx, userId, customerId)
}

async function disconnectOf(ctx: Context, userId: string, customerId: number): Promise<void> {
  const connectionIds = await inTransaction(ctx, async (ctx) => {
    const all = await accountsOf(ctx, userId)
    const top = all.find((other) => other.customerId === customerId)
    if (!top || top.disconnectedAt) return []
    const leaving = leavingWith(all, top)
    await markDisconnected(
      ctx,
      leaving.map((a) => a.customerId),
    )
    await retireIdleManagers(ctx, userId)
    return leaving.flatMap((account) => account.connectionId ?? [])
  })
  for (const connectionId of new Set(connectionIds)) await endUnusedGrant(ctx, connectionId)
}

/** Managers below which nothing is connected any more. */
export async function retireIdleManagers(ctx: Context, userId: string): Promise<void> {
  const idle = idleManagers(await accountsOf(ctx, userId)).filter((manager) => manager.connected)
  await markDisconnected(
    ctx,
    idle.map((a) => a.customerId),
  )
}

async function accountsOf(ctx: Context, userId: string) {
  return await ctx.db.select().from(adAccounts).where(eq(adAccounts.userId, userId))
}

async function markDisconnected(ctx: Context, customerIds: number[]): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db
    .update(adAccounts)
    .set({ connected: false, disconnectedAt: now })
    .where(inArray(adAccounts.customerId, customerIds))
  await ctx.db
    .update(syncStates)
    .set({ status: 'idle', step: null, fraction: null, problem: null, updatedAt: now })
    .where(inArray(syncStates.customerId, customerIds))
}

async function endUnusedGrant(ctx: Context, connectionId: string): Promise<void> {
  const users = await ctx.db
    .select({ customerId: adAccounts.customerId })
    .from(adAccounts)
    .where(
      and(
        eq(adAccounts.connectionId, connectionId),
        isNull(adAccounts.disconnectedAt),
        eq(adAccounts.isManager, false),
      ),
    )
  if (users.length === 0) await endGrant(ctx, connectionId)
}
