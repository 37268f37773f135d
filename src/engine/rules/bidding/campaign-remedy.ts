import { isSmartBidding } from '../../account/bidding-strategy.ts'
import { budgetExponentOf } from '../../account/budget-exponent.ts'
import { bidsForAPlace } from '../../account/campaign-purpose.ts'
import type { Context } from '../../account/context.ts'
import { hasBudget } from '../../account/known-settings.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import type { MutateOperation } from '../../findings/recommendation.ts'
import type { GoesOn } from '../../findings/waste.ts'
import { likelyExponent } from '../../statistics/budget-response.ts'
import { drawNormal } from '../../statistics/random.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { watchedOf } from './campaign-exposure.ts'

/** `share` of its spend within the window that would be saved, of what its present budget still pays for. */
export type Remedy =
  | { kind: 'pause'; share: number }
  | { kind: 'halve'; share: number; newBudgetMicros: number }
  | { kind: 'decide'; why: 'rival' | 'place' | 'unsaid' | UncutBudget }

/** Why its budget is left alone: it cannot be told, other campaigns spend it too, or half of it would be as good as all. */
type UncutBudget = 'unknown' | 'shared' | 'unspent'

/**
 * Without any conversion nothing is lost by pausing; with some, its budget is halved, so that it can still prove itself.
 * Where what a conversion may cost is only assumed, what sells at all is left to who knows. Competitors' names are bid on for a reason, a place on the page is too, and a budget that is shared or would not bind cuts nothing.
 */
export function remedyOf(
  snapshot: AccountSnapshot,
  campaign: CampaignFacts,
  context: Context,
  isAssumed: boolean,
): Remedy {
  if (context.protection.reasonFor('', campaign.id) === 'competencia')
    return { kind: 'decide', why: 'rival' }
  if (bidsForAPlace(campaign)) return { kind: 'decide', why: 'place' }
  if (campaign.sums.conversionsMicros <= 0) return { kind: 'pause', share: 1 }
  if (isAssumed) return { kind: 'decide', why: 'unsaid' }
  const { bindingMicros: spent = 0, present = 1 } = watchedOf(campaign, snapshot, context) ?? {}
  if (campaign.budgetShared) return { kind: 'decide', why: 'shared' }
  if (!hasBudget(campaign) || spent <= 0) return { kind: 'decide', why: 'unknown' }
  const step = context.say.currencyStepMicros
  const newBudgetMicros =
    Math.ceil((campaign.budgetMicros * THRESHOLDS.returnlessCut.value) / step) * step
  const share = present - Math.min(present, newBudgetMicros / spent)
  if (share < THRESHOLDS.returnlessLeastCut.value * present)
    return { kind: 'decide', why: 'unspent' }
  return { kind: 'halve', share, newBudgetMicros }
}

/**
 * What a campaign whose budget is halved goes on with, of its cost and of its conversions: Google gives up those that
 * cost most. Undefined where it does not bid: there it is as much of either.
 */
export function goesOnHalved(
  remedy: Remedy,
  campaign: CampaignFacts<never>,
  snapshot: Pick<AccountSnapshot, 'budgetResponses' | 'inventory'>,
): GoesOn | undefined {
  if (remedy.kind !== 'halve' || !isSmartBidding(campaign)) return
  const { mean, sd } = budgetExponentOf(snapshot, campaign)
  const cost = 1 - remedy.share
  return (next) => {
    const exponent = likelyExponent({ mean: mean + sd * drawNormal(next) })
    return { cost, clicks: cost ** exponent }
  }
}

export function remedyOperations(campaign: CampaignFacts, remedy: Remedy): MutateOperation[] {
  if (remedy.kind === 'pause')
    return [
      {
        campaignOperation: {
          updateMask: 'status',
          update: {
            resourceName: `customers/{customerId}/campaigns/${campaign.id}`,
            status: 'PAUSED',
          },
        },
      },
    ]
  if (remedy.kind !== 'halve' || campaign.budgetId === undefined) return []
  return [
    {
      campaignBudgetOperation: {
        updateMask: 'amountMicros',
        update: {
          resourceName: `customers/{customerId}/campaignBudgets/${campaign.budgetId}`,
          amountMicros: String(remedy.newBudgetMicros),
        },
      },
    },
  ]
}
