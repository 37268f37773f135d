import { and, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import { AppError } from '#shared/app-error.ts'
import type { Context } from '../context.ts'
import { adAccounts, googleConnections, users } from '../db/schema/access.ts'
import { syncStates } from '../db/schema/work.ts'
import { inTransaction } from '../db/transaction.ts'
import { enqueueMail } from '../mail/send-mail.ts'
import { GrantRevoked } from './errors.ts'
import { lostGrantLetter } from './lost-grant-letter.ts'

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
 * A grant that Google takes no more, and all accounts that hang on it: those that are read are answered, and told to their owner.
 * Null where it is not in use any more, and nothing was closed. In a transaction of the caller's.
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
    .set({ status: 'needs_reauth', waysSoughtAt: ctx.clock.now() })
    .where(isInUse)
    .returning({ id })
  if (lost.length === 0) return null
  const closed = await closeAccounts(ctx, grant, false)
  await closeAccounts(ctx, grant, true)
  await tellOwner(ctx, grant)
  return closed.map(({ customerId }) => customerId)
}

/** Those with data; or the managers, once these are closed: not the ones below which others are read by another grant. */
async function closeAccounts(ctx: Context, grant: UsedGrant, isManager: boolean) {
  return await ctx.db
    .update(adAccounts)
    .set({ connected: false })
    .where(
      and(
        eq(adAccounts.connectionId, grant.id),
        eq(adAccounts.isManager, isManager),
        isManager ? notInArray(adAccounts.customerId, managersInUse(grant)) : undefined,
      ),
    )
    .returning({ customerId: adAccounts.customerId })
}

async function tellOwner(ctx: Context, grant: UsedGrant): Promise<void> {
  const lost = await ctx.db
    .select({
      ...{ email: users.email, userName: users.name, googleEmail: googleConnections.googleEmail },
      ...{ accountName: adAccounts.name, accountId: adAccounts.googleCustomerId },
    })
    .from(adAccounts)
    .innerJoin(googleConnections, eq(googleConnections.id, adAccounts.connectionId))
    .innerJoin(users, eq(users.id, googleConnections.userId))
    .where(
      and(
        eq(googleConnections.id, grant.id),
        eq(adAccounts.isManager, false),
        isNull(adAccounts.disconnectedAt),
        eq(users.isDemo, false),
      ),
    )
    .orderBy(adAccounts.name, adAccounts.googleCustomerId)
  const [first] = lost
  if (first) await enqueueMail(ctx, first.email, lostGrantLetter(first, lost))
}

/** Our ids of the owner's managers that have a connected account below them, on any level. */
function managersInUse({ id }: UsedGrant) {
  return sql`(
    with recursive above (customer_id, user_id, google_id, parent_id) as (
      select a.customer_id, a.user_id, a.google_customer_id, a.parent_google_customer_id
      from ad_accounts a join google_connections c on c.user_id = a.user_id
      where c.id = ${id} and a.connected and not a.is_manager
      union
      select m.customer_id, m.user_id, m.google_customer_id, m.parent_google_customer_id
      from ad_accounts m join above b on m.user_id = b.user_id and m.google_customer_id = b.parent_id
    )
    select customer_id from above)`
}
