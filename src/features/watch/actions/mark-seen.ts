import { and, inArray } from 'drizzle-orm'
import { accountsOfCaller } from '#account-data/owned-account.ts'
import type { CallerContext } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { accountAlerts } from '#platform/db/schema/watch.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { AppError } from '#shared/app-error.ts'

/** Takes the caller's alerts out of the lists, or back in. Throws not_found where one is another's. */
export async function markAlertsSeen(
  ctx: CallerContext,
  { ids, visto }: { ids: readonly string[]; visto: boolean },
) {
  const asked = [...new Set(ids)]
  const own = ctx.db
    .select({ customerId: adAccounts.customerId })
    .from(adAccounts)
    .where(accountsOfCaller(ctx))
  return await inTransaction(ctx, async (ctx) => {
    const rows = await ctx.db
      .update(accountAlerts)
      .set({ seenAt: visto ? ctx.clock.now() : null })
      .where(and(inArray(accountAlerts.id, asked), inArray(accountAlerts.customerId, own)))
      .returning({ id: accountAlerts.id })
    if (rows.length < asked.length) throw new AppError('not_found', 'No existe ese aviso.')
    return { ids: rows.map(({ id }) => id) }
  })
}
