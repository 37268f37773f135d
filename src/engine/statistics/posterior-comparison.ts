import type { GammaMixture } from './priors.ts'
import { betaCdf } from './stats.ts'

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
