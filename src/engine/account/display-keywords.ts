import { answersSearches } from './average-costs.ts'
import type { AccountSnapshot } from './snapshot.ts'

/** The snapshot without the keywords of Display, video and the like: there they say what pages are about, and not what is searched for. */
export function withoutDisplayKeywords(snapshot: AccountSnapshot): AccountSnapshot {
  const others = snapshot.campaigns.filter((campaign) => !answersSearches(campaign))
  if (others.length === 0) return snapshot
  const ids = new Set(others.map(({ id }) => id))
  return {
    ...snapshot,
    keywords: snapshot.keywords.filter(({ campaignId }) => !ids.has(campaignId)),
  }
}
