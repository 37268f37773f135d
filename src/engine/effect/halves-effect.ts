import { type FlipTest, flipTest, LEAST_PAIRS, type PairDifference } from './flip-test.ts'
import { type Interval, timesAsMuch, type Worth } from './net-effect.ts'
import { rareReach } from './rare-conversions.ts'
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
   * this look is to be read; `isRare`: that few were sold leaves more open than what a conversion is worth.
   */
  netMicros: (Interval & { p: number; decisive: Interval; isRare: boolean }) | null
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
    netMicros: worth && netOf(pairs, { worth, noise }, error),
    conversions: soldOf(pairs, noise),
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

/**
 * What a conversion is worth may be off by more than chance, and of few conversions more may have come, or fewer: that widens the interval, not the p.
 */
function netOf(
  pairs: readonly ComparedPair[],
  { worth, noise }: { worth: Worth; noise: UnitNoise },
  error: number,
): HalvesEffect['netMicros'] {
  const differences = netDifferences(pairs, worth)
  const { estimate: sold } = gained(differencesOf(pairs, ({ conversions }) => conversions))
  // Worth less than half is as likely as worth more than double.
  const doubts = [-1, 1].map((side) => Math.expm1(side * Z_95 * worth.sd) * worth.micros * sold)
  const inDoubt = (net: Interval, at: number) => {
    const rare = rareOf(pairs, noise, at)
    return widened(net, {
      down: Math.hypot(Math.min(...doubts), worth.micros * rare.down),
      up: Math.hypot(Math.max(...doubts), worth.micros * rare.up),
    })
  }
  const net = gained(differences)
  const usual = inDoubt(net, 0.05)
  const decisive = error === 0.05 ? usual : inDoubt(gained(differences, error), error)
  const isRare = worth.micros * rareOf(pairs, noise, error).down > -Math.min(...doubts)
  return { ...usual, p: net.p, decisive, isRare }
}

function soldOf(pairs: readonly ComparedPair[], noise: UnitNoise): Interval {
  const { estimate, low, high } = gained(differencesOf(pairs, ({ conversions }) => conversions))
  return widened({ estimate, low, high }, rareOf(pairs, noise, 0.05))
}

function rareOf(pairs: readonly ComparedPair[], { soldDispersion }: UnitNoise, error: number) {
  const arm = (side: keyof ComparedPair) => ({
    before: totalOf(pairs.map((pair) => pair[side].before)),
    after: totalOf(pairs.map((pair) => pair[side].after)),
  })
  const halves = { now: arm('now'), later: arm('later') }
  return rareReach(halves, { growth: growthOf(pairs), soldDispersion }, error)
}

function widened({ estimate, low, high }: Interval, by: { down: number; up: number }): Interval {
  return {
    estimate,
    low: estimate - Math.hypot(estimate - low, by.down),
    high: estimate + Math.hypot(high - estimate, by.up),
  }
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
  const growth = growthOf(pairs)
  const of = (arm: ComparedPair['now']) => figure(arm.after) - growth * figure(arm.before)
  return pairs.map(({ now, later }) => ({ difference: of(now) - of(later), weight: 1 }))
}

function growthOf(pairs: readonly ComparedPair[]): number {
  const arms = pairs.flatMap(({ now, later }) => [now, later])
  return (
    sum(arms.map(({ after }) => after.costMicros)) /
    (sum(arms.map(({ before }) => before.costMicros)) || 1)
  )
}

function totalOf(all: readonly ArmSums[]): ArmSums {
  return {
    clicks: sum(all.map(({ clicks }) => clicks)),
    costMicros: sum(all.map(({ costMicros }) => costMicros)),
    conversions: sum(all.map(({ conversions }) => conversions)),
  }
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
