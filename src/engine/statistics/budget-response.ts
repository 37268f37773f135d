import { THRESHOLDS } from '../thresholds/thresholds.ts'
import type { Exponent } from './learned-exponents.ts'
import { drawAround1, drawGamma, drawNormal, type Uniforms } from './random.ts'

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
 * a rate that differs from the window's; elasticity as it is believed to be; what people would click, as a multiple of the
 * window's.
 */
export function drawBudgetTruth(next: Uniforms, conversions: number, believed = usualExponent()) {
  const { dispersion, campaignRateDrift, accountDrift } = THRESHOLDS
  const drawn = believed.mean + believed.sd * drawNormal(next)
  const seen = drawGamma(next, (conversions + 0.5) / dispersion.value, 1 / dispersion.value)
  return {
    conversions: seen * drawAround1(next, campaignRateDrift.value),
    demand: drawAround1(next, accountDrift.value),
    elasticity: likelyExponent({ mean: drawn }),
  }
}

/** What is believed of the exponent of any campaign of an account, and of those whose own budgets were measured. */
export type BudgetResponses = { usual: Exponent; campaigns: Readonly<Record<string, Exponent>> }

export function exponentOf(
  responses: BudgetResponses | undefined,
  campaignId: string | null,
): Exponent {
  const ofCampaign = campaignId === null ? undefined : responses?.campaigns[campaignId]
  return ofCampaign ?? responses?.usual ?? usualExponent()
}

/** The middle of what is believed, within what can be. */
export function likelyExponent({ mean }: Pick<Exponent, 'mean'>): number {
  return Math.min(1, Math.max(THRESHOLDS.budgetElasticityMin.value, mean))
}

/** Of conversions to what is spent, where nothing was measured. */
export function usualExponent(): Exponent {
  const { budgetElasticity, budgetElasticitySd } = THRESHOLDS
  return { mean: budgetElasticity.value, sd: budgetElasticitySd.value }
}
