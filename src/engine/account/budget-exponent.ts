import { type BudgetResponses, exponentOf, usualExponent } from '../statistics/budget-response.ts'
import type { Exponent } from '../statistics/learned-exponents.ts'
import { isSmartBidding } from './bidding-strategy.ts'
import { DEVIATIONS, lastAt, lastBeyond } from './last-conversion.ts'
import type { CampaignFacts } from './snapshot.ts'

export type BudgetExponent = Exponent & { isMeasured: boolean }

/**
 * How conversions follow a campaign's budget: conv ~ cost^theta. By hand part of more money buys more of the same auctions;
 * where Google bids it raises the bids, and theta is what a conversion costs on average over what the last one does.
 */
export function budgetExponentOf(
  responses: BudgetResponses | undefined,
  campaign: CampaignFacts<never>,
): BudgetExponent {
  const usual = usualExponent()
  const learned = exponentOf(responses, campaign.id)
  const isMeasured = Math.abs(learned.mean - usual.mean) >= 1e-9
  if (!isSmartBidding(campaign)) return { ...learned, isMeasured }
  return { ...restated(learned, usual, byBids(campaign)), isMeasured }
}

function byBids(campaign: CampaignFacts<never>): Exponent {
  const beyond = lastBeyond(campaign)
  const all = DEVIATIONS.map((deviation) => 1 / lastAt(beyond, deviation))
  const meanOf = (of: (one: number) => number) =>
    all.reduce((sum, one) => sum + of(one), 0) / all.length
  const mean = meanOf((one) => one)
  return { mean, sd: Math.sqrt(meanOf((one) => (one - mean) ** 2)) }
}

/** What was learned from one belief, on another one (normal beliefs: what was seen adds its precision to either). */
function restated(learned: Exponent, from: Exponent, onto: Exponent): Exponent {
  const weightOf = ({ sd }: Exponent) => sd ** -2
  const seen = weightOf(learned) - weightOf(from)
  if (seen <= 0) return onto
  const sum = weightOf(learned) * learned.mean - weightOf(from) * from.mean
  const precision = seen + weightOf(onto)
  return { mean: (sum + weightOf(onto) * onto.mean) / precision, sd: precision ** -0.5 }
}
