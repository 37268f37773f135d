import type { CampaignFacts } from './snapshot.ts'

/** Known to be; `isManualBidding` is not its opposite, for a strategy may be unknown. */
export function isSmartBidding({ biddingStrategyType }: CampaignFacts<never>): boolean {
  return SMART.test(biddingStrategyType ?? '')
}

export function isManualBidding({ biddingStrategyType }: CampaignFacts<never>): boolean {
  return biddingStrategyType !== undefined && !SMART.test(biddingStrategyType)
}

/** Its keywords have bids of their own: there are none under Maximise clicks and impression share. */
export function hasOwnBids({ biddingStrategyType }: CampaignFacts<never>): boolean {
  return OWN_BIDS.test(biddingStrategyType ?? '')
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
const SMART = /^(TARGET_(CPA|ROAS)|MAXIMIZE_CONVERSION)/
