import type { WeekMetrics } from '#platform/db/schema/google-recommendations.ts'
import { proposalOf } from '#platform/google-ads/recommendation-proposal.ts'
import type { AdsRow, RecommendationMetrics } from '#platform/google-ads/row.ts'

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

type GoogleRecommendation = NonNullable<AdsRow['recommendation']>

/** Both sides or nothing: one week alone says nothing about the difference. */
function impactOf(impact: GoogleRecommendation['impact']) {
  if (!impact?.baseMetrics || !impact.potentialMetrics) return null
  return { base: weekOf(impact.baseMetrics), potential: weekOf(impact.potentialMetrics) }
}

function weekOf(told: RecommendationMetrics) {
  const { impressions, clicks, costMicros, conversions, conversionsValue } = told
  const week: WeekMetrics = {
    ...(impressions !== undefined && { impressions: Number(impressions) }),
    ...(clicks !== undefined && { clicks: Number(clicks) }),
    ...(costMicros !== undefined && { costMicros: Number(costMicros) }),
    ...(conversions !== undefined && { conversions: Number(conversions) }),
    ...(conversionsValue !== undefined && { conversionsValue: Number(conversionsValue) }),
  }
  return week
}

function lastPart(resourceName: string | undefined): string {
  return resourceName?.split('/').at(-1) ?? ''
}
