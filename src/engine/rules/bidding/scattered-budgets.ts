import { MICROS, ratio } from '#shared/metrics.ts'
import { isSmartBidding } from '../../account/bidding-strategy.ts'
import { isBrandCampaign } from '../../account/brand.ts'
import type { Context } from '../../account/context.ts'
import { countedOf } from '../../account/known-figures.ts'
import { hasBudget, sharesOf, type WithBudget } from '../../account/known-settings.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'

/**
 * Campaigns of one kind that run out of a budget for a few clicks a day, each with too few conversions for its bidding to learn from:
 * together they would have them. Those of a portfolio learn together already. Empty where there are not several.
 */
export function scatteredCampaigns(
  campaigns: readonly CampaignFacts<never>[],
  { monthFactor }: Context,
): WithBudget<CampaignFacts>[] {
  const { budgetLostShare, scatteredCampaigns: least } = THRESHOLDS
  const { smartConversions, thinClicks, thinMeasuredClicks } = THRESHOLDS
  const own = campaigns.filter(hasBudget).flatMap((campaign) => {
    const sums = countedOf(campaign.sums)
    if (!sums || !isSearchAlone(campaign) || sums.clicks < thinMeasuredClicks.value) return []
    const lost = sharesOf(campaign)?.lostToBudget ?? 0
    const isThin = campaign.budgetMicros < thinClicks.value * ratio(sums.costMicros, sums.clicks)
    const isPoor = (sums.conversionsMicros / MICROS) * monthFactor < smartConversions.value
    return lost >= budgetLostShare.value && isThin && isPoor ? [{ ...campaign, sums }] : []
  })
  return own.length >= least.value ? own : []
}

function isSearchAlone(campaign: CampaignFacts<never>): boolean {
  const { status, channelType, budgetShared, portfolioId } = campaign
  const isAlone = !budgetShared && portfolioId === undefined && !isBrandCampaign(campaign)
  return isAlone && status === 'ENABLED' && channelType === 'SEARCH' && isSmartBidding(campaign)
}
