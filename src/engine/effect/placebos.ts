import { EFFECT_THRESHOLDS } from '../thresholds/effect.ts'
import { driftSquare, informationOf, type Placebo, weightOfPast } from './drift.ts'
import { weighedMean, withEdit } from './edited-donors.ts'
import type { LogEffect } from './ratio-of-ratios.ts'

/** What the changed entity would have done by itself: how the untouched ones moved, and how far apart. */
export type Expectation = {
  log: number
  /** Of one more entity: drift between entities and the uncertainty of `log`. */
  variance: number
  /** Of `log` alone: what all that are held against the same untouched have in common. */
  shared: number
  /** Degrees of freedom with which the drift is known, those of the usual one included. */
  freedom: number
  /** Standard deviation of the logarithm between entities, chance taken off. */
  drift: number
  /** Variance with which the drift's square is known. */
  driftError: number
}

/**
 * Prediction of one more entity by a random-effects mean of the untouched ones (Higgins, Thompson & Spiegelhalter,
 * 2009): each weighs 1/(its variance + drift²). `usual` is the drift where too few are there to tell it; `earlier`: how untouched
 * ones moved between windows like these before, period by period, which tells how far they drift, not where to.
 */
export function expectationFrom(
  placebos: readonly Placebo[],
  usual: number,
  earlier: readonly (readonly Placebo[])[] = [],
): Expectation {
  const enough = EFFECT_THRESHOLDS.enoughPlacebos.value
  const periods = earlier.filter(({ length }) => length > 1)
  const apart = placebos.map(withEdit)
  const past = weightOfPast(apart, periods)
  const told = [
    { placebos: apart, weight: 1 },
    ...periods.map((one) => ({ placebos: one, weight: past })),
  ]
  const own = placebos.length > 1 ? driftSquare(told) : 0
  const known = sum(told.map((one) => one.weight * Math.max(0, one.placebos.length - 1)))
  const missing = Math.max(0, enough - 1 - known)
  const square = (own * known + usual ** 2 * missing) / (known + missing)
  const { log, variance } = weighedMean(placebos, square)
  const information = sum(told.map((one) => one.weight * informationOf(one.placebos, square)))
  return {
    log,
    variance: square + variance,
    shared: variance,
    freedom: known + missing,
    drift: Math.sqrt(square),
    driftError: missing > known ? 0 : 1 / information,
  }
}

/** Degrees of freedom of the daily dispersion: 28 days less 7 weekday means, twice. */
const DISPERSION_FREEDOM = 42

/** A drift hardly known beside a small noise has next to no degrees of freedom, but it cannot be below none either. */
const LEAST_FREEDOM = 2.5

/**
 * What the entity did against what was expected of it; `extra` is variance from elsewhere. Degrees of freedom by
 * Satterthwaite (1946): 2 variance² / Var(variance).
 */
export function againstExpected(
  own: Placebo & { freedom?: number },
  expected: Expectation,
  extra = 0,
): LogEffect {
  const variance = own.variance + expected.variance + extra
  const ofDays = own.freedom ?? DISPERSION_FREEDOM
  const unsure = (2 * own.variance ** 2) / ofDays + expected.driftError
  const freedom = Math.max(LEAST_FREEDOM, (2 * variance ** 2) / unsure)
  return { log: own.log - expected.log, variance, freedom }
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
