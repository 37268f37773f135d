import { readGoals } from '#account-data/goals.ts'
import { ownedAccount } from '#account-data/owned-account.ts'
import type { CallerContext } from '#platform/context.ts'
import { MICROS } from '#shared/metrics.ts'

export async function getGoals(ctx: CallerContext, googleCustomerId: string) {
  const { customerId, currencyCode } = await ownedAccount(ctx, googleCustomerId)
  const known = await readGoals(ctx, customerId)
  return {
    targetCpa: known?.targetCpaMicros == null ? null : known.targetCpaMicros / MICROS,
    brandWords: known?.brandWords ?? [],
    protectedWords: known?.protectedWords ?? [],
    searchPartners: known?.searchPartners ?? ('data' as const),
    performanceMaxConversions: known?.performanceMaxConversions ?? null,
    consentMode: known?.consentMode ?? null,
    looksAtPages: known?.looksAtPages ?? true,
    teachesOthers: known?.teachesOthers ?? true,
    currencyCode,
  }
}
