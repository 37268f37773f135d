import type { NamedRule } from '../../recommendation.ts'
import { limitedBudgets } from './limited-budgets.ts'

export const BIDDING_RULES: readonly NamedRule[] = [['limited-budgets', limitedBudgets]]
