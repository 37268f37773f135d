import { eq, inArray } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { syncStates } from '#platform/db/schema/work.ts'
import { idleManagers } from '../rules/hierarchy.ts'

/** Managers below which nothing is connected any more. */
export async function retireIdleManagers(ctx: Context, userId: string): Promise<void> {
  const idle = idleManagers(await accountsOf(ctx, userId)).filter((manager) => manager.connected)
  if (idle.length === 0) return
  await markDisconnected(
    ctx,
    idle.map((a) => a.customerId),
  )
}

export async function accountsOf(ctx: Context, userId: string) {
  return await ctx.db.select().from(adAccounts).where(eq(adAccounts.userId, userId))
}

export async function markDisconnected(ctx: Context, customerIds: number[]): Promise<void> {
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
