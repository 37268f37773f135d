import type { CampaignFacts } from './snapshot.ts'

/** Settings that a source may leave out: who reads one has asked whether it is known. */

export type WithBudget = CampaignFacts & { budgetMicros: number }
export type WithStrategy = CampaignFacts & { biddingStrategyType: string }

export function hasBudget(campaign: CampaignFacts): campaign is WithBudget {
  return campaign.budgetMicros !== undefined && campaign.budgetMicros > 0
}

export function hasStrategy(campaign: CampaignFacts): campaign is WithStrategy {
  return campaign.biddingStrategyType !== undefined
}
