import { and, eq, exists, inArray, isNull, lte, or } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { adAccounts, googleConnections, users } from '#platform/db/schema/access.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { GrantRevoked } from '#platform/google-ads/errors.ts'
import { accessTokens } from '#platform/google-ads/oauth.ts'
import { enqueueAll } from '#platform/jobs.ts'
import { tryGrant, waysKeyOf } from '../contract.ts'
import { wakeAccounts } from './connections.ts'

const EVERY_MS = 86_400_000
/** A call each, of a token that Google most often has no use for any more. */
const TRIES_A_TICK = 50

/** Of subscribers' grants that Google took no more: it has been wrong before, and what it takes again needs no new consent. */
export async function enqueueLostGrants(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const { id, userId, status, waysSoughtAt } = googleConnections
  const accounts = ctx.db
    .select({ customerId: adAccounts.customerId })
    .from(adAccounts)
    .where(and(eq(adAccounts.connectionId, id), isNull(adAccounts.disconnectedAt)))
  const before = new Date(now.getTime() - EVERY_MS)
  const due = await ctx.db
    .select({ id, userId })
    .from(googleConnections)
    .innerJoin(users, and(eq(users.id, userId), eq(users.isActive, true)))
    .where(
      and(
        eq(status, 'needs_reauth'),
        or(isNull(waysSoughtAt), lte(waysSoughtAt, before)),
        exists(accounts),
      ),
    )
    .limit(TRIES_A_TICK)
  if (due.length === 0) return
  const ids = due.map((one) => one.id)
  await inTransaction(ctx, async (ctx) => {
    await ctx.db.update(googleConnections).set({ waysSoughtAt: now }).where(inArray(id, ids))
    await enqueueAll(
      ctx,
      tryGrant,
      due.map((one) => ({
        payload: { connectionId: one.id },
        uniqueKey: waysKeyOf(one.id),
        userId: one.userId,
      })),
      'nightly',
    )
  })
}

/** A token that is given proves that the grant lives: its accounts are read again. */
export async function tryLostGrant(
  ctx: Context,
  { connectionId }: { connectionId: string },
): Promise<void> {
  const { id, status, refreshTokenSealed } = googleConnections
  const [lost] = await ctx.db
    .select()
    .from(googleConnections)
    .where(and(eq(id, connectionId), eq(status, 'needs_reauth')))
  if (!lost) return
  try {
    await accessTokens(ctx.config, ctx.vault.open(lost.refreshTokenSealed)).current()
  } catch (error) {
    if (error instanceof GrantRevoked) return
    throw error
  }
  await inTransaction(ctx, async (ctx) => {
    const isStillLost = and(
      eq(id, connectionId),
      eq(status, 'needs_reauth'),
      eq(refreshTokenSealed, lost.refreshTokenSealed),
    )
    const taken = await ctx.db
      .update(googleConnections)
      .set({ status: 'active' })
      .where(isStillLost)
      .returning({ id })
    if (taken.length > 0) await wakeAccounts(ctx, connectionId)
  })
}
