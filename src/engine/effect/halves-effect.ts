import { type FlipTest, flipTest, LEAST_PAIRS, type PairDifference } from './flip-test.ts'
import { type Interval, timesAsMuch, type Worth } from './net-effect.ts'
import { Z_95 } from './ratio-of-ratios.ts'

/** Sums of one arm of a pair in the windows before and after. */
export type ArmSums = { clicks: number; costMicros: number; conversions: number }
export type ComparedPair = Record<'now' | 'later', { before: ArmSums; after: ArmSums }>

/** How units vary: variance over mean of clicks and of conversions, and drift from window to window (sd of the logarithm). */
export type UnitNoise = { dispersion: number; soldDispersion: number; drift: number }

export type HalvesEffect = {
  pairs: number
  effectivePairs: number
  /** Of the half that was changed, fractions. */
  cost: Interval
  costP: number
  /**
   * Micros over the window, of the half that was changed; both halves bring about twice as much. `decisive`: at the error at which
   * this look is to be read.
   */
  netMicros: (Interval & { p: number; decisive: Interval }) | null
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
  error = 0.05,
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
    netMicros: worth && netOf(pairs, worth, error),
    conversions: gained(differencesOf(pairs, ({ conversions }) => conversions)),
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
function netOf(
  pairs: readonly ComparedPair[],
  worth: Worth,
  error: number,
): HalvesEffect['netMicros'] {
  const differences = netDifferences(pairs, worth)
  const { estimate: sold } = gained(differencesOf(pairs, ({ conversions }) => conversions))
  // Worth less than half is as likely as worth more than double.
  const doubts = [-1, 1].map((side) => Math.expm1(side * Z_95 * worth.sd) * worth.micros * sold)
  const inDoubt = ({ estimate, low, high }: Interval) => ({
    estimate,
    low: estimate - Math.hypot(estimate - low, Math.min(...doubts)),
    high: estimate + Math.hypot(high - estimate, Math.max(...doubts)),
  })
  const net = gained(differences)
  const usual = inDoubt(net)
  const decisive = error === 0.05 ? usual : inDoubt(gained(differences, error))
  return { ...usual, p: net.p, decisive }
}

/** Of each pair, what net money differs by. */
export function netDifferences(pairs: readonly ComparedPair[], worth: Worth): PairDifference[] {
  return differencesOf(
    pairs,
    ({ conversions, costMicros }) => worth.micros * conversions - costMicros,
  )
}

/** Each pair counts as much as it moves; what all did alike between the windows is taken off first. */
function differencesOf(
  pairs: readonly ComparedPair[],
  figure: (sums: ArmSums) => number,
): PairDifference[] {
  const arms = pairs.flatMap(({ now, later }) => [now, later])
  const growth =
    sum(arms.map(({ after }) => after.costMicros)) /
    (sum(arms.map(({ before }) => before.costMicros)) || 1)
  const of = (arm: ComparedPair['now']) => figure(arm.after) - growth * figure(arm.before)
  return pairs.map(({ now, later }) => ({ difference: of(now) - of(later), weight: 1 }))
}

/** Of all pairs together. */
function gained(differences: readonly PairDifference[], error = 0.05): FlipTest {
  const ofOne = flipTest(differences, error)
  return { ...ofOne, ...timesAsMuch(ofOne, differences.length) }
}

function effectiveOf(weights: readonly number[]): number {
  return sum(weights) ** 2 / sum(weights.map((weight) => weight ** 2))
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
