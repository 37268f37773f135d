import { MICROS, ratio } from '#shared/metrics.ts'
import { isSmartBidding } from '../../account/bidding-strategy.ts'
import { isBrandCampaign } from '../../account/brand.ts'
import type { Context } from '../../account/context.ts'
import { countedOf } from '../../account/known-figures.ts'
import { hasBudget, sharesOf, type WithBudget } from '../../account/known-settings.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { ownMonthFactor } from './campaign-exposure.ts'

export type Scattered = WithBudget<CampaignFacts> & { monthlyConversions: number }

/**
 * Campaigns of one kind that run out of a budget for a few clicks a day, each with too few conversions for its bidding to learn from:
 * together they would have them. Those of a portfolio learn together already. Empty where there are not several.
 */
export function scatteredCampaigns(snapshot: AccountSnapshot, context: Context): Scattered[] {
  const { budgetLostShare, scatteredCampaigns: least } = THRESHOLDS
  const { smartConversions, thinClicks, thinMeasuredClicks } = THRESHOLDS
  const own = snapshot.campaigns.filter(hasBudget).flatMap((campaign) => {
    const sums = countedOf(campaign.sums)
    if (!sums || !isSearchAlone(campaign) || sums.clicks < thinMeasuredClicks.value) return []
    const lost = sharesOf(campaign)?.lostToBudget ?? 0
    const isThin = campaign.budgetMicros < thinClicks.value * ratio(sums.costMicros, sums.clicks)
    const monthFactor = ownMonthFactor(campaign, snapshot, context)
    const monthlyConversions = (sums.conversionsMicros / MICROS) * monthFactor
    const isPoor = monthlyConversions < smartConversions.value
    if (lost < budgetLostShare.value || !isThin || !isPoor) return []
    return [{ ...campaign, sums, monthlyConversions }]
  })
  return own.length >= least.value ? own : []
}

function isSearchAlone(campaign: CampaignFacts<never>): boolean {
  const { status, channelType, budgetShared, portfolioId } = campaign
  const isAlone = !budgetShared && portfolioId === undefined && !isBrandCampaign(campaign)
  return isAlone && status === 'ENABLED' && channelType === 'SEARCH' && isSmartBidding(campaign)
}
