import type { CampaignFacts } from './snapshot.ts'

/** Known to be; `isManualBidding` is not its opposite, for a strategy may be unknown, or one that Google has made since. */
export function isSmartBidding({ biddingStrategyType }: CampaignFacts<never>): boolean {
  return SMART.test(biddingStrategyType ?? '')
}

export function isManualBidding({ biddingStrategyType }: CampaignFacts<never>): boolean {
  return MANUAL.test(biddingStrategyType ?? '')
}

/** Its keywords have bids of their own: there are none under Maximise clicks and impression share. */
export function hasOwnBids({ biddingStrategyType }: CampaignFacts<never>): boolean {
  return OWN_BIDS.test(biddingStrategyType ?? '')
}

/** Google sets its bids, by what is left of the budget alone. */
export function maximisesClicks({ biddingStrategyType }: CampaignFacts<never>): boolean {
  return biddingStrategyType === 'TARGET_SPEND'
}

/** Neither Smart Bidding nor Target impression share looks at bid modifiers (Google Ads Help 9121108); an unknown strategy may not. */
export function usesModifiers(campaign: CampaignFacts<never>): boolean {
  return isManualBidding(campaign) && campaign.biddingStrategyType !== 'TARGET_IMPRESSION_SHARE'
}

export function isValueBidding({ biddingStrategyType }: CampaignFacts<never>): boolean {
  return VALUE.test(biddingStrategyType ?? '')
}

const VALUE = /^(TARGET_ROAS|MAXIMIZE_CONVERSION_VALUE)$/
const OWN_BIDS = /^(MANUAL|ENHANCED)_CPC$/
/** All that bid for clicks, views or places, and not for conversions. */
const MANUAL =
  /^(MANUAL_CP[CMVA]|ENHANCED_CPC|PERCENT_CPC|COMMISSION|FIXED_(CPM|SHARE_OF_VOICE)|TARGET_(SPEND|IMPRESSION_SHARE|OUTRANK_SHARE|CP[CMV])|PAGE_ONE_PROMOTED)$/
const SMART = /^(TARGET_(CPA|ROAS)|MAXIMIZE_CONVERSION)/
