import { MICROS, ratio } from '#shared/metrics.ts'
import { isSmartBidding } from '../../account/bidding-strategy.ts'
import { isBrandCampaign } from '../../account/brand.ts'
import type { Context } from '../../account/context.ts'
import { countedOf } from '../../account/known-figures.ts'
import { hasBudget, sharesOf, type WithBudget } from '../../account/known-settings.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { overlappingCampaigns } from '../keywords/overlapping-campaigns.ts'
import { ownMonthFactor } from './campaign-exposure.ts'

export type Scattered = WithBudget<CampaignFacts> & { monthlyConversions: number }

/** `areApart`: no three of them are for the same places, so that one campaign could not bid for all. */
export type ScatteredCampaigns = { campaigns: Scattered[]; areApart: boolean }

/**
 * Campaigns of one kind that run out of a budget for a few clicks a day, each with too few conversions for its bidding to learn from:
 * together they would have them. Those of a portfolio learn together already. Null where there are not several.
 */
export function scatteredCampaigns(
  snapshot: AccountSnapshot,
  context: Context,
): ScatteredCampaigns | null {
  const least = THRESHOLDS.scatteredCampaigns.value
  const own = scatteredOf(snapshot, context)
  if (own.length < least) return null
  const together = mostTogether(own, sharedPlaces(snapshot))
  const areApart = together.length < least
  return { campaigns: areApart ? own : together, areApart }
}

/** The most of them that are for the same places as one of them. */
function mostTogether(
  own: readonly Scattered[],
  meet: (a: string, b: string) => boolean,
): Scattered[] {
  const groups = own.map((one) => own.filter((other) => meet(one.id, other.id)))
  return groups.reduce((most, group) => (group.length > most.length ? group : most))
}

/** By the places that are chosen, and by where clicks come from; as far as either is known. */
function sharedPlaces(snapshot: AccountSnapshot): (a: string, b: string) => boolean {
  const { regions, chosenPlaces = [] } = snapshot.inventory ?? {}
  const overlap = overlappingCampaigns(snapshot)
  const chosen = new Map(chosenPlaces.map(({ campaignId, targeted }) => [campaignId, targeted]))
  const isChosenApart = (a: string, b: string) => {
    const [left = [], right = []] = [chosen.get(a), chosen.get(b)]
    return left.length > 0 && right.length > 0 && !left.some((place) => right.includes(place))
  }
  return (a, b) => a === b || (!isChosenApart(a, b) && (!regions || overlap(a, b)))
}

function scatteredOf(snapshot: AccountSnapshot, context: Context): Scattered[] {
  const { budgetLostShare, smartConversions, thinClicks, thinMeasuredClicks } = THRESHOLDS
  return snapshot.campaigns.filter(hasBudget).flatMap((campaign) => {
    const sums = countedOf(campaign.sums)
    if (!sums || !isSearchAlone(campaign) || sums.clicks < thinMeasuredClicks.value) return []
    const lost = sharesOf(campaign)?.lostToBudget ?? 0
    const isThin = campaign.budgetMicros < thinClicks.value * ratio(sums.costMicros, sums.clicks)
    const monthFactor = ownMonthFactor(campaign, snapshot, context)
    const monthlyConversions = (sums.conversionsMicros / MICROS) * monthFactor
    const isPoor = monthlyConversions < smartConversions.value
    if (lost < budgetLostShare.value || !isThin || !isPoor) return []
    return [{ ...campaign, sums: { ...campaign.sums, ...sums }, monthlyConversions }]
  })
}

function isSearchAlone(campaign: CampaignFacts<never>): boolean {
  const { status, channelType, budgetShared, portfolioId } = campaign
  const isAlone = !budgetShared && portfolioId === undefined && !isBrandCampaign(campaign)
  return isAlone && status === 'ENABLED' && channelType === 'SEARCH' && isSmartBidding(campaign)
}
