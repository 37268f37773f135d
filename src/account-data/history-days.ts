import { eq } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { adAccounts, users } from '#platform/db/schema/access.ts'
import { historyDaysOf } from '#shared/plans.ts'

/**
 * How far back an account's figures are read, by its owner's plan. What was read under a larger plan stays; a larger one
 * goes on where the smaller stopped.
 */
export async function historyDaysOfAccount(ctx: Context, customerId: number): Promise<number> {
  const [owner] = await ctx.db
    .select({ plan: users.plan })
    .from(adAccounts)
    .innerJoin(users, eq(users.id, adAccounts.userId))
    .where(eq(adAccounts.customerId, customerId))
  return historyDaysOf(owner?.plan ?? null, ctx.config.googleAds.historyDays)
}
