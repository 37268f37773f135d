import { drawNormal, uniformsFrom } from '../statistics/random.ts'
import { blocksOf, flipsOf, shareAsFar } from './flip-test.ts'
import { isEnoughFor, weightOf } from './halves-effect.ts'
import { errorOfFirst } from './halves-looks.ts'
import { type HalvesOutlook, pairVariance } from './halves-variance.ts'
import { Z_95 } from './ratio-of-ratios.ts'

/**
 * P(the first look tells the halves apart by net money), by trying it: few pairs that all say the same are as sure as their coins, which no
 * formula for many would tell. `expectedMicros`: of the whole card over the window.
 */
export function chanceOfHalves(outlook: HalvesOutlook, expectedMicros: number): number {
  return isEnough(outlook) ? trialOf(outlook)(expectedMicros) : 0
}

const TRIALS = 200
const ALL_FLIPS_UP_TO = 10
const DRAWN_FLIPS = 499

function trialOf(outlook: HalvesOutlook): (expectedMicros: number) => number {
  const { pairs, wholeCostMicros } = outlook
  const parts = blocksOf(
    pairs.map(([a, b]) => ({
      difference: a.costMicros + b.costMicros,
      weight: 1,
    })),
  ).map(({ difference, weight }) => difference * weight)
  const deviations = blocksOf(
    pairs.map((pair) => ({ difference: totalOf(pairVariance(pair, outlook)), weight: 1 })),
  ).map(({ difference, weight }) => Math.sqrt(difference * weight))
  const flips = flipsOf(parts.length, ALL_FLIPS_UP_TO, DRAWN_FLIPS)
  const next = uniformsFrom('promise of halves')
  const luck = Array.from({ length: TRIALS }, () =>
    deviations.map((deviation) => deviation * drawNormal(next)),
  )
  const doubt = Z_95 * worthDoubt(outlook)
  const error = errorOfFirst(outlook)
  return (expectedMicros) => {
    const each = Math.abs(expectedMicros) / wholeCostMicros / 2
    const isSeen = (own: readonly number[]) => {
      const differences = own.map((one, i) => one + each * parts[i]!)
      const estimate = sum(differences)
      const reach = Z_95 * Math.sqrt(sum(differences.map((one) => one ** 2)))
      const beyondDoubt = (Math.hypot(reach, doubt) - reach) / differences.length
      const left = differences.map((one) => one - beyondDoubt)
      return estimate > beyondDoubt * left.length && shareAsFar(left, flips) <= error
    }
    return luck.filter(isSeen).length / TRIALS
  }
}

/** The smallest effect of the whole card, over the window, that is seen in four of five cases; null where none is. */
export function leastSeenInHalves(outlook: HalvesOutlook): number | null {
  if (!isEnough(outlook)) return null
  const chanceOf = trialOf(outlook)
  let most = outlook.wholeCostMicros * MOST_TIMES
  if (chanceOf(most) < SURE) return null
  let least = 0
  for (let round = 0; round < 12; round++) {
    const middle = (least + most) / 2
    if (chanceOf(middle) < SURE) least = middle
    else most = middle
  }
  return most
}

export const SURE = 0.8
/** Of what it costs: a change that brings more is none that has to be measured. */
const MOST_TIMES = 4

function isEnough({ pairs, noise }: HalvesOutlook): boolean {
  return isEnoughFor(pairs.map(([a, b]) => weightOf(a, b, noise)))
}

function worthDoubt({ pairs, worth, isStopped }: HalvesOutlook): number {
  const sold = sum(pairs.flat().map((one) => one.conversions)) / 2
  return isStopped ? worth.sd * worth.micros * sold : 0
}

const totalOf = ({ chance, drift }: { chance: number; drift: number }) => chance + drift
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
