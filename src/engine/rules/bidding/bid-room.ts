import { isBrandCampaign } from '../../account/brand.ts'
import type { Context } from '../../account/context.ts'
import { hasBudget, presentShares, sharesOf } from '../../account/known-settings.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { budgetDays } from './campaign-exposure.ts'

/**
 * Whether a higher bid can bring more: only what is lost for its rank, and never for the brand, which is shown first
 * anyway. Where Google gives no impression share nothing speaks against it.
 */
export function hasRoomToRaise(campaign: CampaignFacts<never>): boolean {
  const shares = sharesOf(campaign)
  if (isBrandCampaign(campaign)) return false
  return !shares || shares.lostToRank >= THRESHOLDS.raiseRoom.value
}

/** Without budget left, more of one thing is less of another. */
export function lacksBudget(campaign: CampaignFacts<never>): boolean {
  const shares = presentShares(campaign)
  return shares !== null && shares.lostToBudget >= THRESHOLDS.budgetLostShare.value
}

/** All of it, or it lacks more: with automatic bids also where no auction is lost for it. A shared one by all that run on it. */
export function spendsItsBudget(
  campaign: CampaignFacts<never>,
  snapshot: Pick<AccountSnapshot, 'campaigns' | 'window' | 'inventory'>,
  context: Context,
): boolean {
  if (usersOfBudget(campaign, snapshot.campaigns).some(lacksBudget)) return true
  const share = shareSpent(campaign, snapshot, context)
  return share !== null && share >= THRESHOLDS.budgetSpent.value
}

/** What is spent of its budget on the mean day, a fraction; null where that is not known. */
export function shareSpent(
  campaign: CampaignFacts<never>,
  snapshot: Pick<AccountSnapshot, 'campaigns' | 'window' | 'inventory'>,
  context: Context,
): number | null {
  if (!hasBudget(campaign) || campaign.budgetMicros <= 0) return null
  const users = usersOfBudget(campaign, snapshot.campaigns)
  const aDay = users.map((one) => (one.sums.costMicros ?? 0) / budgetDays(one, snapshot, context))
  return aDay.reduce((sum, micros) => sum + micros, 0) / campaign.budgetMicros
}

function usersOfBudget(
  campaign: CampaignFacts<never>,
  campaigns: readonly CampaignFacts<never>[],
): readonly CampaignFacts<never>[] {
  const { id, budgetId, budgetShared } = campaign
  if (!budgetShared || budgetId === undefined) return [campaign]
  const others = campaigns.filter(
    (one) => one.id !== id && one.budgetId === budgetId && one.status === 'ENABLED',
  )
  return [campaign, ...others]
}

/** What clicks can be multiplied by at most: every auction now lost for its rank is won. */
export function mostClicks(campaign: CampaignFacts<never>): number {
  const shares = sharesOf(campaign)
  const won = Math.min(1, shares?.won ?? 0)
  return shares && won > 0 ? (won + shares.lostToRank) / won : Number.POSITIVE_INFINITY
}
