import { exponentOf, usualExponent } from '../statistics/budget-response.ts'
import type { Exponent } from '../statistics/learned-exponents.ts'
import { isSmartBidding } from './bidding-strategy.ts'
import { type Beyond, DEVIATIONS, lastAt, lastBeyond } from './last-conversion.ts'
import { simulatedExponent } from './simulated-exponent.ts'
import type { AccountSnapshot, CampaignFacts } from './snapshot.ts'

export type BudgetExponent = Exponent & { isMeasured: boolean; isSimulated: boolean }

/**
 * How conversions follow a campaign's budget: conv ~ cost^theta. By hand part of more money buys more of the same auctions;
 * where Google bids it raises the bids, and theta is what a conversion costs on average over what the last one does.
 */
export function budgetExponentOf(
  snapshot: Pick<AccountSnapshot, 'budgetResponses' | 'inventory'>,
  campaign: CampaignFacts<never>,
): BudgetExponent {
  const usual = usualExponent()
  const learned = exponentOf(snapshot.budgetResponses, campaign.id)
  const isMeasured = Math.abs(learned.mean - usual.mean) >= 1e-9
  if (!isSmartBidding(campaign)) return { ...learned, isMeasured, isSimulated: false }
  const simulated = simulatedExponent(snapshot, campaign)
  const bought = byBids(lastBeyond(campaign, simulated))
  return { ...restated(learned, usual, bought), isMeasured, isSimulated: simulated !== null }
}

function byBids(beyond: Beyond): Exponent {
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
