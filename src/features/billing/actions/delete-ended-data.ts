import { and, eq, isNull } from 'drizzle-orm'
import { deleteAccountsOf } from '#account-data/erase-tenant.ts'
import type { Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { billingAccounts } from '#platform/db/schema/billing.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import type { Held } from './lock.ts'
import { deletionOf } from './notices.ts'

/**
 * 30 days after the end, and a day after the last announcement, the accounts go with all their data. Only for a caller
 * that has just asked Stripe: who pays again loses nothing because an event was lost.
 */
export async function deleteEndedData(ctx: Context, { userId, row }: Held): Promise<void> {
  const now = ctx.clock.now()
  const at = row.dataDeletedAt ? null : await deletionOf(ctx, row)
  if (!at || at > now) return
  await inTransaction(ctx, async (ctx) => {
    const [still] = await ctx.db
      .update(billingAccounts)
      .set({ dataDeletedAt: now })
      .from(users)
      .where(
        and(
          eq(billingAccounts.userId, userId),
          eq(billingAccounts.status, 'canceled'),
          isNull(billingAccounts.dataDeletedAt),
          eq(users.id, billingAccounts.userId),
          eq(users.activatedManually, false),
        ),
      )
      .returning({ userId: billingAccounts.userId })
    if (still) await deleteAccountsOf(ctx, userId)
  })
}
