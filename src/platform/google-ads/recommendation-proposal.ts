import type { WeekMetrics } from '#platform/db/schema/google-recommendations.ts'
import type { AdsRow, RecommendationMetrics } from './row.ts'

type GoogleRecommendation = NonNullable<AdsRow['recommendation']>

/** What one of Google's recommendations proposes; at most one stands there, each type under its own name. */
export function proposalOf(recommendation: GoogleRecommendation): Record<string, unknown> {
  const entry = Object.entries(recommendation).find(([key]) => key.endsWith('Recommendation'))
  return (entry?.[1] ?? {}) as Record<string, unknown>
}

/** Both sides or nothing: one week alone says nothing about the difference. */
export function impactOf(impact: GoogleRecommendation['impact']) {
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
