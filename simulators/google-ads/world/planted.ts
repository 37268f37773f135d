import type { Market } from './market.ts'
import { isLosingAd } from './plan.ts'

/** A problem the generator put into an account; never told on the wire. */
export type PlantedProblem =
  | { kind: 'waste-term' | 'waste-word' | 'converting-term'; text: string }
  | { kind: 'dead-keyword'; text: string; resourceName: string }
  | {
      kind: 'limited-budget' | 'competitor-campaign' | 'device-gap'
      resourceName: string
      campaign: string
    }
  | { kind: 'losing-ad'; resourceName: string }
  | { kind: 'broken-tracking'; daysBeforeEpoch: number }

const LIMITED_BELOW = 0.7

export function plantedProblems(market: Market, customerId: string): PlantedProblem[] {
  const { blueprint, state } = market
  const { plants, campaigns } = blueprint.trade
  const prefix = `customers/${customerId}`
  const problems: PlantedProblem[] = [
    ...plants.wasteTerms.map((text) => ({ kind: 'waste-term', text }) as const),
    ...plants.wasteWords.map((text) => ({ kind: 'waste-word', text }) as const),
    ...plants.convertingTerms.map((text) => ({ kind: 'converting-term', text }) as const),
  ]
  for (const criterion of state.criteria.values())
    if (plants.deadKeywords.includes(criterion.text ?? '') && criterion.matchType === 'EXACT')
      problems.push({
        kind: 'dead-keyword',
        text: criterion.text ?? '',
        resourceName: `${prefix}/adGroupCriteria/${criterion.adGroupId}~${criterion.id}`,
      })
  campaigns.forEach((plan, i) => {
    if (plan.status) return
    const target = {
      resourceName: `${prefix}/campaigns/${blueprint.campaignIds[i]}`,
      campaign: plan.name,
    }
    if (plan.headroom < LIMITED_BELOW) problems.push({ kind: 'limited-budget', ...target })
    if (plan.kind === 'competitor') problems.push({ kind: 'competitor-campaign', ...target })
    if ((plan.mobileCvr ?? 1) < 0.5) problems.push({ kind: 'device-gap', ...target })
  })
  for (const ads of Map.groupBy(state.ads.values(), (ad) => ad.adGroupId).values())
    ads.forEach((ad, position) => {
      if (isLosingAd(ad.id, position))
        problems.push({
          kind: 'losing-ad',
          resourceName: `${prefix}/adGroupAds/${ad.adGroupId}~${ad.id}`,
        })
    })
  if (plants.brokenTrackingDays !== undefined)
    problems.push({ kind: 'broken-tracking', daysBeforeEpoch: plants.brokenTrackingDays })
  return problems
}
