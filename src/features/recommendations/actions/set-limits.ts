import { ownedAccount } from '#account-data/owned-account.ts'
import { type ChangeLimits, storeChangeLimits } from '#changes/limits.ts'
import type { CallerContext } from '#platform/context.ts'
import { getLimits } from '../queries/limits.ts'

/** What the owner of an account allows to be changed from here. */
export async function setLimits(
  ctx: CallerContext,
  googleCustomerId: string,
  patch: Partial<Pick<ChangeLimits, 'isReadOnly' | 'dailyChanges'>>,
) {
  const { customerId } = await ownedAccount(ctx, googleCustomerId)
  await storeChangeLimits(ctx, customerId, patch)
  return await getLimits(ctx, googleCustomerId)
}
