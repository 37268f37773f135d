import type { GoogleAdvice } from '#engine/second-opinion/advice.ts'
import type { AccountAds } from '#platform/google-ads/account-ads.ts'
import { GOOGLE_RECOMMENDATIONS_QUERY, isOneOf } from '#platform/google-ads/queries.ts'
import { impactOf, proposalOf } from '#platform/google-ads/recommendation-proposal.ts'

/** A recommendation as Google has it at this moment; null when it is gone or dismissed. */
export async function liveAdvice(
  ads: AccountAds,
  recommendationId: string,
): Promise<Pick<GoogleAdvice, 'type' | 'proposal' | 'impact'> | null> {
  const name = `customers/${ads.account.googleCustomerId}/recommendations/${recommendationId}`
  const query = `${GOOGLE_RECOMMENDATIONS_QUERY} WHERE ${isOneOf('recommendation.resource_name', [name])}`
  const [row] = await ads.search(query)
  const found = row?.recommendation
  if (!found || found.dismissed) return null
  const { type = 'UNKNOWN', impact } = found
  return { type, proposal: proposalOf(found), impact: impactOf(impact) }
}
