import type { CampaignSettings } from './inventory.ts'
import type { CampaignFacts, ShareFacts } from './snapshot.ts'

/** Settings that a source may leave out: who reads one has asked whether it is known. */

export type WithBudget<Campaign = CampaignFacts> = Campaign & { budgetMicros: number }
export type WithStrategy<Campaign = CampaignFacts> = Campaign & { biddingStrategyType: string }

export function hasBudget<Campaign extends CampaignFacts<never>>(
  campaign: Campaign,
): campaign is WithBudget<Campaign> {
  return campaign.budgetMicros !== undefined && campaign.budgetMicros > 0
}

export function hasStrategy<Campaign extends CampaignFacts<never>>(
  campaign: Campaign,
): campaign is WithStrategy<Campaign> {
  return campaign.biddingStrategyType !== undefined
}

/** Google's word for it, 'MULTIPLE_LEARNING' among them. */
export function isLearning(settings: CampaignSettings | null | undefined): boolean {
  return /LEARNING/.test(settings?.biddingSystemStatus ?? '')
}

/** Fractions of the impressions that were to be had. */
export type Shares = { won: number; lostToBudget: number; lostToRank: number }

/** Null where Google gives no impression share. */
export function sharesOf(campaign: CampaignFacts<never>): Shares | null {
  const facts = shareFactsOf(campaign)
  return facts && fractionsOf(facts)
}

export function shareFactsOf({
  impressionShare,
  sums,
  wholeSums = sums,
}: CampaignFacts<never>): ShareFacts | null {
  if (!impressionShare || wholeSums.impressions === undefined) return null
  return { impressions: wholeSums.impressions, ...impressionShare }
}

export function sumOfShares(all: readonly ShareFacts[]): ShareFacts {
  const sumOf = (key: keyof ShareFacts) => all.reduce((sum, one) => sum + one[key], 0)
  return {
    impressions: sumOf('impressions'),
    eligible: sumOf('eligible'),
    lostToBudget: sumOf('lostToBudget'),
    lostToRank: sumOf('lostToRank'),
  }
}

/** The same, of the newest days where the budget holds back less by now: money for a season that is over buys nothing. */
export function presentShares(campaign: CampaignFacts<never>): Shares | null {
  const whole = sharesOf(campaign)
  if (!whole || !campaign.newestShare) return whole
  const newest = fractionsOf(campaign.newestShare)
  if (!newest) return { ...whole, lostToBudget: 0 }
  return newest.lostToBudget < whole.lostToBudget ? newest : whole
}

function fractionsOf({
  impressions,
  eligible,
  lostToBudget,
  lostToRank,
}: ShareFacts): Shares | null {
  if (eligible <= 0) return null
  return {
    won: impressions / eligible,
    lostToBudget: lostToBudget / eligible,
    lostToRank: lostToRank / eligible,
  }
}
