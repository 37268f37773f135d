import type { CampaignFacts } from './snapshot.ts'

/** Known to be; `isManualBidding` is not its opposite, for a strategy may be unknown. */
export function isSmartBidding({ biddingStrategyType }: CampaignFacts<never>): boolean {
  return SMART.test(biddingStrategyType ?? '')
}

export function isManualBidding({ biddingStrategyType }: CampaignFacts<never>): boolean {
  return biddingStrategyType !== undefined && !SMART.test(biddingStrategyType)
}

export function isValueBidding({ biddingStrategyType }: CampaignFacts<never>): boolean {
  return VALUE.test(biddingStrategyType ?? '')
}

const VALUE = /^(TARGET_ROAS|MAXIMIZE_CONVERSION_VALUE)$/
const SMART = /^(TARGET_(CPA|ROAS)|MAXIMIZE_CONVERSION)/
