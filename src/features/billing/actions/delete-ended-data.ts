import { eq } from 'drizzle-orm'
import { deleteAccountsOf } from '#account-data/erase-tenant.ts'
import type { Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { billingAccounts } from '#platform/db/schema/billing.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { isHeld } from '../contract/subscription.ts'
import type { BillingRow } from '../rules/access.ts'
import type { Held } from './lock.ts'
import { deletionOf } from './notices.ts'

/**
 * 30 days after the end, and a day after the last announcement, the accounts go with all their data. Only for a caller
 * that has just asked Stripe: who pays again loses nothing because an event was lost.
 */
export async function deleteEndedData(ctx: Context, held: Held): Promise<void> {
  const { userId } = held
  if (!(await isDue(ctx, held.row))) return
  const isOwn = eq(billingAccounts.userId, userId)
  await inTransaction(ctx, async (ctx) => {
    // Under its lock: an administrator may have ended a gift since, from when on the days count anew.
    const [row] = await ctx.db.select().from(billingAccounts).where(isOwn).for('update')
    if (!row || !(await isDue(ctx, row))) return
    const [user] = await ctx.db.select().from(users).where(eq(users.id, userId))
    if (!user || isHeld(user)) return
    await ctx.db.update(billingAccounts).set({ dataDeletedAt: ctx.clock.now() }).where(isOwn)
    await deleteAccountsOf(ctx, userId)
  })
}

async function isDue(ctx: Context, row: BillingRow): Promise<boolean> {
  const at = row.dataDeletedAt ? null : await deletionOf(ctx, row)
  return at !== null && at <= ctx.clock.now()
}
