import { hasEnded } from './has-ended.ts'
import { oncePerAnalysis } from './once-per-analysis.ts'
import type { AccountSnapshot, SearchTermFacts } from './snapshot.ts'

/**
 * Whether a search no longer comes by what brought it: a negative keyword stops it by now, its keyword or its ad group is paused or removed,
 * its campaign is shown no more, or people have stopped to search for it. What it cost within the window is not spent any more, and nothing is saved by excluding it there.
 */
export const stoppedSearches = oncePerAnalysis(
  (snapshot: AccountSnapshot, { resting, isNegated }) => {
    const { keywords, adGroups } = snapshot
    const isOff = ({ status }: { status: string }) => status === 'PAUSED' || status === 'REMOVED'
    const groups = new Set(adGroups.filter(isOff).map(({ id }) => id))
    const criteria = new Set(
      keywords.filter(isOff).map(({ adGroupId, criterionId }) => `${adGroupId} ${criterionId}`),
    )
    return (row: SearchTermFacts<never>) =>
      resting.has(row.campaignId) ||
      groups.has(row.adGroupId) ||
      (row.criterionId !== undefined && criteria.has(`${row.adGroupId} ${row.criterionId}`)) ||
      hasEnded(row) ||
      isNegated(row.term, row)
  },
)
