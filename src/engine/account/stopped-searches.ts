import { oncePerAnalysis } from './once-per-analysis.ts'
import type { AccountSnapshot, SearchTermFacts } from './snapshot.ts'

/**
 * Whether a search no longer comes by what brought it: its keyword or its ad group is paused or removed. What it cost within the
 * window is not spent any more, and nothing is saved by excluding it there.
 */
export const stoppedSearches = oncePerAnalysis(({ keywords, adGroups }: AccountSnapshot) => {
  const isOff = ({ status }: { status: string }) => status === 'PAUSED' || status === 'REMOVED'
  const groups = new Set(adGroups.filter(isOff).map(({ id }) => id))
  const criteria = new Set(
    keywords.filter(isOff).map(({ adGroupId, criterionId }) => `${adGroupId} ${criterionId}`),
  )
  return ({ adGroupId, criterionId }: SearchTermFacts<never>) =>
    groups.has(adGroupId) ||
    (criterionId !== undefined && criteria.has(`${adGroupId} ${criterionId}`))
})
