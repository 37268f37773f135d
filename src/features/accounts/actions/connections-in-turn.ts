import { and, eq, exists, inArray, isNull, lte, or, type SQL } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { adAccounts, googleConnections, users } from '#platform/db/schema/access.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { enqueueAll } from '#platform/jobs.ts'
import { type renewManagers, type tryGrant, waysKeyOf } from '../contract.ts'

type Turn = {
  kind: typeof renewManagers | typeof tryGrant
  /** From one job of a connection to its next; one that fails waits for its next turn, too. */
  everyMs: number
  mostATick: number
  /** Which connections; of each one account must be so. */
  connection: SQL | undefined
  account: SQL | undefined
}

/** A job for each of subscribers' connections whose turn it is. */
export async function enqueueInTurn(ctx: Context, turn: Turn): Promise<void> {
  const now = ctx.clock.now()
  const { id, userId, waysSoughtAt } = googleConnections
  const accounts = ctx.db
    .select({ customerId: adAccounts.customerId })
    .from(adAccounts)
    .where(and(eq(adAccounts.connectionId, id), turn.account))
  const before = new Date(now.getTime() - turn.everyMs)
  const due = await ctx.db
    .select({ id, userId })
    .from(googleConnections)
    .innerJoin(users, and(eq(users.id, userId), eq(users.isActive, true)))
    .where(
      and(turn.connection, or(isNull(waysSoughtAt), lte(waysSoughtAt, before)), exists(accounts)),
    )
    .limit(turn.mostATick)
  if (due.length === 0) return
  const ids = due.map((one) => one.id)
  await inTransaction(ctx, async (ctx) => {
    await ctx.db.update(googleConnections).set({ waysSoughtAt: now }).where(inArray(id, ids))
    await enqueueAll(
      ctx,
      turn.kind,
      due.map((one) => ({
        payload: { connectionId: one.id },
        uniqueKey: waysKeyOf(one.id),
        userId: one.userId,
      })),
      'nightly',
    )
  })
}
