import type { Exponent } from '../statistics/learned-exponents.ts'
import { normalCdf } from '../statistics/stats.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { maximisesClicks } from './bidding-strategy.ts'
import { hasBudget, presentShares } from './known-settings.ts'
import type { Beyond } from './last-conversion.ts'
import type { CampaignFacts } from './snapshot.ts'

/**
 * Of the money that a campaign spends in a coming month by hand, or for clicks alone, the share on days that end with their budget:
 * what a part of it no longer costs then buys others of the same auctions, and what a part costs more is taken from them. What would be spent
 * without a budget, over it, is lognormal, of days as of months. Where Google says that nothing was lost to it there is none, but where
 * it maximises clicks: it bids as high as the budget allows, and loses no auction for it. `freed`: what its users stop, over what is left of them,
 * which of a budget that is its own its cost shows.
 */
export function boundShare(campaign: CampaignFacts<never>, days: number, freed = 0): number {
  const { costMicros } = campaign.sums
  if (costMicros === undefined || !hasBudget(campaign)) return 0
  const shares = presentShares(campaign)
  const served = campaign.exposure?.servedDays || days
  const spent = campaign.budgetShared
    ? 1 / (1 + freed)
    : costMicros / served / campaign.budgetMicros
  const { budgetSpent } = THRESHOLDS
  if (maximisesClicks(campaign) && !campaign.budgetShared && spent >= budgetSpent.value) return 1
  if (shares ? shares.lostToBudget <= 0 : campaign.budgetShared) return 0
  const { accountDrift, spendByDay, boundLeast } = THRESHOLDS
  const lost = shares ? shares.lostToBudget / Math.max(1e-9, shares.won + shares.lostToBudget) : 0
  const wanted = Math.log(spent / Math.max(0.05, 1 - lost))
  const byDay = spendByDay.value
  const share = normalCdf((wanted + byDay ** 2 / 2) / Math.hypot(byDay, accountDrift.value))
  return share < boundLeast.value ? 0 : share
}

/**
 * What such conversions cost beyond the mean one. A budget that is raised finds fewer of the same auctions (1 / theta, as conversions
 * follow it); a small part of one that is moved within its day hardly any fewer: anything between that and the mean, half-way as likely as not.
 * `freed`: what others stop besides, over what is left; as much as a budget is raised by at once finds no more than that does.
 */
export function byHandBeyond({ mean, sd }: Exponent, freed = 0): Beyond {
  const least = Math.min(1, freed / (THRESHOLDS.budgetStep.value - 1))
  const part = (1 + least) / 2
  const theta = Math.min(MOST_THETA, Math.max(LEAST_THETA, 1 + part * (mean - 1)))
  // Uniform between `least` and 1.
  const ofPart = ((1 - least) ** 2 / 12) * ((1 - mean) ** 2 + sd ** 2)
  const ofTheta = Math.sqrt((part * sd) ** 2 + ofPart)
  return { median: 1 / theta - 1, spread: ofTheta / (theta * (1 - theta)) }
}

const [LEAST_THETA, MOST_THETA] = [0.5, 0.97]
