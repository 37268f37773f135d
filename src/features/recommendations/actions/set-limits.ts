import { ownedAccount } from '#account-data/owned-account.ts'
import { type ChangeLimits, DEFAULT_DAILY_CHANGES } from '#changes/limits.ts'
import type { CallerContext } from '#platform/context.ts'
import { changeLimits } from '#platform/db/schema/recommendations.ts'
import { getLimits } from '../queries/limits.ts'

/** What the owner of an account allows to be changed from here. */
export async function setLimits(
  ctx: CallerContext,
  googleCustomerId: string,
  patch: Partial<Pick<ChangeLimits, 'isReadOnly' | 'dailyChanges'>>,
) {
  const { customerId } = await ownedAccount(ctx, googleCustomerId)
  const values = { ...patch, updatedAt: ctx.clock.now() }
  await ctx.db
    .insert(changeLimits)
    .values({ customerId, isReadOnly: false, dailyChanges: DEFAULT_DAILY_CHANGES, ...values })
    .onConflictDoUpdate({ target: changeLimits.customerId, set: values })
  return await getLimits(ctx, googleCustomerId)
}
