import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { drawNormal, type Uniforms } from './random.ts'
import { leastSquares } from './stats.ts'

/** How clicks (`eta`) and their price (`kappa`) follow the bid: clicks ~ bid^eta, cpc ~ bid^kappa. */
export type BidElasticity = { eta: number; kappa: number }

/** Measured on 411 campaigns of one advertiser; to be replaced by the account's own simulations. */
export const defaultElasticity = (): BidElasticity => ({
  eta: THRESHOLDS.bidClicksElasticity.value,
  kappa: THRESHOLDS.bidPriceElasticity.value,
})

/** Campaigns differ, keywords of one hardly; Google's own simulation of this one leaves less doubt. */
export function drawElasticity(
  next: Uniforms,
  elasticity: BidElasticity,
  fromSimulation: boolean,
): BidElasticity {
  const { bidClicksSpread, bidClicksMin, bidPriceSpread, bidPriceMin } = THRESHOLDS
  const doubt = fromSimulation ? 0.5 : 1
  const eta = elasticity.eta + doubt * bidClicksSpread.value * drawNormal(next)
  const kappa = elasticity.kappa + doubt * bidPriceSpread.value * drawNormal(next)
  return {
    eta: Math.max(bidClicksMin.value, eta),
    kappa: Math.max(bidPriceMin.value, kappa),
  }
}

/** Cost per click of most profit, when a click is worth `value`. */
export function profitableCpc(value: number, { eta, kappa }: BidElasticity): number {
  return (value * eta) / (eta + kappa)
}

/** Bid × this moves the cost per click from `cpc` to `wanted`, uncut. */
export function bidMultiplier(cpc: number, wanted: number, { kappa }: BidElasticity): number {
  return (wanted / cpc) ** (1 / kappa)
}

/** A single step: at most ±20 %, ±30 % when sure. */
export function cappedStep(multiplier: number, probability: number): number {
  const { bidStep, bidStepSure, bidStepSureProbability } = THRESHOLDS
  const sure = probability >= bidStepSureProbability.value
  const step = sure ? bidStepSure.value : bidStep.value
  return Math.min(1 + step, Math.max(1 - step, multiplier))
}

/** Factors on clicks (at most `most`), cost per click, cost and cost per conversion when the bid is multiplied. */
export function bidResponse(
  multiplier: number,
  { eta, kappa }: BidElasticity,
  most: number = Number.POSITIVE_INFINITY,
) {
  const clicks = Math.min(most, multiplier ** eta)
  const cpc = multiplier ** kappa
  return { clicks, cpc, cost: clicks * cpc, costPerConversion: cpc }
}

/** 'raise' or 'lower' where the sign is sure enough, from P(conversion rate > break-even). */
export function bidDirection(chanceAbove: number): 'raise' | 'lower' | null {
  if (chanceAbove >= THRESHOLDS.bidDirection.value) return 'raise'
  return 1 - chanceAbove >= THRESHOLDS.bidDirection.value ? 'lower' : null
}

/**
 * Elasticity from an account's own simulation points, by least squares of the logarithms; null with fewer than three
 * points that differ, or where clicks fall as the bid rises. `value` is the bid; costs in one unit.
 */
export function elasticityOf(
  points: readonly { value: number; clicks: number; costMicros: number }[],
): BidElasticity | null {
  const usable = points.filter(
    ({ value, clicks, costMicros }) => value > 0 && clicks > 0 && costMicros > 0,
  )
  if (usable.length < 3) return null
  const against = (y: (point: (typeof usable)[number]) => number) =>
    leastSquares(usable.map((point) => ({ x: Math.log(point.value), y: Math.log(y(point)) })))
  const clicks = against((point) => point.clicks)
  const cpc = against((point) => point.costMicros / point.clicks)
  if (!clicks || !cpc || clicks.slope <= 0 || cpc.slope <= 0) return null
  return { eta: clicks.slope, kappa: cpc.slope }
}
