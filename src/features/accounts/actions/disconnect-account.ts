import { and, eq, inArray } from 'drizzle-orm'
import type { CallerContext, Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { syncStates } from '#platform/db/schema/work.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { ownedAccount } from '#platform/owned-account.ts'
import { idleManagers, withDescendants } from '../rules/hierarchy.ts'
import { endGrant } from './connections.ts'

/**
 * Disconnects an account, or a manager with everything below it. The grant is revoked with its last
 * account; the data stays 30 days, so that connecting again finds it.
 */
export async function disconnectAccount(
  ctx: CallerContext,
  googleCustomerId: string,
): Promise<void> {
  const account = await ownedAccount(ctx, googleCustomerId)
  await inTransaction(ctx, async (ctx) => {
    const all = await accountsOf(ctx)
    const top = all.find((other) => other.customerId === account.customerId)
    if (!top) return
    const leaving = withDescendants(all, top)
    const left = all.map((a) => (leaving.includes(a) ? { ...a, connected: false } : a))
    const idle = idleManagers(left).filter((manager) => manager.connected)
    await markDisconnected(
      ctx,
      [...leaving, ...idle].map((a) => a.customerId),
    )
  })
  if (account.connectionId) await endUnusedGrant(ctx, account.connectionId)
}

async function accountsOf(ctx: CallerContext) {
  return await ctx.db.select().from(adAccounts).where(eq(adAccounts.userId, ctx.caller.userId))
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
        eq(adAccounts.connected, true),
        eq(adAccounts.isManager, false),
      ),
    )
  if (users.length === 0) await endGrant(ctx, connectionId)
}
