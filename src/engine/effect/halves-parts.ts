import { Z_95 } from './ratio-of-ratios.ts'

type Past = { costMicros: number; conversions: number }

/** What is told apart: so much for each conversion and each micro spent. */
export type Figure = { perConversion: number; perCost: number }

export type Change = {
  /** Variance over mean of conversions. */
  soldDispersion: number
  /** What is changed stops altogether: a negative. */
  isStopped: boolean
}

/**
 * How an effect falls to the pairs, as parts of 1: what each differs by beyond its part is chance to the interval. What stops does the more the
 * more there was of it; held to equal parts, that pairs are unlike would pass for chance. But the fewer pairs have most of it, the less they tell of chance: where
 * that is more than what they are unlike by, and of what does not stop, the parts are equal. The p of no effect is the same in any parts.
 * `pairs`: sums of days before the change alone, for parts that saw the outcome would break the test.
 */
export function partsOf(
  pairs: readonly (readonly [Past, Past])[],
  { perConversion, perCost }: Figure,
  { isStopped, soldDispersion }: Change,
): number[] {
  const equal = pairs.map(() => 1 / pairs.length)
  const costs = pairs.map(([a, b]) => a.costMicros + b.costMicros)
  const cost = sum(costs)
  if (!isStopped || cost <= 0) return equal
  const sold = sum(pairs.map(([a, b]) => a.conversions + b.conversions))
  const byCost = ofOne(costs.map((one) => Math.max(one, LEAST * cost)))
  // One of both units stops; the other's sales count, and half of those of each before.
  const effect = (perConversion * sold + perCost * cost) / 2
  const chance = perConversion ** 2 * soldDispersion * sold * (1 / 2 + 1 / 4)
  const unlike = effect ** 2 * (squares(byCost) - squares(equal))
  return reach(chance, byCost) < reach(chance + unlike, equal) ? byCost : equal
}

/** One that cost next to nothing is not to be divided by. */
const LEAST = 1e-6

/** Square of an interval's, but for a factor: its end is an effect that adds to what the coins make of chance. */
function reach(variance: number, parts: readonly number[]): number {
  const left = 1 - Z_95 ** 2 * squares(parts)
  return left > 0 ? variance / left : Number.POSITIVE_INFINITY
}

function ofOne(values: readonly number[]): number[] {
  const all = sum(values)
  return values.map((value) => value / all)
}

const squares = (values: readonly number[]) => sum(values.map((value) => value ** 2))
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
