import type { AccountSnapshot } from '../../account/snapshot.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'

/**
 * Whether two campaigns reach the same people, by where their clicks come from: half of the clicks of the smaller one
 * in regions that both have. Where regions are not known only a campaign with itself is sure.
 */
export function overlappingCampaigns({
  inventory,
}: AccountSnapshot): (a: string, b: string) => boolean {
  const clicks = new Map<string, Map<string, number>>()
  for (const { campaignId, regionId, sums } of inventory?.regions ?? []) {
    const own = clicks.get(campaignId) ?? new Map<string, number>()
    own.set(regionId, (own.get(regionId) ?? 0) + sums.clicks)
    clicks.set(campaignId, own)
  }
  return (a, b) => {
    if (a === b) return true
    const [left, right] = [clicks.get(a), clicks.get(b)]
    if (!left || !right) return false
    const [small, large] = totalOf(left) <= totalOf(right) ? [left, right] : [right, left]
    const shared = [...small].filter(([region]) => (large.get(region) ?? 0) > 0)
    const common = shared.reduce((sum, [, count]) => sum + count, 0)
    return totalOf(small) > 0 && common >= THRESHOLDS.sharedRegions.value * totalOf(small)
  }
}

function totalOf(clicks: ReadonlyMap<string, number>): number {
  return [...clicks.values()].reduce((sum, count) => sum + count, 0)
}
