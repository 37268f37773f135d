import { isBrandCampaign, type Protection } from './brand.ts'
import { COUNTED, type CountedSums } from './known-figures.ts'
import { withKnown } from './known-snapshot.ts'
import type { AccountSnapshot } from './snapshot.ts'

/** By campaign that is not the brand's own, what its keywords that name the brand cost and brought. */
export function mixedBrand(
  snapshot: AccountSnapshot,
  protection: Protection,
): ReadonlyMap<string, CountedSums> {
  const known = protection.isKnown ? withKnown(snapshot, ['keyword'], COUNTED) : null
  const own = new Set(snapshot.campaigns.filter(isBrandCampaign).map(({ id }) => id))
  const sums = new Map<string, CountedSums>()
  for (const { text, campaignId, sums: one } of known?.keywords ?? []) {
    // By its words alone: the name of a campaign says nothing of one keyword.
    if (own.has(campaignId) || protection.reasonFor(text, '') !== 'marca') continue
    const all = sums.get(campaignId) ?? { clicks: 0, costMicros: 0, conversionsMicros: 0 }
    sums.set(campaignId, {
      clicks: all.clicks + one.clicks,
      costMicros: all.costMicros + one.costMicros,
      conversionsMicros: all.conversionsMicros + one.conversionsMicros,
    })
  }
  return sums
}
