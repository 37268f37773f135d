import { isSmartBidding } from './bidding-strategy.ts'
import type { CampaignFacts } from './snapshot.ts'
import { folded, tokensOf } from './terms.ts'

/** Whether a campaign is there to bring conversions; 'unknown' where only its bidding would tell. */
export type Purpose = 'conversions' | 'other' | 'unknown'

/**
 * By what its bidding pursues, then by its channel: Search, Shopping and Performance Max sell, while Display, video and
 * the like mostly make known. A name that says it makes known, or looks for staff, is believed. Whose owner has said what a
 * conversion may cost wants some of searches that are bid on for a place, too.
 */
export function purposeOf(campaign: CampaignFacts<never>, isSaid = false): Purpose {
  const { channelType, biddingStrategyType = '' } = campaign
  if (isNamedOther(campaign)) return 'other'
  if (isSmartBidding(campaign) || channelType === 'PERFORMANCE_MAX') return 'conversions'
  if (isSaid && channelType === 'SEARCH' && bidsForAPlace(campaign)) return 'conversions'
  if (!SELLING.has(channelType) || OTHER_BIDDING.test(biddingStrategyType)) return 'other'
  return CLICK_BIDDING.test(biddingStrategyType) ? 'conversions' : 'unknown'
}

export const bidsForAPlace = ({ biddingStrategyType = '' }: CampaignFacts<never>): boolean =>
  biddingStrategyType === 'TARGET_IMPRESSION_SHARE'

export function isNamedOther({ name }: CampaignFacts<never>): boolean {
  return tokensOf(name.replace(/_/g, ' ')).some((token) => OTHER_NAMES.has(folded(token)))
}

const SELLING = new Set(['SEARCH', 'SHOPPING'])

/** Places on the page and views. */
const OTHER_BIDDING = /IMPRESSION_SHARE|CPM|CPV|SHARE_OF_VOICE/
const CLICK_BIDDING = /^(MANUAL_CPC|ENHANCED_CPC|TARGET_SPEND|PERCENT_CPC|PAGE_ONE_PROMOTED)$/

const OTHER_NAMES = new Set(
  `notoriedad awareness reach alcance reconocimiento branding viral visualizaciones recuerdo
  empleo jobs rrhh hiring recruiting webinar`.split(/\s+/),
)
