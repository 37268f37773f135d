import { eq, inArray } from 'drizzle-orm'
import { AppError } from '#shared/app-error.ts'
import type { Context } from '../context.ts'
import { adAccounts, googleConnections } from '../db/schema/access.ts'
import { syncStates } from '../db/schema/work.ts'
import { inTransaction } from '../db/transaction.ts'
import { GrantRevoked } from './errors.ts'

const PROBLEM = 'Google ha retirado el permiso. Conecta la cuenta otra vez.'

/** Runs work that asks Google; where the grant turns out to be gone, its accounts show as disconnected from then on. */
export async function noticingLostGrant<T>(
  ctx: Context,
  connectionId: string | null,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const cause = error instanceof AppError ? error.cause : error
    if (cause instanceof GrantRevoked && connectionId) await closeConnection(ctx, connectionId)
    throw error
  }
}

async function closeConnection(ctx: Context, connectionId: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await ctx.db
      .update(googleConnections)
      .set({ status: 'needs_reauth' })
      .where(eq(googleConnections.id, connectionId))
    const closed = await ctx.db
      .update(adAccounts)
      .set({ connected: false })
      .where(eq(adAccounts.connectionId, connectionId))
      .returning({ customerId: adAccounts.customerId, isManager: adAccounts.isManager })
    const ids = closed.flatMap(({ customerId, isManager }) => (isManager ? [] : [customerId]))
    await ctx.db
      .update(syncStates)
      .set({
        status: 'needs_reauth',
        step: null,
        problem: PROBLEM,
        nextTryAt: null,
        updatedAt: ctx.clock.now(),
      })
      .where(inArray(syncStates.customerId, ids))
  })
}
