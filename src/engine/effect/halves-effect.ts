import { normalCdf } from '../statistics/stats.ts'
import { type FlipTest, flipTest, LEAST_PAIRS } from './flip-test.ts'
import type { Interval, Worth } from './net-effect.ts'
import { studentQuantile, Z_95 } from './ratio-of-ratios.ts'

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
  /** Over the window, of the half that was changed. */
  conversions: Interval
  /** Enough to decide anything by it. */
  isEnough: boolean
}

/** The half that was changed against the half that was not, pair by pair, as they were drawn. */
export function halvesEffect(
  pairs: readonly ComparedPair[],
  noise: UnitNoise,
  worth: Worth | null,
): HalvesEffect {
  const weights = pairs.map(({ now, later }) => weightOf(now.before, later.before, noise))
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
    conversions: gainedBy(pairs, ({ conversions }) => conversions),
    isEnough: isEnoughFor(weights),
  }
}

/** By what was known before the change: a weight that saw the outcome would break the test. */
export function weightOf(
  one: Pick<ArmSums, 'clicks'>,
  other: Pick<ArmSums, 'clicks'>,
  { dispersion, drift }: UnitNoise,
): number {
  const variance = ({ clicks }: Pick<ArmSums, 'clicks'>) =>
    (2 * dispersion) / (clicks + 0.5) + drift ** 2
  return 1 / (variance(one) + variance(other))
}

/** Whether pairs of such weights may decide anything. */
export function isEnoughFor(weights: readonly number[]): boolean {
  return weights.length >= LEAST_PAIRS && effectiveOf(weights) >= LEAST_PAIRS
}

function unitCost(pairs: readonly ComparedPair[]): number {
  const arms = pairs.flatMap(({ now, later }) => [now.before, later.before])
  return (
    sum(arms.map(({ costMicros }) => costMicros)) / (sum(arms.map(({ clicks }) => clicks)) || 1)
  )
}

/** What a conversion is worth may be off by more than chance: that widens the interval, not the p. */
function netOf(pairs: readonly ComparedPair[], worth: Worth): HalvesEffect['netMicros'] {
  const net = gainedBy(
    pairs,
    ({ conversions, costMicros }) => worth.micros * conversions - costMicros,
  )
  const { estimate } = gainedBy(pairs, ({ conversions }) => conversions)
  // Worth less than half is as likely as worth more than double.
  const doubts = [-1, 1].map((side) => Math.expm1(side * Z_95 * worth.sd) * worth.micros * estimate)
  return {
    ...net,
    low: net.estimate - Math.hypot(net.estimate - net.low, Math.min(...doubts)),
    high: net.estimate + Math.hypot(net.high - net.estimate, Math.max(...doubts)),
  }
}

/** Each pair counts as much as it moves; what all did alike between the windows is taken off first. */
function gainedBy(pairs: readonly ComparedPair[], figure: (sums: ArmSums) => number): FlipTest {
  const arms = pairs.flatMap(({ now, later }) => [now, later])
  const growth =
    sum(arms.map(({ after }) => after.costMicros)) /
    (sum(arms.map(({ before }) => before.costMicros)) || 1)
  const gained = (arm: ComparedPair['now']) => figure(arm.after) - growth * figure(arm.before)
  const test = flipTest(
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
  const weights = pairs.map(({ now, later }) => weightOf({ clicks: now }, { clicks: later }, noise))
  if (!isEnoughFor(weights)) return 0
  const spread = Math.sqrt(1 / sum(weights))
  return normalCdf(Math.abs(log) / spread - studentQuantile(0.05, effectiveOf(weights) - 1))
}

/** How many equal ones would tell as much. */
function effectiveOf(weights: readonly number[]): number {
  return sum(weights) ** 2 / sum(weights.map((weight) => weight ** 2))
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
