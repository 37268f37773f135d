import { normalCdf } from '../statistics/stats.ts'
import { type FlipTest, flipTest, LEAST_PAIRS } from './flip-test.ts'
import type { Interval, Worth } from './net-effect.ts'
import { studentQuantile } from './ratio-of-ratios.ts'

/** Sums of one arm of a pair in the windows before and after. */
export type ArmSums = { clicks: number; costMicros: number; conversions: number }
export type ComparedPair = Record<'now' | 'later', { before: ArmSums; after: ArmSums }>

/** How units vary: variance over mean of daily clicks, and drift from window to window (sd of the logarithm). */
export type UnitNoise = { dispersion: number; drift: number }

export type HalvesEffect = {
  pairs: number
  effectivePairs: number
  /** Of the half that was changed, fractions. */
  cost: Interval
  costP: number
  /** Micros over the window, of the half that was changed; both halves bring about twice as much. */
  netMicros: (Interval & { p: number }) | null
  /** Enough to decide anything by it. */
  isEnough: boolean
}

/** The half that was changed against the half that was not, pair by pair, as they were drawn. */
export function halvesEffect(
  pairs: readonly ComparedPair[],
  noise: UnitNoise,
  worth: Worth | null,
): HalvesEffect {
  const weights = pairs.map((pair) => weightOf(pair, noise))
  const unit = unitCost(pairs)
  const log = (arm: ComparedPair['now']) =>
    Math.log((arm.after.costMicros + unit / 2) / (arm.before.costMicros + unit / 2))
  const cost = flipTest(
    pairs.map(({ now, later }, i) => ({ difference: log(now) - log(later), weight: weights[i]! })),
  )
  const effectivePairs = effectiveOf(weights)
  return {
    pairs: pairs.length,
    effectivePairs,
    cost: {
      estimate: Math.expm1(cost.estimate),
      low: Math.expm1(cost.low),
      high: Math.expm1(cost.high),
    },
    costP: cost.p,
    netMicros: worth && netOf(pairs, worth),
    isEnough: pairs.length >= LEAST_PAIRS && effectivePairs >= LEAST_PAIRS,
  }
}

/** By what was known before the change: a weight that saw the outcome would break the test. */
function weightOf(pair: ComparedPair, { dispersion, drift }: UnitNoise): number {
  const variance = ({ before }: ComparedPair['now']) =>
    (2 * dispersion) / (before.clicks + 0.5) + drift ** 2
  return 1 / (variance(pair.now) + variance(pair.later))
}

function unitCost(pairs: readonly ComparedPair[]): number {
  const arms = pairs.flatMap(({ now, later }) => [now.before, later.before])
  return (
    sum(arms.map(({ costMicros }) => costMicros)) / (sum(arms.map(({ clicks }) => clicks)) || 1)
  )
}

/** In money each pair counts as much as it moves; what all did alike between the windows is taken off first. */
function netOf(pairs: readonly ComparedPair[], worth: Worth): HalvesEffect['netMicros'] {
  const arms = pairs.flatMap(({ now, later }) => [now, later])
  const growth =
    sum(arms.map(({ after }) => after.costMicros)) /
    (sum(arms.map(({ before }) => before.costMicros)) || 1)
  const net = ({ conversions, costMicros }: ArmSums) => worth.micros * conversions - costMicros
  const gained = (arm: ComparedPair['now']) => net(arm.after) - growth * net(arm.before)
  const test: FlipTest = flipTest(
    pairs.map(({ now, later }) => ({ difference: gained(now) - gained(later), weight: 1 })),
  )
  const times = pairs.length
  return {
    estimate: test.estimate * times,
    low: test.low * times,
    high: test.high * times,
    p: test.p,
  }
}

/**
 * P(a change of cost of this size, as a logarithm, is seen at 5 %) when a card is applied to one half first; clicks of both
 * units of each pair in the window before.
 */
export function powerOfHalves(
  pairs: readonly { now: number; later: number }[],
  noise: UnitNoise,
  log: number,
): number {
  if (pairs.length < LEAST_PAIRS) return 0
  const variance = (clicks: number) => (2 * noise.dispersion) / (clicks + 0.5) + noise.drift ** 2
  const weights = pairs.map(({ now, later }) => 1 / (variance(now) + variance(later)))
  if (effectiveOf(weights) < LEAST_PAIRS) return 0
  const spread = Math.sqrt(1 / sum(weights))
  return normalCdf(Math.abs(log) / spread - studentQuantile(0.05, effectiveOf(weights) - 1))
}

/** How many equal ones would tell as much. */
function effectiveOf(weights: readonly number[]): number {
  return sum(weights) ** 2 / sum(weights.map((weight) => weight ** 2))
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
