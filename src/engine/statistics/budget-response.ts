import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { drawGamma, drawNormal, type Uniforms } from './random.ts'

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

/**
 * One possible truth of the coming month: conversions by their gamma posterior (counts of variance dispersion × mean) at
 * a rate that differs from the window's; elasticity around its default; what people would click, as a multiple of the
 * window's.
 */
export function drawBudgetTruth(next: Uniforms, conversions: number) {
  const { budgetElasticity, budgetElasticitySd, budgetElasticityMin } = THRESHOLDS
  const { dispersion, campaignRateDrift, accountDrift } = THRESHOLDS
  const drawn = budgetElasticity.value + budgetElasticitySd.value * drawNormal(next)
  const seen = drawGamma(next, (conversions + 0.5) / dispersion.value, 1 / dispersion.value)
  return {
    conversions: seen * drawAround1(next, campaignRateDrift.value),
    demand: drawAround1(next, accountDrift.value),
    elasticity: Math.min(1, Math.max(budgetElasticityMin.value, drawn)),
  }
}

/** Lognormal of mean 1. */
function drawAround1(next: Uniforms, sd: number): number {
  return Math.exp(sd * drawNormal(next) - sd ** 2 / 2)
}
