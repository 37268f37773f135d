import { THRESHOLDS } from '../thresholds/thresholds.ts'
import type { RecentSums } from './snapshot.ts'

/**
 * A search or a keyword that was clicked so often in the first two thirds of the window that a third without a click is no chance: a
 * costume after its holiday. What it cost is not spent any more.
 */
export function hasEnded({
  sums,
  recent,
}: {
  sums: { clicks?: number }
  recent?: RecentSums
}): boolean {
  return recent?.clicks === 0 && (sums.clicks ?? 0) >= THRESHOLDS.endedClicks.value
}
