import type { GammaMixture } from './priors.ts'
import { betaCdf, betaQuantile, lnBeta } from './stats.ts'

/** Belief about a proportion, Beta(alpha, beta). */
export type BetaBelief = { alpha: number; beta: number }

/** Uniform prior and `successes` of `trials`; successes above trials are not a proportion. */
export const betaBelief = (successes: number, trials: number): BetaBelief => ({
  alpha: 1 + successes,
  beta: 1 + trials - successes,
})

/**
 * P(rate a > factor × rate b) of two gamma beliefs, exact: of two gammas of equal rate the share of the first is
 * Beta(shape a, shape b).
 */
export function chanceGreater(a: GammaMixture, b: GammaMixture, factor = 1): number {
  let chance = 0
  for (const one of a) {
    for (const other of b) {
      const odds = (factor * one.rate) / other.rate
      chance += one.weight * other.weight * (1 - betaCdf(odds / (1 + odds), one.shape, other.shape))
    }
  }
  return Math.min(1, chance)
}

/** E[max(b − a, 0)]: what is expected to be lost, in the unit of the rates, by keeping `a`. */
export function expectedRateLoss(a: GammaMixture, b: GammaMixture): number {
  let loss = 0
  for (const one of a) {
    for (const other of b) {
      const odds = other.rate / one.rate
      const at = odds / (1 + odds)
      const gain =
        (other.shape / other.rate) * (1 - betaCdf(at, other.shape + 1, one.shape)) -
        (one.shape / one.rate) * (1 - betaCdf(at, other.shape, one.shape + 1))
      loss += one.weight * other.weight * gain
    }
  }
  return Math.max(0, loss)
}

/** P(share a > share b): Miller's exact sum for whole alphas, else by quadrature over b (alphas ≥ 1). */
export function chanceShareGreater(a: BetaBelief, b: BetaBelief): number {
  if (!Number.isInteger(a.alpha) || a.alpha > MOST_TERMS) return byQuadrature(a, b)
  let chance = 0
  for (let i = 0; i < a.alpha; i++) {
    const ln =
      lnBeta(b.alpha + i, b.beta + a.beta) -
      Math.log(a.beta + i) -
      lnBeta(1 + i, a.beta) -
      lnBeta(b.alpha, b.beta)
    chance += Math.exp(ln)
  }
  return Math.min(1, chance)
}

/** E[max(b − a, 0)]: expected loss of share by keeping `a`. */
export function expectedShareLoss(a: BetaBelief, b: BetaBelief): number {
  const mean = ({ alpha, beta }: BetaBelief) => alpha / (alpha + beta)
  const grown = ({ alpha, beta }: BetaBelief) => ({ alpha: alpha + 1, beta })
  const loss =
    mean(b) * chanceShareGreater(grown(b), a) - mean(a) * (1 - chanceShareGreater(grown(a), b))
  return Math.max(0, loss)
}

const MOST_TERMS = 2_000
const INTERVALS = 400

/** ∫ density of b × P(a > x), by Simpson over all but 2e-9 of b. */
function byQuadrature(a: BetaBelief, b: BetaBelief): number {
  const low = betaQuantile(1e-9, b.alpha, b.beta)
  const high = betaQuantile(1 - 1e-9, b.alpha, b.beta)
  const step = (high - low) / INTERVALS
  const ln = lnBeta(b.alpha, b.beta)
  let chance = 0
  for (let i = 0; i <= INTERVALS; i++) {
    const x = low + i * step
    const density = Math.exp((b.alpha - 1) * Math.log(x) + (b.beta - 1) * Math.log1p(-x) - ln)
    const weight = i === 0 || i === INTERVALS ? 1 : i % 2 === 1 ? 4 : 2
    chance += (weight * density * (1 - betaCdf(x, a.alpha, a.beta)) * step) / 3
  }
  return Math.min(1, chance)
}
