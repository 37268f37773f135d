import { flipTest, LEAST_PAIRS, type PairDifference } from './flip-test.ts'
import { type Change, type Figure, partsOf } from './halves-parts.ts'
import type { Interval, Worth } from './net-effect.ts'
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

/** `isStopped`: what is changed stops altogether. */
type Reading = { error: number; isStopped: boolean }

/** The half that was changed against the half that was not, pair by pair, as they were drawn. */
export function halvesEffect(
  pairs: readonly ComparedPair[],
  noise: UnitNoise,
  worth: Worth | null,
  { error = 0.05, isStopped = false }: Partial<Reading> = {},
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
    netMicros: worth && netOf(pairs, { worth, noise }, { error, isStopped }),
    conversions: soldOf(pairs, noise, isStopped),
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
  { error, isStopped }: Reading,
): HalvesEffect['netMicros'] {
  const differences = differencesOf(pairs, netFigure(worth), { ...noise, isStopped })
  const sold = sum(differencesOf(pairs, SOLD, EQUAL).map((one) => one.difference * one.weight))
  // Worth less than half is as likely as worth more than double.
  const doubts = [-1, 1].map((side) => Math.expm1(side * Z_95 * worth.sd) * worth.micros * sold)
  const inDoubt = (net: Interval, at: number) => {
    const rare = rareOf(pairs, noise, at)
    return widened(net, {
      down: Math.hypot(Math.min(...doubts), worth.micros * rare.down),
      up: Math.hypot(Math.max(...doubts), worth.micros * rare.up),
    })
  }
  const net = flipTest(differences)
  const usual = inDoubt(net, 0.05)
  const decisive = error === 0.05 ? usual : inDoubt(flipTest(differences, error), error)
  const isRare = worth.micros * rareOf(pairs, noise, error).down > -Math.min(...doubts)
  return { ...usual, p: net.p, decisive, isRare }
}

function soldOf(pairs: readonly ComparedPair[], noise: UnitNoise, isStopped: boolean): Interval {
  const { estimate, low, high } = flipTest(differencesOf(pairs, SOLD, { ...noise, isStopped }))
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
  return differencesOf(pairs, netFigure(worth), EQUAL)
}

export function netFigure(worth: Worth): Figure {
  return { perConversion: worth.micros, perCost: -1 }
}

const SOLD: Figure = { perConversion: 1, perCost: 0 }
const EQUAL = { isStopped: false, soldDispersion: 1 }

/** Each pair counts as much as it moves; what all did alike between the windows is taken off first. Their mean, by their parts, is the effect on all. */
function differencesOf(
  pairs: readonly ComparedPair[],
  figure: Figure,
  change: Change,
): PairDifference[] {
  const growth = growthOf(pairs)
  const of = ({ conversions, costMicros }: ArmSums) =>
    figure.perConversion * conversions + figure.perCost * costMicros
  const moved = (arm: ComparedPair['now']) => of(arm.after) - growth * of(arm.before)
  const before = pairs.map(({ now, later }) => [now.before, later.before] as const)
  const parts = partsOf(before, figure, change)
  return pairs.map(({ now, later }, i) => ({
    difference: (moved(now) - moved(later)) / parts[i]!,
    weight: parts[i]!,
  }))
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

function effectiveOf(weights: readonly number[]): number {
  return sum(weights) ** 2 / sum(weights.map((weight) => weight ** 2))
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
