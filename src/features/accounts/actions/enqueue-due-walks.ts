import { and, eq, exists, inArray, isNull, lte, or } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { adAccounts, googleConnections, users } from '#platform/db/schema/access.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { enqueueAll } from '#platform/jobs.ts'
import { renewManagers, waysKeyOf } from '../contract.ts'

/** A walk takes an operation for each manager, and agencies rarely move an account. */
const EVERY_MS = 7 * 86_400_000
/** So that an update, after which all are due, does not ask for all in one minute. */
const WALKS_A_TICK = 10

/** Of subscribers' connections below whose managers accounts may have moved; a walk that fails waits for its next turn, too. */
export async function enqueueDueWalks(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const before = new Date(now.getTime() - EVERY_MS)
  const { id, userId, status, createdAt, waysSoughtAt } = googleConnections
  const managers = ctx.db
    .select({ customerId: adAccounts.customerId })
    .from(adAccounts)
    .where(
      and(
        eq(adAccounts.connectionId, id),
        eq(adAccounts.isManager, true),
        eq(adAccounts.connected, true),
      ),
    )
  const due = await ctx.db
    .select({ id, userId })
    .from(googleConnections)
    .innerJoin(users, and(eq(users.id, userId), eq(users.isActive, true)))
    .where(
      and(
        eq(status, 'active'),
        // Consenting looks at them, too.
        lte(createdAt, before),
        or(isNull(waysSoughtAt), lte(waysSoughtAt, before)),
        exists(managers),
      ),
    )
    .limit(WALKS_A_TICK)
  if (due.length === 0) return
  await inTransaction(ctx, async (ctx) => {
    await ctx.db
      .update(googleConnections)
      .set({ waysSoughtAt: now })
      .where(
        inArray(
          id,
          due.map((one) => one.id),
        ),
      )
    await enqueueAll(
      ctx,
      renewManagers,
      due.map((one) => ({
        payload: { connectionId: one.id },
        uniqueKey: waysKeyOf(one.id),
        userId: one.userId,
      })),
      'nightly',
    )
  })
}
