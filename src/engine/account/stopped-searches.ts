import { hasEnded } from './has-ended.ts'
import { oncePerAnalysis } from './once-per-analysis.ts'
import type { AccountSnapshot, SearchTermFacts } from './snapshot.ts'
import { turnedOff } from './turned-off.ts'

/**
 * Whether a search no longer comes by what brought it: a negative keyword stops it by now, its keyword or its ad group is paused or removed,
 * its campaign is shown no more, or people have stopped to search for it. What it cost within the window is not spent any more, and nothing is saved by excluding it there.
 */
export const stoppedSearches = oncePerAnalysis(
  (snapshot: AccountSnapshot, { resting, isNegated }) => {
    const { groups, keywords } = turnedOff(snapshot)
    const criteria = new Set(keywords.map(criterionOf))
    return (row: SearchTermFacts<never>) =>
      resting.has(row.campaignId) ||
      groups.has(row.adGroupId) ||
      (row.criterionId !== undefined && criteria.has(criterionOf(row))) ||
      hasEnded(row) ||
      isNegated(row.term, row)
  },
)

/** The same of a keyword and of a search that it brought: criterion ids are only unique within an ad group. */
export const criterionOf = (row: { adGroupId: string; criterionId?: string }) =>
  `${row.adGroupId} ${row.criterionId ?? ''}`
