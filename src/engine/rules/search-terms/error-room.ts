import { daysInRange } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'

/**
 * Share of negatives that may lose money: more where an account has few conversions. Hardly any search is sure there, what
 * stands aside is most of what could be saved, and each mistake costs little. A young account is not small: what counts is how
 * many it would have in a whole window; of its few days many searches are judged by a click or two, so that fewer may err.
 * Fraction.
 */
export function errorRoom({
  campaigns,
  window,
}: Pick<AccountSnapshot, 'campaigns' | 'window'>): number {
  const { searchFalseDiscovery, smallFalseDiscovery, smallAccount } = THRESHOLDS
  const { windowDays, youngErrorRoom } = THRESHOLDS
  const conversions = campaigns.reduce(
    // Where they are unknown nothing says that the account is small.
    (sum, { sums }) => sum + (sums.conversionsMicros ?? Number.POSITIVE_INFINITY) / MICROS,
    0,
  )
  const days = Math.max(1, daysInRange(window.from, window.to))
  const ofWindow = windowDays.value / days
  const smallness = Math.max(0, 1 - (conversions * ofWindow) / smallAccount.value)
  const [usual, most] = [searchFalseDiscovery.value, smallFalseDiscovery.value]
  const youth = Math.max(0, 1 - days / windowDays.value)
  return (usual + (most - usual) * smallness) * (1 - (1 - youngErrorRoom.value) * youth)
}
