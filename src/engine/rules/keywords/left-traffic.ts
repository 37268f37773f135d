import type { Context } from '../../account/context.ts'
import { COUNTED, type CountedSums } from '../../account/known-figures.ts'
import { withKnown } from '../../account/known-snapshot.ts'
import { oncePerAnalysis } from '../../account/once-per-analysis.ts'
import type { AccountSnapshot, KeywordFacts, SearchTermFacts } from '../../account/snapshot.ts'
import { termIdentity } from '../../account/terms.ts'
import { harvestsOf } from '../search-terms/harvests.ts'
import { searchesToExclude } from '../search-terms/wasted-search-terms.ts'
import { isLive, keywordId } from './keyword-evidence.ts'

/** What stays with a keyword, of `sums`, without some of its searches; null where it has none of them. */
export type LeftOf = (keyword: KeywordFacts, sums: CountedSums) => CountedSums | null

/**
 * Without searches that get exact keywords of their own, or have one by now, and those for the brand: the ones no longer follow its bid, and a
 * higher one finds no more people who ask for the brand.
 */
export function leftToRaise(snapshot: AccountSnapshot, context: Context): LeftOf {
  const keywordOf = new Map(
    snapshot.keywords
      .filter((one) => one.matchType === 'EXACT' && isLive(context, one))
      .map((one) => [termIdentity(one.text), one]),
  )
  const isServed = ({ term, adGroupId, criterionId = '' }: SearchTermFacts) => {
    const own = keywordOf.get(termIdentity(term))
    return own !== undefined && keywordId(own) !== keywordId({ adGroupId, criterionId })
  }
  return leftWithout(snapshot, (known) => {
    const { groups } = harvestsOf(known, context)
    const harvested = groups.flatMap((group) => group.flatMap(({ term }) => term.rows))
    const brand = [...context.mixedBrand.values()].flatMap(({ searches }) => searches)
    return [...new Set([...harvested, ...brand, ...known.searchTerms.filter(isServed)])]
  })
}

/** Without those that a negative keyword stops by now: they do not come again. */
export const leftByNegatives = oncePerAnalysis(
  (snapshot: AccountSnapshot, { isNegated }: Context): LeftOf => {
    if (snapshot.negatives.length === 0) return () => null
    return leftWithout(snapshot, ({ searchTerms }) =>
      searchTerms.filter((row) => row.criterionId !== undefined && isNegated(row.term, row)),
    )
  },
)

/** Once those are excluded that another card stops. */
export function leftByExclusions(snapshot: AccountSnapshot, context: Context): LeftOf {
  return leftWithout(snapshot, (known) =>
    searchesToExclude(known, context).flatMap(({ rows }) => rows),
  )
}

function leftWithout(
  snapshot: AccountSnapshot,
  rowsOf: (known: AccountSnapshot<'searchTerm'>) => readonly SearchTermFacts[],
): LeftOf {
  const known = withKnown(snapshot, ['searchTerm'], COUNTED)
  if (!known) return () => null
  const byKeyword = Map.groupBy(rowsOf(known), ({ adGroupId, criterionId = '' }) =>
    keywordId({ adGroupId, criterionId }),
  )
  return (keyword, sums) => {
    const own = byKeyword.get(keywordId(keyword))
    if (!own) return null
    const { costMicros } = keyword.sums
    // A search's clicks cost today what those of its keyword do.
    const price = costMicros > 0 ? sums.costMicros / costMicros : 1
    return own.reduce(
      (left, row) => ({
        clicks: Math.max(0, left.clicks - row.sums.clicks),
        costMicros: Math.max(0, left.costMicros - row.sums.costMicros * price),
        conversionsMicros: Math.max(0, left.conversionsMicros - row.sums.conversionsMicros),
      }),
      sums,
    )
  }
}
