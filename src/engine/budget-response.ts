import { drawGamma, drawNormal, type Uniforms } from './random.ts'
import { THRESHOLDS } from './thresholds.ts'

/** Share of the possible impressions won and lost to budget, fractions; money in one unit. */
export type BudgetState = { share: number; lost: number; cost: number; conversions: number }

/** Budget × this would win every impression now lost to it: (I + L) / I. */
export function budgetCeiling({ share, lost }: Pick<BudgetState, 'share' | 'lost'>): number {
  return share > 0 ? (share + lost) / share : 1
}

/**
 * conv(B) = conv0 · (B/B0)^elasticity. Incremental = extra cost per extra conversion; marginal = of
 * the last one, B / (elasticity · conv). All costs in the unit of `cost`.
 */
export function budgetResponse(state: BudgetState, factor: number, elasticity: number) {
  const conversions = state.conversions * factor ** elasticity
  const extraConversions = conversions - state.conversions
  const extraCost = state.cost * (factor - 1)
  return {
    conversions,
    extraConversions,
    extraCost,
    averageCost: (state.cost * factor) / conversions,
    incrementalCost: extraCost / extraConversions,
    marginalCost: (state.cost * factor) / (elasticity * conversions),
  }
}

/** Campaign curves a·x^theta with their limits, in one unit of money. */
export type BudgetCurve = { scale: number; elasticity: number; low: number; high: number }

/** Splits `total` so that every marginal conversion costs the same, by bisection on that price. */
export function reallocate(curves: readonly BudgetCurve[], total: number): number[] {
  const at = (price: number) =>
    curves.map(({ scale, elasticity, low, high }) => {
      const free = ((scale * elasticity) / price) ** (1 / (1 - elasticity))
      return Math.min(high, Math.max(low, free))
    })
  let low = -40
  let high = 40
  for (let i = 0; i < 200; i++) {
    const middle = (low + high) / 2
    const spent = at(Math.exp(middle)).reduce((sum, x) => sum + x, 0)
    if (spent > total) low = middle
    else high = middle
  }
  return at(Math.exp(high))
}

/** One possible truth: conversions by their gamma posterior, elasticity around its default. */
export function drawBudgetTruth(next: Uniforms, conversions: number) {
  const { budgetElasticity, budgetElasticitySd, budgetElasticityMin } = THRESHOLDS
  const drawn = budgetElasticity.value + budgetElasticitySd.value * drawNormal(next)
  return {
    conversions: drawGamma(next, conversions + 0.5, 1),
    elasticity: Math.min(1, Math.max(budgetElasticityMin.value, drawn)),
  }
}
