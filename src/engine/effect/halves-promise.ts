import { drawNormal, drawPoisson, uniformsFrom } from '../statistics/random.ts'
import { blocksOf, flipsOf, shareAsFar } from './flip-test.ts'
import { type ArmSums, isEnoughFor, netFigure, weightOf } from './halves-effect.ts'
import { errorOfFirst } from './halves-looks.ts'
import { partsOf } from './halves-parts.ts'
import { type HalvesOutlook, pairVariances, waitingSales } from './halves-variance.ts'
import { rareReach } from './rare-conversions.ts'
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
  const { pairs, wholeCostMicros, noise, worth, isStopped } = outlook
  const parts = inBlocks(pairs.map(([a, b]) => a.costMicros + b.costMicros))
  const shares = inBlocks(partsOf(pairs, netFigure(worth), { ...noise, isStopped }))
  const sales = waitingSales(outlook)
  const means = inBlocks(sales.map(({ mean }) => mean))
  const variances = inBlocks(
    pairVariances(outlook).map((one, i) => totalOf(one) - sales[i]!.variance),
  )
  const half = halfOf(pairs)
  const flips = flipsOf(parts.length, ALL_FLIPS_UP_TO, DRAWN_FLIPS)
  const next = uniformsFrom('promise of halves')
  const { soldDispersion } = noise
  const luck = Array.from({ length: TRIALS }, () => ({
    sold: means.map((mean) => soldDispersion * drawPoisson(next, mean / soldDispersion)),
    other: variances.map((variance) => Math.sqrt(variance) * drawNormal(next)),
  }))
  const error = errorOfFirst(outlook)
  const doubtOfWorth = Z_95 * worthDoubt(outlook)
  return (expectedMicros) => {
    const side = expectedMicros > 0 ? 1 : -1
    const each = Math.abs(expectedMicros) / wholeCostMicros / 2
    const isSeen = ({ sold, other }: (typeof luck)[number]) => {
      const differences = other.map(
        (one, i) => one + each * parts[i]! - side * worth.micros * (sold[i]! - means[i]!),
      )
      const estimate = sum(differences)
      const beyond = differences.map((one, i) => one - estimate * shares[i]!)
      const reach = Z_95 * Math.sqrt(sum(beyond.map((one) => one ** 2)))
      const doubt = Math.hypot(
        doubtOfWorth,
        rareDoubt(outlook, { half, side, sold: sum(sold), error }),
      )
      const beyondDoubt = Math.hypot(reach, doubt) - reach
      const left = differences.map((one, i) => one - beyondDoubt * shares[i]!)
      return estimate > beyondDoubt && shareAsFar(left, flips) <= error
    }
    return luck.filter(isSeen).length / TRIALS
  }
}

function inBlocks(ofPairs: readonly number[]): number[] {
  return blocksOf(ofPairs.map((difference) => ({ difference, weight: 1 }))).map(
    ({ difference, weight }) => difference * weight,
  )
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
  return isStopped ? worth.sd * worth.micros * halfOf(pairs).conversions : 0
}

/** What few conversions leave open on the side of nothing, if the half that waits sold so many where the other is stopped. */
function rareDoubt(
  { noise: { soldDispersion }, worth, isStopped }: HalvesOutlook,
  { half, side, sold, error }: { half: ArmSums; side: 1 | -1; sold: number; error: number },
): number {
  const later = { before: half, after: isStopped ? { ...half, conversions: sold } : half }
  const now = { before: half, after: isStopped ? NOTHING : half }
  const { down, up } = rareReach(
    { now, later },
    { growth: isStopped ? 1 / 2 : 1, soldDispersion },
    error,
  )
  return worth.micros * (side > 0 ? down : up)
}

const NOTHING: ArmSums = { clicks: 0, costMicros: 0, conversions: 0 }

function halfOf(pairs: HalvesOutlook['pairs']): ArmSums {
  const half = (of: (unit: ArmSums) => number) => sum(pairs.flat().map(of)) / 2
  return {
    clicks: half(({ clicks }) => clicks),
    costMicros: half(({ costMicros }) => costMicros),
    conversions: half(({ conversions }) => conversions),
  }
}

const totalOf = ({ chance, drift }: { chance: number; drift: number }) => chance + drift
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
