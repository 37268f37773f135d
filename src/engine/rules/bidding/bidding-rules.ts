import { bidTargets } from './bid-targets.ts'
import { budgetShift } from './budget-shift.ts'
import { campaignsWithoutReturn } from './campaigns-without-return.ts'
import { goalReach } from './goal-reach.ts'
import { limitedBudgets } from './limited-budgets.ts'
import { lostToRank } from './lost-to-rank.ts'
import { lowRoas } from './low-roas.ts'
import { smartBidding } from './smart-bidding.ts'
import { strategyStatus } from './strategy-status.ts'
import { thinBudgets } from './thin-budgets.ts'
import { tooManyChanges } from './too-many-changes.ts'
import { valueBidding } from './value-bidding.ts'

export const BIDDING_RULES = [
  goalReach,
  campaignsWithoutReturn,
  lowRoas,
  limitedBudgets,
  budgetShift,
  lostToRank,
  strategyStatus,
  smartBidding,
  valueBidding,
  bidTargets,
  tooManyChanges,
  thinBudgets,
]
