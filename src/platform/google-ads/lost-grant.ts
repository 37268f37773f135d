import { and, eq, inArray } from 'drizzle-orm'
import { AppError } from '#shared/app-error.ts'
import type { Context } from '../context.ts'
import { adAccounts, googleConnections } from '../db/schema/access.ts'
import { syncStates } from '../db/schema/work.ts'
import { inTransaction } from '../db/transaction.ts'
import { GrantRevoked } from './errors.ts'

const PROBLEM = 'Google ha retirado el permiso. Conecta la cuenta otra vez.'

/** With the grant that Google was asked with: it may have been renewed or given back meanwhile. */
export type UsedGrant = Pick<typeof googleConnections.$inferSelect, 'id' | 'refreshTokenSealed'>

/** Runs work that asks Google; where the grant turns out to be gone, its accounts show as disconnected from then on. */
export async function noticingLostGrant<T>(
  ctx: Context,
  grant: UsedGrant,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const cause = error instanceof AppError ? error.cause : error
    if (cause instanceof GrantRevoked) await showDisconnected(ctx, grant)
    throw error
  }
}

async function showDisconnected(ctx: Context, grant: UsedGrant): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await ctx.db
      .update(syncStates)
      .set({
        status: 'needs_reauth',
        step: null,
        problem: PROBLEM,
        nextTryAt: null,
        updatedAt: ctx.clock.now(),
      })
      .where(inArray(syncStates.customerId, (await closeGrant(ctx, grant)) ?? []))
  })
}

/**
 * A grant that Google takes no more, and all accounts that hang on it: those that are read are answered. Null where it is
 * not in use any more, and nothing was closed.
 */
export async function closeGrant(ctx: Context, grant: UsedGrant): Promise<number[] | null> {
  const { id, refreshTokenSealed, status } = googleConnections
  const isInUse = and(
    eq(id, grant.id),
    eq(refreshTokenSealed, grant.refreshTokenSealed),
    eq(status, 'active'),
  )
  const lost = await ctx.db
    .update(googleConnections)
    .set({ status: 'needs_reauth' })
    .where(isInUse)
    .returning({ id })
  if (lost.length === 0) return null
  const closed = await ctx.db
    .update(adAccounts)
    .set({ connected: false })
    .where(eq(adAccounts.connectionId, grant.id))
    .returning({ customerId: adAccounts.customerId, isManager: adAccounts.isManager })
  return closed.flatMap(({ customerId, isManager }) => (isManager ? [] : [customerId]))
}
