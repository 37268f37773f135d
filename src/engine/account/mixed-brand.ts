import { isBrandCampaign, type Protection } from './brand.ts'
import { COUNTED, type CountedSums } from './known-figures.ts'
import { withKnown } from './known-snapshot.ts'
import { addUp } from './measurement.ts'
import type { AccountSnapshot } from './snapshot.ts'

/** By campaign that is not the brand's own, what its keywords that name the brand cost and brought. */
export function mixedBrand(
  snapshot: AccountSnapshot,
  protection: Protection,
): ReadonlyMap<string, CountedSums> {
  const own = new Set(snapshot.campaigns.filter(isBrandCampaign).map(({ id }) => id))
  const naming = (withKnown(snapshot, ['keyword'], COUNTED)?.keywords ?? []).filter(
    (keyword) => !own.has(keyword.campaignId) && protection.namesBrand(keyword),
  )
  const byCampaign = Map.groupBy(naming, ({ campaignId }) => campaignId)
  return new Map(
    [...byCampaign].map(([id, keywords]) => [id, addUp(keywords.map(({ sums }) => sums))]),
  )
}
