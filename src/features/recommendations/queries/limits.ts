import { ownedAccount } from '#account-data/owned-account.ts'
import { readChangeLimits } from '#changes/limits.ts'
import type { CallerContext } from '#platform/context.ts'

export async function getLimits(ctx: CallerContext, googleCustomerId: string) {
  const { customerId } = await ownedAccount(ctx, googleCustomerId)
  return await readChangeLimits(ctx, customerId)
}
