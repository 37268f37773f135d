import { oncePerAnalysis } from './once-per-analysis.ts'
import type { AccountSnapshot, SearchTermFacts } from './snapshot.ts'

/**
 * Whether a search no longer comes by what brought it: its keyword or its ad group is paused or removed, or its campaign
 * is shown no more. What it cost within the
 * window is not spent any more, and nothing is saved by excluding it there.
 */
export const stoppedSearches = oncePerAnalysis((snapshot: AccountSnapshot, { resting }) => {
  const { keywords, adGroups } = snapshot
  const isOff = ({ status }: { status: string }) => status === 'PAUSED' || status === 'REMOVED'
  const groups = new Set(adGroups.filter(isOff).map(({ id }) => id))
  const criteria = new Set(
    keywords.filter(isOff).map(({ adGroupId, criterionId }) => `${adGroupId} ${criterionId}`),
  )
  return ({ campaignId, adGroupId, criterionId }: SearchTermFacts<never>) =>
    resting.has(campaignId) ||
    groups.has(adGroupId) ||
    (criterionId !== undefined && criteria.has(`${adGroupId} ${criterionId}`))
})
