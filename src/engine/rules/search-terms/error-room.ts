import { MICROS } from '#shared/metrics.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'

/**
 * Share of negatives that may lose money: more where an account has few conversions. Hardly any search is sure there, what
 * stands aside is most of what could be saved, and each mistake costs little. Fraction.
 */
export function errorRoom({ campaigns }: Pick<AccountSnapshot, 'campaigns'>): number {
  const { searchFalseDiscovery, smallAccount } = THRESHOLDS
  const conversions = campaigns.reduce(
    // Where they are unknown nothing says that the account is small.
    (sum, { sums }) => sum + (sums.conversionsMicros ?? Number.POSITIVE_INFINITY) / MICROS,
    0,
  )
  const smallness = Math.max(0, 1 - conversions / smallAccount.value)
  return searchFalseDiscovery.value * (1 + smallness)
}
