import { ratio } from '#shared/metrics.ts'
import { percentDigits } from '#shared/unit-text.ts'
import { isSmartBidding } from '../../account/bidding-strategy.ts'
import type { Context } from '../../account/context.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import type { Term } from './search-terms.ts'

type CampaignShare = { campaign: Term['campaign']; share: number }

/** Of what a campaign spends, the part of all its searches that are to be excluded; 0 where its cost is not known. */
export function sharesOfCampaigns(
  excluded: readonly Term[],
): (campaign: Term['campaign']) => CampaignShare {
  const costs = costsByCampaign(excluded)
  return (campaign) => {
    const share = ratio(costs.get(campaign.id) ?? 0, campaign.sums.costMicros ?? 0)
    return { campaign, share }
  }
}

/**
 * Campaigns of which most would be excluded, the brand aside, which sells by itself, and those whose target the brand alone may reach:
 * then each part of them is held against the rest too (`apart-from-campaign.ts`).
 */
export function mostlyExcluded(
  excluded: readonly Term[],
  { campaigns, mixedBrand }: Context,
): ReadonlySet<string> {
  const most = [...costsByCampaign(excluded)].filter(([id, cost]) => {
    const [campaign, brand] = [campaigns.get(id), mixedBrand.get(id)?.sums]
    const whole = (campaign?.sums.costMicros ?? 0) - (brand?.costMicros ?? 0)
    if (cost >= THRESHOLDS.wasteMostOfCampaign.value * whole) return true
    if (!campaign || !brand || !isSmartBidding(campaign)) return false
    // Google bids for all of it as the mean with the brand allows: all else that is sold is dear alike.
    const sold = ratio(brand.conversionsMicros, campaign.sums.conversionsMicros ?? 0)
    return sold >= THRESHOLDS.brandConversionShare.value
  })
  return new Set(most.map(([id]) => id))
}

function costsByCampaign(excluded: readonly Term[]): ReadonlyMap<string, number> {
  const costs = new Map<string, number>()
  for (const { campaign, sums } of excluded)
    costs.set(campaign.id, (costs.get(campaign.id) ?? 0) + sums.costMicros)
  return costs
}

const ALMOST_ALL = 0.8

/** Where that is most of it, the fault may be its own. */
export function mostOfCampaign({ say }: Context, shares: readonly CampaignShare[]): string[] {
  const most = shares.filter(({ share }) => share >= THRESHOLDS.wasteMostOfCampaign.value)
  return most.map(({ campaign: { name }, share }) => {
    const part = Math.min(1, share)
    return `Las búsquedas que se proponen excluir en «${name}» son el ${say.percent(part, percentDigits(part))} de lo que gasta${share >= ALMOST_ALL ? ': sin ellas queda casi parada' : ''}. Mira antes si lo que falla es la campaña entera (su objetivo, su oferta o su página).`
  })
}
