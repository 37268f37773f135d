import type { AccountAds } from '#platform/google-ads/account-ads.ts'
import { GOOGLE_RECOMMENDATIONS_QUERY, isOneOf } from '#platform/google-ads/queries.ts'
import { proposalOf } from '#platform/google-ads/recommendation-proposal.ts'

/** A recommendation as Google has it at this moment; null when it is gone or dismissed. */
export async function liveAdvice(
  ads: AccountAds,
  recommendationId: string,
): Promise<{ type: string; proposal: Record<string, unknown> } | null> {
  const name = `customers/${ads.account.googleCustomerId}/recommendations/${recommendationId}`
  const query = `${GOOGLE_RECOMMENDATIONS_QUERY} WHERE ${isOneOf('recommendation.resource_name', [name])}`
  const [row] = await ads.search(query)
  const found = row?.recommendation
  if (!found || found.dismissed) return null
  return { type: found.type ?? 'UNKNOWN', proposal: proposalOf(found) }
}
