import { impactOf, proposalOf } from '#platform/google-ads/recommendation-proposal.ts'
import type { AdsRow } from '#platform/google-ads/row.ts'

/** One of Google's own recommendations as a row of ours without customer_id; null for one without a name. */
export function googleRecommendationRow({ recommendation = {} }: AdsRow) {
  const { resourceName, type = 'UNKNOWN', campaigns = [], dismissed = false } = recommendation
  if (!resourceName) return null
  // The list also names the campaign of one that concerns a single one.
  const campaign = recommendation.campaign ?? (campaigns.length === 1 ? campaigns[0] : undefined)
  return {
    recommendation_id: lastPart(resourceName),
    type,
    campaign_id: Number(lastPart(campaign)) || null,
    campaign_ids:
      campaign || campaigns.length < 2 ? null : campaigns.map((name) => Number(lastPart(name))),
    ad_group_id: Number(lastPart(recommendation.adGroup)) || null,
    impact: impactOf(recommendation.impact),
    proposal: proposalOf(recommendation),
    dismissed,
  }
}

function lastPart(resourceName: string | undefined): string {
  return resourceName?.split('/').at(-1) ?? ''
}
