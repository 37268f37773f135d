import { MICROS } from '#shared/metrics.ts'
import { usualResponse } from '../statistics/bid-response.ts'
import type { DoubtfulFactor } from '../statistics/priors.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { isSmartBidding } from './bidding-strategy.ts'
import { countedOf } from './known-figures.ts'
import { hasBudget, sharesOf } from './known-settings.ts'
import type { CampaignFacts } from './snapshot.ts'
import type { Target } from './targets.ts'

/**
 * A target is an average: Google buys conversions at up to what the last of them costs, and spends on such again what a
 * part of the campaign no longer spends. To stop a part pays where its conversions cost more than those. Without a target
 * it does so where the budget is spent, and elsewhere nothing is spent again.
 */
export function withMarginalCost(
  target: Target,
  campaign: CampaignFacts<never>,
  { saidMicros, days }: { saidMicros: number; days: number },
): Target {
  if (!isSmartBidding(campaign)) return target
  const isHeld = target.origin === 'campaign' || target.origin === 'roas'
  if (!isHeld && !isSpent(campaign, days)) return target
  const { mean, relativeVariance } = lastOverAverage(campaign)
  const average = isHeld ? target.micros : averageOf(target, campaign)
  const [known, last] = [Math.max(target.micros, saidMicros), average * mean]
  const limit = last > known ? { micros: last, relativeVariance } : { micros: known }
  return { ...target, limit }
}

function isSpent(campaign: CampaignFacts<never>, days: number): boolean {
  const lost = sharesOf(campaign)?.lostToBudget ?? 0
  const { costMicros } = campaign.sums
  if (lost > 0 || costMicros === undefined || !hasBudget(campaign)) return true
  return costMicros / days >= THRESHOLDS.budgetSpent.value * campaign.budgetMicros
}

/** What conversions have cost there, where it is enough to say. */
function averageOf({ micros, origin }: Target, { sums }: CampaignFacts<never>): number {
  const known = countedOf(sums)
  const conversions = (known?.conversionsMicros ?? 0) / MICROS
  const isKnown = known && conversions >= THRESHOLDS.accountConversions.value
  const own = isKnown ? known.costMicros / conversions : 0
  return origin === 'average' ? Math.max(micros, own) : own
}

/** With clicks ~ bid^eta at a price ~ bid^kappa one more costs 1 + kappa / eta of what they cost on average. */
function lastOverAverage(campaign: CampaignFacts<never>): DoubtfulFactor {
  const { elasticity, doubt } = usualResponse(wonOf(campaign))
  const ratio = elasticity.kappa / elasticity.eta
  const spread = Math.hypot(doubt.kappa / elasticity.kappa, doubt.eta / elasticity.eta)
  return { mean: 1 + ratio, relativeVariance: ((ratio * spread) / (1 + ratio)) ** 2 }
}

/** Of the auctions not lost to budget; undefined where Google does not tell. */
function wonOf(campaign: CampaignFacts<never>): number | undefined {
  const shares = sharesOf(campaign)
  if (!shares) return undefined
  return Math.min(MOST_WON, shares.won / Math.max(1 - MOST_WON, 1 - shares.lostToBudget))
}

/** Beyond it the exponent is not known. */
const MOST_WON = 0.9
