import { isBrandCampaign, type Protection } from './brand.ts'
import { COUNTED, type CountedSums } from './known-figures.ts'
import { withKnown } from './known-snapshot.ts'
import type { NegativeLookup } from './matches.ts'
import { addUp } from './measurement.ts'
import type { AccountSnapshot, KeywordFacts, SearchTermFacts } from './snapshot.ts'
import { criterionOf } from './stopped-searches.ts'
import { turnedOff } from './turned-off.ts'

/** What names the brand in a campaign that is not the brand's own. No click is in both. */
export type MixedBrand = {
  keywords: readonly KeywordFacts[]
  /** Brought by keywords that do not name it, or by none: Performance Max, Shopping, dynamic ads. */
  searches: readonly SearchTermFacts[]
  sums: CountedSums
}

export type MixedBrands = ReadonlyMap<string, MixedBrand>

/** By campaign. Without what is not spent any more, as the campaigns' own sums are (still-spent.ts). */
export function mixedBrand(
  snapshot: AccountSnapshot,
  protection: Protection,
  isNegated: NegativeLookup,
): MixedBrands {
  const own = new Set(snapshot.campaigns.filter(isBrandCampaign).map(({ id }) => id))
  const { groups, keywords: off } = turnedOff(snapshot)
  const criteria = new Set(off.map(criterionOf))
  const isOngoing = (row: { campaignId: string; adGroupId: string; criterionId?: string }) =>
    !(own.has(row.campaignId) || groups.has(row.adGroupId) || criteria.has(criterionOf(row)))
  const keywords = (withKnown(snapshot, ['keyword'], COUNTED)?.keywords ?? []).filter(
    (keyword) => isOngoing(keyword) && protection.namesBrand(keyword),
  )
  const bidOn = Map.groupBy(keywords, ({ campaignId }) => campaignId)
  // Where the brand is bid on, a search of which it is not known what brought it may be counted with its keyword.
  const isCounted = ({ campaignId, keywordText: text }: SearchTermFacts) =>
    bidOn.has(campaignId) && (text === undefined || protection.namesBrand({ text, campaignId }))
  const searches = (withKnown(snapshot, ['searchTerm'], COUNTED)?.searchTerms ?? []).filter(
    (row) =>
      isOngoing(row) &&
      protection.namesBrand({ text: row.term, campaignId: row.campaignId }) &&
      !isCounted(row) &&
      !isNegated(row.term, row),
  )
  const sought = Map.groupBy(searches, ({ campaignId }) => campaignId)
  return new Map(
    [...new Set([...bidOn.keys(), ...sought.keys()])].map((id) => {
      const parts = { keywords: bidOn.get(id) ?? [], searches: sought.get(id) ?? [] }
      const sums = addUp([...parts.keywords, ...parts.searches].map((one) => one.sums))
      return [id, { ...parts, sums }]
    }),
  )
}
