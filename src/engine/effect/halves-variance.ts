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
  const all = pairVariances(outlook)
  return {
    chance: sum(all.map(({ chance }) => chance)),
    drift: sum(all.map(({ drift }) => drift)),
  }
}

/**
 * The same of each pair. Of one window a unit's net varies by its conversions, by its clicks, and by how it drifts; units are also worth
 * more or less than what all of them let expect. What is stopped has no window after, and the growth that the windows before are taken
 * off with is half of what it would be.
 */
export function pairVariances(outlook: HalvesOutlook): { chance: number; drift: number }[] {
  const { pairs, noise, worth, isStopped } = outlook
  const expected = expectedIn(pairs)
  const worthOf = (unit: ArmSums) => worth.micros * expected(unit)
  const netOf = (unit: ArmSums) => worthOf(unit) - unit.costMicros
  const windowVariance = (unit: ArmSums) => {
    const ofClicks = netOf(unit) ** 2 / (unit.clicks || 0.5)
    return noise.soldDispersion * worth.micros * worthOf(unit) + noise.dispersion * ofClicks
  }
  return pairs.map(([a, b]) => {
    const chance = windowVariance(a) + windowVariance(b)
    const drift = noise.drift ** 2 * (netOf(a) ** 2 + netOf(b) ** 2)
    if (!isStopped) return { chance: chance * 2, drift }
    const unlike = (UNLIKE / 2) ** 2 * (worthOf(a) ** 2 + worthOf(b) ** 2)
    return { chance: chance * (1 / 2 + 1 / 4), drift: drift / 2 + unlike }
  })
}

/**
 * What the one of each pair that waits may sell in the window after, where the other is stopped: of rare sales a count that is often none, and no
 * normal deviation. `variance`: its part of that of the pair's difference; none where nothing stops.
 */
export function waitingSales(outlook: HalvesOutlook): { mean: number; variance: number }[] {
  const { pairs, noise, worth, isStopped } = outlook
  const expected = expectedIn(pairs)
  return pairs.map(([a, b]) => {
    const mean = isStopped ? (expected(a) + expected(b)) / 2 : 0
    return { mean, variance: worth.micros ** 2 * noise.soldDispersion * mean }
  })
}

/** Of what a click brings, from unit to unit of one card (sd of the logarithm); own choice. */
const UNLIKE = 0.5

/** Of one unit a count of conversions tells next to nothing: all of them tell what a click brings. */
function expectedIn(pairs: HalvesOutlook['pairs']): (unit: ArmSums) => number {
  const all = pairs.flat()
  const sold = sum(all.map(({ conversions }) => conversions)) + 0.5
  const clicked = sum(all.map(({ clicks }) => clicks))
  return ({ clicks }) => (clicks * sold) / clicked
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
