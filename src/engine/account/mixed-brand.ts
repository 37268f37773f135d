import { isBrandCampaign, type Protection } from './brand.ts'
import { COUNTED, type CountedSums } from './known-figures.ts'
import { withKnown } from './known-snapshot.ts'
import type { AccountSnapshot } from './snapshot.ts'

/** By campaign that is not the brand's own, what its keywords that name the brand cost and brought. */
export function mixedBrand(
  snapshot: AccountSnapshot,
  protection: Protection,
): ReadonlyMap<string, CountedSums> {
  const own = new Set(snapshot.campaigns.filter(isBrandCampaign).map(({ id }) => id))
  const sums = new Map<string, CountedSums>()
  for (const keyword of withKnown(snapshot, ['keyword'], COUNTED)?.keywords ?? []) {
    const { campaignId, sums: one } = keyword
    if (own.has(campaignId) || !protection.namesBrand(keyword)) continue
    const all = sums.get(campaignId) ?? { clicks: 0, costMicros: 0, conversionsMicros: 0 }
    sums.set(campaignId, {
      clicks: all.clicks + one.clicks,
      costMicros: all.costMicros + one.costMicros,
      conversionsMicros: all.conversionsMicros + one.conversionsMicros,
    })
  }
  return sums
}
