import {
  brandKeywordWords,
  isBrandCampaign,
  type Protection,
  phrasesOf,
  sellsFarBetter,
  stemsOf,
} from './brand.ts'
import { COUNTED, type CountedSums } from './known-figures.ts'
import { withKnown } from './known-snapshot.ts'
import type { NegativeLookup } from './matches.ts'
import { addUp } from './measurement.ts'
import type { AccountSnapshot, KeywordFacts, SearchTermFacts } from './snapshot.ts'
import { criterionOf } from './stopped-searches.ts'
import { wordsOf } from './terms.ts'
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
  const ongoing = (withKnown(snapshot, ['searchTerm'], COUNTED)?.searchTerms ?? []).filter(
    isOngoing,
  )
  const byName = Map.groupBy(ongoing, ({ term: text, campaignId }) =>
    protection.namesBrand({ text, campaignId }),
  )
  const [named, rest] = [byName.get(true) ?? [], byName.get(false) ?? []]
  const isSure = borneOut(snapshot, protection, { own, keywords, named, rest })
  const searches = named.filter(
    (row) => isSure(row.term) && !isCounted(row) && !isNegated(row.term, row),
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

type Naming = {
  own: ReadonlySet<string>
  keywords: readonly KeywordFacts[]
  /** Searches that name the brand, and all others. */
  named: readonly SearchTermFacts[]
  rest: readonly SearchTermFacts[]
}

/**
 * A word of the account's name that neither its owner nor any keyword takes for the brand may be its town or its trade: then searches
 * with it have to sell far better than all that do not name it.
 */
function borneOut(
  snapshot: AccountSnapshot,
  { brandStems }: Protection,
  { own, keywords, named, rest }: Naming,
): (term: string) => boolean {
  const guessedIn = (text: string) => new Set(stemsOf(wordsOf(text))).intersection(brandStems)
  const byWords = Map.groupBy(named, ({ term }) => [...guessedIn(term)].sort().join(' '))
  const sure: ReadonlySet<string>[] = [
    ...brandKeywordWords(snapshot, own).map(({ stem }) => new Set([stem])),
    ...phrasesOf(snapshot.ownWords?.brand).map((phrase) => new Set(stemsOf(phrase))),
    ...keywords.filter(({ sums }) => sums.clicks > 0).map(({ text }) => guessedIn(text)),
    ...[...byWords]
      .filter(([, alike]) => sellsFarBetter(alike, rest))
      .map(([words]) => new Set(words.split(' ').filter(Boolean))),
  ].filter(({ size }) => size > 0)
  return (term) => {
    const stems = new Set(stemsOf(wordsOf(term)))
    return stems.isDisjointFrom(brandStems) || sure.some((words) => words.isSubsetOf(stems))
  }
}
