import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { adAccounts, googleConnections } from '#platform/db/schema/access.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { GrantRevoked } from '#platform/google-ads/errors.ts'
import { accessTokens } from '#platform/google-ads/oauth.ts'
import { tryGrant } from '../contract.ts'
import { wakeAccounts } from './connections.ts'
import { enqueueInTurn } from './connections-in-turn.ts'

const EVERY_MS = 86_400_000
/** A call each, of a token that Google most often has no use for any more. */
const TRIES_A_TICK = 50

/** Of subscribers' grants that Google took no more: it has been wrong before, and what it takes again needs no new consent. */
export async function enqueueLostGrants(ctx: Context): Promise<void> {
  await enqueueInTurn(ctx, {
    kind: tryGrant,
    everyMs: EVERY_MS,
    mostATick: TRIES_A_TICK,
    connection: eq(googleConnections.status, 'needs_reauth'),
    account: isNull(adAccounts.disconnectedAt),
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
