import { randomUUID } from 'node:crypto'
import { and, eq, isNull, ne } from 'drizzle-orm'
import { giveBackGrant } from '#account-data/give-back-grant.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { adAccounts, googleConnections } from '#platform/db/schema/access.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import type { Grant } from '#platform/google-ads/oauth.ts'
import { AppError } from '#shared/app-error.ts'
import { enqueueFirstSync } from './enqueue-first-sync.ts'

export type Connection = typeof googleConnections.$inferSelect

/** The caller's own connection; not_found for any other, and for one whose grant was given back. */
export async function ownedConnection(ctx: CallerContext, id: string): Promise<Connection> {
  const [row] = await ctx.db
    .select()
    .from(googleConnections)
    .where(
      and(
        eq(googleConnections.id, id),
        eq(googleConnections.userId, ctx.caller.userId),
        ne(googleConnections.status, 'revoked'),
      ),
    )
  if (!row) throw new AppError('not_found', 'No existe esa conexión.')
  return row
}

/** Stores a grant. Of an identity known already it renews the connection and wakes its accounts, by which it is in use. */
export async function storeConnection(
  ctx: CallerContext,
  grant: Grant,
): Promise<Connection & { isUsed: boolean }> {
  const refreshTokenSealed = ctx.vault.seal(grant.refreshToken)
  const { userId } = ctx.caller
  const createdAt = ctx.clock.now()
  return await inTransaction(ctx, async (ctx) => {
    const [known] = grant.email
      ? await ctx.db
          .update(googleConnections)
          .set({ refreshTokenSealed, status: 'active', createdAt })
          .where(
            and(
              eq(googleConnections.userId, userId),
              eq(googleConnections.googleEmail, grant.email),
            ),
          )
          .returning()
      : []
    if (known) return { ...known, isUsed: await wakeAccounts(ctx, known.id) }
    const connection: Connection = {
      id: randomUUID(),
      userId,
      googleEmail: grant.email,
      refreshTokenSealed,
      status: 'active',
      createdAt,
      waysSoughtAt: null,
    }
    await ctx.db.insert(googleConnections).values(connection)
    return { ...connection, isUsed: false }
  })
}

/** Accounts that fell silent with the old grant; those the user disconnected stay so. Whether there is any with data. */
export async function wakeAccounts(ctx: Context, connectionId: string): Promise<boolean> {
  const woken = await ctx.db
    .update(adAccounts)
    .set({ connected: true })
    .where(and(eq(adAccounts.connectionId, connectionId), isNull(adAccounts.disconnectedAt)))
    .returning()
  const withData = woken.filter((account) => !account.isManager)
  for (const { customerId } of withData) await enqueueFirstSync(ctx, customerId)
  return withData.length > 0
}

/** Forgets a connection that has led to no account, and gives the grant back. */
export async function discardConnection(
  ctx: Context,
  connection: Pick<Connection, 'id' | 'refreshTokenSealed'>,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await endGrant(ctx, connection.id)
    await ctx.db.delete(googleConnections).where(eq(googleConnections.id, connection.id))
  })
}

/** Nothing is asked with it any more from now on; a job tells Google, and asks again for as long as that does not answer. */
export async function endGrant(ctx: Context, connectionId: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const [connection] = await ctx.db
      .select()
      .from(googleConnections)
      .where(eq(googleConnections.id, connectionId))
      .for('update')
    if (!connection?.refreshTokenSealed) return
    await ctx.db
      .update(googleConnections)
      .set({ status: 'revoked', refreshTokenSealed: '' })
      .where(eq(googleConnections.id, connectionId))
    await giveBackGrant(ctx, connection)
  })
}
