import { and, eq } from 'drizzle-orm'
import { newCustomerId } from '#account-data/new-customer-id.ts'
import type { Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import type { SeenAccount } from '../rules/hierarchy.ts'

/** Makes or revives the row of one account; returns our customer_id. */
export async function putAccount(
  ctx: Context,
  { userId, connectionId }: { userId: string; connectionId: string },
  account: SeenAccount,
): Promise<number> {
  const place = {
    connectionId,
    loginCustomerId: account.loginCustomerId,
    parentGoogleCustomerId: account.parentId,
    name: account.name,
    isManager: account.isManager,
    currencyCode: account.currencyCode ?? 'EUR',
    timeZone: account.timeZone,
    connected: true,
    disconnectedAt: null,
  }
  const { googleCustomerId } = account
  const [known] = await ctx.db
    .update(adAccounts)
    .set(place)
    .where(and(eq(adAccounts.userId, userId), eq(adAccounts.googleCustomerId, googleCustomerId)))
    .returning({ customerId: adAccounts.customerId })
  if (known) return known.customerId
  for (;;) {
    const [made] = await ctx.db
      .insert(adAccounts)
      .values({
        customerId: newCustomerId(),
        userId,
        googleCustomerId,
        source: 'google',
        granularity: 'day',
        syncVersion: 0,
        createdAt: ctx.clock.now(),
        ...place,
      })
      .onConflictDoNothing({ target: adAccounts.customerId })
      .returning({ customerId: adAccounts.customerId })
    if (made) return made.customerId
  }
}
