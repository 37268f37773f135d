import type { Context } from '../../account/context.ts'
import { COUNTED, type CountedSums } from '../../account/known-figures.ts'
import { withKnown } from '../../account/known-snapshot.ts'
import type { AccountSnapshot, KeywordFacts } from '../../account/snapshot.ts'
import { harvestsOf } from '../search-terms/harvests.ts'
import { keywordId } from './keyword-evidence.ts'

/**
 * What stays with a keyword, of `sums`, once searches it brings get exact keywords of their own: these no longer follow its
 * bid. Null where none of its searches does.
 */
export function leftTraffic(
  snapshot: AccountSnapshot,
  context: Context,
): (keyword: KeywordFacts, sums: CountedSums) => CountedSums | null {
  const known = withKnown(snapshot, ['searchTerm'], COUNTED)
  if (!known) return () => null
  const rows = harvestsOf(known, context).groups.flatMap((group) =>
    group.flatMap(({ term }) => term.rows),
  )
  const byKeyword = Map.groupBy(rows, ({ adGroupId, criterionId = '' }) =>
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
