import { gammaCdf } from '../statistics/stats.ts'
import { EFFECT_THRESHOLDS } from '../thresholds/effect.ts'

/**
 * How an entity left unchanged moved between the windows, and what chance alone explains of it; `edited`: as of a watched entity, none
 * where left out.
 */
export type Placebo = { log: number; variance: number; edited?: number }

/** How entities moved between the same two windows, and how much that counts. */
type Moves = { placebos: readonly Placebo[]; weight: number }

const ROUNDS = 60

/** Paule & Mandel (1982): the drift² at which the weighted squares about each mean are worth their degrees of freedom. */
export function driftSquare(told: readonly Moves[]): number {
  const excess = (square: number) =>
    sum(told.map((one) => one.weight * (spreadOf(one.placebos, square) - one.placebos.length + 1)))
  if (excess(0) <= 0) return 0
  let [low, high] = [0, 1]
  while (excess(high) > 0 && high < 1e6) high *= 4
  for (let round = 0; round < ROUNDS; round++) {
    const middle = (low + high) / 2
    if (excess(middle) > 0) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** Sum of the weighted squares about the mean: chi-squared where that is how far they drift. */
function spreadOf(placebos: readonly Placebo[], square: number): number {
  const weights = placebos.map(({ variance }) => 1 / (variance + square))
  const mean = sum(placebos.map((one, i) => one.log * weights[i]!)) / sum(weights)
  return sum(placebos.map((one, i) => weights[i]! * (one.log - mean) ** 2))
}

/** Of the drift's square: one over the variance with which they tell it. */
export function informationOf(placebos: readonly Placebo[], square: number): number {
  const known = Math.max((placebos.length - 1) / placebos.length, 0.5)
  return (sum(placebos.map(({ variance }) => 1 / (variance + square) ** 2)) * known) / 2
}

/**
 * Share of what earlier periods tell of the drift that counts (a power prior; Ibrahim & Chen, 2000), for periods are not all alike. The less, the
 * less this one looks like them (weighed by a p-value; Liu, 2018): a switch would take one calm account in four for wild. None where this
 * one is surely wilder.
 */
export function weightOfPast(
  placebos: readonly Placebo[],
  periods: readonly (readonly Placebo[])[],
): number {
  if (placebos.length < 2 || periods.length === 0) return 0
  const { periodsUnlike, wilderThanPast, surelyWilder } = EFFECT_THRESHOLDS
  const past = periods.map((one) => ({ placebos: one, weight: 1 }))
  const spread = spreadOf(placebos, driftSquare(past))
  const asWild = 1 - gammaCdf(spread / 2, (placebos.length - 1) / 2, 1)
  if (asWild <= surelyWilder.value) return 0
  const doubt = wilderThanPast.value - surelyWilder.value
  const alike = Math.min(1, (asWild - surelyWilder.value) / doubt)
  const square = driftSquare([...past, { placebos, weight: 1 }])
  const told = SHARED_WINDOWS * sum(periods.map((one) => informationOf(one, square)))
  return (alike * SHARED_WINDOWS) / (1 + told * periodsUnlike.value * square ** 2)
}

/**
 * Neighbouring periods have a window in common: the mean square of n differences of windows in a row varies as that of 2n/3 independent
 * ones, where windows are independent.
 */
const SHARED_WINDOWS = 2 / 3

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
