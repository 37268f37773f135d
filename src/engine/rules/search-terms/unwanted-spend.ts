import { COUNTED, type CountedSums, less } from '../../account/known-figures.ts'
import { withKnown } from '../../account/known-snapshot.ts'
import { addUp } from '../../account/measurement.ts'
import { oncePerAnalysis } from '../../account/once-per-analysis.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import { searchesToExclude } from './wasted-search-terms.ts'

/** What a campaign's figures are without the searches that another card excludes; null where it excludes none of them. */
export const withoutUnwanted = oncePerAnalysis((snapshot, context) => {
  const known = withKnown(snapshot, ['searchTerm'], COUNTED)
  const rows = known ? searchesToExclude(known, context).flatMap((term) => term.rows) : []
  const byCampaign = Map.groupBy(rows, ({ campaignId }) => campaignId)
  return ({ sums }: CampaignFacts, ids: readonly string[]): CountedSums | null => {
    const own = ids.flatMap((id) => byCampaign.get(id) ?? [])
    if (own.length === 0) return null
    return less(sums, addUp(own.map((row) => row.sums)))
  }
})
