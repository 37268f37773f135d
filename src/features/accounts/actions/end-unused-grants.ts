import { and, eq, isNull, lt, ne, notExists } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { adAccounts, googleConnections } from '#platform/db/schema/access.ts'
import { eachApart } from '#platform/each-apart.ts'
import { endGrant } from './connections.ts'

/** As long the page on which accounts are chosen may stay open. */
const UNCHOSEN_MS = 24 * 3_600_000

/** Gives back grants of which nothing was chosen, and forgets identities whose accounts are deleted. Safe to repeat. */
export async function endUnusedGrants(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - UNCHOSEN_MS)
  const itsAccounts = eq(adAccounts.connectionId, googleConnections.id)
  const accounts = ctx.db.select({ customerId: adAccounts.customerId }).from(adAccounts)
  const kept = and(itsAccounts, eq(adAccounts.isManager, false), isNull(adAccounts.disconnectedAt))
  const { id, status, createdAt } = googleConnections
  const unused = await ctx.db
    .select({ id })
    .from(googleConnections)
    .where(and(ne(status, 'revoked'), lt(createdAt, before), notExists(accounts.where(kept))))
  await eachApart(unused, ({ id }) => endGrant(ctx, id))
  await ctx.db
    .delete(googleConnections)
    .where(
      and(
        eq(status, 'revoked'),
        notExists(ctx.db.select({ id: adAccounts.customerId }).from(adAccounts).where(itsAccounts)),
      ),
    )
}
