import { ratio } from '#shared/metrics.ts'
import { isBrandCampaign } from '../../account/brand.ts'
import type { Context } from '../../account/context.ts'
import type { CountedSums } from '../../account/known-figures.ts'
import { presentShares } from '../../account/known-settings.ts'
import { addUp } from '../../account/measurement.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import { liveCampaigns } from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { lacksBudget } from '../bidding/bid-room.ts'

export type BrandOverlap = {
  campaign: CampaignFacts
  brand: CountedSums
  /** Of the campaign's conversions, fraction. */
  share: number
  /** What a click costs in the brand's own search campaigns and in Performance Max, micros. */
  searchCpc: number
  maxCpc: number
  /** The brand's own campaigns are known not to run out of their budgets. */
  hasRoom: boolean
}

/** Only where brand searches have campaigns of their own to go to, and neither a brand list nor a negative keeps them out of this one. */
export function overlapOf(
  campaign: CampaignFacts,
  snapshot: AccountSnapshot<'campaign'>,
  context: Context,
): BrandOverlap[] {
  const { keywordlessTerms = [], campaignSettings = [] } = snapshot.inventory ?? {}
  const setting = campaignSettings.find(({ campaignId }) => campaignId === campaign.id)
  const homes = liveCampaigns(snapshot, 'SEARCH').filter(isBrandCampaign)
  const home = addUp(homes.map(({ sums }) => sums))
  if (setting?.hasBrandExclusion !== false || home.clicks <= 0) return []
  const brand = addUp(
    keywordlessTerms
      .filter(
        ({ campaignId, term }) =>
          campaignId === campaign.id &&
          context.protection.reasonFor(term, '') === 'marca' &&
          !context.isNegated(term, { campaignId, adGroupId: '' }),
      )
      .map(({ sums }) => sums),
  )
  const share = ratio(brand.conversionsMicros, campaign.sums.conversionsMicros)
  const { maxBrandShare, maxBrandClicks } = THRESHOLDS
  if (share <= maxBrandShare.value || brand.clicks < maxBrandClicks.value) return []
  return [
    {
      campaign,
      brand,
      share,
      searchCpc: ratio(home.costMicros, home.clicks),
      maxCpc: ratio(brand.costMicros, brand.clicks),
      hasRoom: homes.every((one) => presentShares(one) !== null && !lacksBudget(one)),
    },
  ]
}

/** Added money finds no further searches for the brand: what such a campaign has brought for its cost tells nothing of what more would. */
export function livesOnBrand(
  campaign: CampaignFacts,
  snapshot: AccountSnapshot<'campaign'>,
  context: Context,
): boolean {
  return (
    campaign.channelType === 'PERFORMANCE_MAX' && overlapOf(campaign, snapshot, context).length > 0
  )
}
