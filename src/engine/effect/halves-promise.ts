import { drawNormal, uniformsFrom } from '../statistics/random.ts'
import { blocksOf, flipsOf, shareAsFar } from './flip-test.ts'
import { type ArmSums, isEnoughFor, type UnitNoise, weightOf } from './halves-effect.ts'
import type { Worth } from './net-effect.ts'
import { Z_95 } from './ratio-of-ratios.ts'

/** What is known before a card is applied to one half. */
export type HalvesOutlook = {
  /** Of both units of each pair, the sums of a window of past days as long as the one to come. */
  pairs: readonly (readonly [ArmSums, ArmSums])[]
  /** Of all units of the card, those that are not compared as well. */
  wholeCostMicros: number
  noise: UnitNoise
  worth: Worth
  /** What is changed stops altogether: a pause, a negative. */
  isStopped: boolean
}

/**
 * P(the halves are told apart by net money), by trying it: few pairs that all say the same are as sure as their coins, which no
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
    pairs.map((pair) => ({ difference: pairVariance(pair, outlook), weight: 1 })),
  ).map(({ difference, weight }) => Math.sqrt(difference * weight))
  const flips = flipsOf(parts.length, ALL_FLIPS_UP_TO, DRAWN_FLIPS)
  const next = uniformsFrom('promise of halves')
  const luck = Array.from({ length: TRIALS }, () =>
    deviations.map((deviation) => deviation * drawNormal(next)),
  )
  const doubt = Z_95 * worthDoubt(outlook)
  return (expectedMicros) => {
    const each = Math.abs(expectedMicros) / wholeCostMicros / 2
    const isSeen = (own: readonly number[]) => {
      const differences = own.map((one, i) => one + each * parts[i]!)
      const estimate = sum(differences)
      const reach = Z_95 * Math.sqrt(sum(differences.map((one) => one ** 2)))
      const beyondDoubt = (Math.hypot(reach, doubt) - reach) / differences.length
      const left = differences.map((one) => one - beyondDoubt)
      return estimate > beyondDoubt * left.length && shareAsFar(left, flips) <= 0.05
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

/**
 * Of one window a unit's net varies by its conversions, by its clicks, and by how it drifts; units are also worth more or less
 * than what all of them let expect. What is stopped has no window after, and the growth that the windows before are taken
 * off with is half of what it would be.
 */
function pairVariance([a, b]: HalvesOutlook['pairs'][number], outlook: HalvesOutlook): number {
  const [one, other] = [windowVariance(a, outlook), windowVariance(b, outlook)]
  const drift = outlook.noise.drift ** 2 * (netOf(a, outlook) ** 2 + netOf(b, outlook) ** 2)
  if (!outlook.isStopped) return (one + other) * 2 + drift
  const worthOf = (unit: ArmSums) => outlook.worth.micros * expected(unit, outlook)
  const unlike = (UNLIKE / 2) ** 2 * (worthOf(a) ** 2 + worthOf(b) ** 2)
  return (one + other) * (1 / 2 + 1 / 4) + drift / 2 + unlike
}

/** Of what a click brings, from unit to unit of one card (sd of the logarithm); own choice. */
const UNLIKE = 0.5

function windowVariance(unit: ArmSums, outlook: HalvesOutlook): number {
  const { noise, worth } = outlook
  const ofClicks = netOf(unit, outlook) ** 2 / (unit.clicks || 0.5)
  return noise.dispersion * (worth.micros ** 2 * expected(unit, outlook) + ofClicks)
}

function netOf(unit: ArmSums, outlook: HalvesOutlook): number {
  return outlook.worth.micros * expected(unit, outlook) - unit.costMicros
}

/** Of one unit a count of conversions tells next to nothing: all of them tell what a click brings. */
function expected({ clicks }: ArmSums, { pairs }: HalvesOutlook): number {
  const all = pairs.flat()
  return (
    (clicks * (sum(all.map((one) => one.conversions)) + 0.5)) / sum(all.map((one) => one.clicks))
  )
}

function worthDoubt({ pairs, worth, isStopped }: HalvesOutlook): number {
  const sold = sum(pairs.flat().map((one) => one.conversions)) / 2
  return isStopped ? worth.sd * worth.micros * sold : 0
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
