import { and, eq, isNull } from 'drizzle-orm'
import { ownedAccount } from '#account-data/owned-account.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { isOfVendor } from '#platform/google-ads/errors.ts'
import { leavingWith } from '../rules/hierarchy.ts'
import { endGrant } from './connections.ts'
import { askWays, renewWays } from './find-ways.ts'
import { accountsOf, markDisconnected, retireIdleManagers } from './mark-disconnected.ts'

/**
 * Disconnects an account, or a manager with everything below it. The grant is revoked with its last
 * account; the data stays 30 days, so that connecting again finds it.
 */
export async function disconnectAccount(
  ctx: CallerContext,
  googleCustomerId: string,
): Promise<void> {
  const { customerId, isManager } = await ownedAccount(ctx, googleCustomerId)
  if (isManager) await renewWaysBelow(ctx, customerId)
  await disconnectOf(ctx, ctx.caller.userId, customerId)
}

/** The same for several of a user's accounts; one that is disconnected already, or gone, stays as it is. */
export async function disconnectAccountsOf(
  ctx: Context,
  { userId, customerIds }: { userId: string; customerIds: readonly number[] },
): Promise<void> {
  for (const customerId of customerIds) await disconnectOf(ctx, userId, customerId)
}

/** What the manager has let go since it was last looked at must not go with it; where Google does not say, what is known counts. */
async function renewWaysBelow(ctx: CallerContext, customerId: number): Promise<void> {
  const all = await accountsOf(ctx, ctx.caller.userId)
  const top = all.find((other) => other.customerId === customerId)
  const below = top ? leavingWith(all, top) : []
  const connectionIds = new Set(below.flatMap((one) => (one.connected && one.connectionId) || []))
  const asked = [...connectionIds].map((connectionId) =>
    askWays(ctx, connectionId, 'interactive').catch((error) => {
      if (!isOfVendor(error)) throw error
      ctx.log.warn({ err: error }, 'the accounts of a manager could not be looked at')
      return null
    }),
  )
  // All at once: one that Google keeps silent on would keep the user waiting for the next. Written one after the other.
  for (const ways of await Promise.all(asked))
    if (ways) await renewWays(ctx, ways.connection, ways.hierarchy)
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
