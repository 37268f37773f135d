import type { ArmSums, UnitNoise } from './halves-effect.ts'
import type { Worth } from './net-effect.ts'

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

/** Of the difference of all pairs in net money over a window: what more days would take away, and what they would not. */
export function varianceOfHalves(outlook: HalvesOutlook): { chance: number; drift: number } {
  const all = outlook.pairs.map((pair) => pairVariance(pair, outlook))
  return {
    chance: sum(all.map(({ chance }) => chance)),
    drift: sum(all.map(({ drift }) => drift)),
  }
}

/**
 * Of one window a unit's net varies by its conversions, by its clicks, and by how it drifts; units are also worth more or less
 * than what all of them let expect. What is stopped has no window after, and the growth that the windows before are taken
 * off with is half of what it would be.
 */
export function pairVariance([a, b]: HalvesOutlook['pairs'][number], outlook: HalvesOutlook) {
  const chance = windowVariance(a, outlook) + windowVariance(b, outlook)
  const drift = outlook.noise.drift ** 2 * (netOf(a, outlook) ** 2 + netOf(b, outlook) ** 2)
  if (!outlook.isStopped) return { chance: chance * 2, drift }
  const worthOf = (unit: ArmSums) => outlook.worth.micros * expected(unit, outlook)
  const unlike = (UNLIKE / 2) ** 2 * (worthOf(a) ** 2 + worthOf(b) ** 2)
  return { chance: chance * (1 / 2 + 1 / 4), drift: drift / 2 + unlike }
}

/**
 * What the one of a pair that waits may sell in the window after, where the other is stopped: of rare sales a count that is often none, and no
 * normal deviation. `variance`: its part of that of the pair's difference; none where nothing stops.
 */
export function waitingSales([a, b]: HalvesOutlook['pairs'][number], outlook: HalvesOutlook) {
  const { noise, worth, isStopped } = outlook
  const mean = isStopped ? (expected(a, outlook) + expected(b, outlook)) / 2 : 0
  return { mean, variance: worth.micros ** 2 * noise.soldDispersion * mean }
}

/** Of what a click brings, from unit to unit of one card (sd of the logarithm); own choice. */
const UNLIKE = 0.5

function windowVariance(unit: ArmSums, outlook: HalvesOutlook): number {
  const { noise, worth } = outlook
  const ofClicks = netOf(unit, outlook) ** 2 / (unit.clicks || 0.5)
  const ofSales = worth.micros ** 2 * expected(unit, outlook)
  return noise.soldDispersion * ofSales + noise.dispersion * ofClicks
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

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
