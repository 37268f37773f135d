import { blocksOf, flipsOf, type PairDifference } from './flip-test.ts'
import { type HalvesOutlook, varianceOfHalves } from './halves-variance.ts'
import { fractionsAt, LOOK_WEEKS, type Look } from './looks.ts'

/**
 * Error spent up to each look but the last: most at the first, for the half that waits is not to wait for long. It is 2 of the 64
 * throws of six pairs, and leaves each later look some of the 256 of eight.
 */
const SPENT = [0.032, 0.04]
const ALL = 0.05

/** Of the first of several looks, or of the only one. */
export function errorOfFirst(outlook: HalvesOutlook): number {
  const [fraction] = fractionsOfHalves(outlook, { weeks: LOOK_WEEKS, fractions: [] })
  return fraction === 1 ? ALL : SPENT[0]!
}

/** Of the information, what is there at each look: more weeks thin out chance, not how units drift by themselves. */
export function fractionsOfHalves(outlook: HalvesOutlook, look: Look): number[] {
  return fractionsAt(varianceOfHalves(outlook), look)
}

/**
 * The error at which the latest of these looks is to be read for all of them to err in 5 %, exactly: the coins thrown anew tell in
 * which throws an earlier look would have ended it. Of each look the differences of the same pairs; the first comes first.
 */
export function errorOfLook(
  looks: readonly (readonly PairDifference[])[],
  isLast: boolean,
): number {
  let error = ALL
  const ended = new Set<number>()
  for (const [at, differences] of looks.entries()) {
    const isLatest = at === looks.length - 1
    const budget = isLatest && isLast ? ALL : (SPENT[at] ?? SPENT.at(-1)!)
    const throws = flipsOf(blocksOf(differences).length).length
    error = endThrows(throwsByDistance(differences), ended, budget * throws) / throws
  }
  return error
}

/** Places of the throws, those that lie furthest from nothing first; throws as far as each other stay together. */
function throwsByDistance(differences: readonly PairDifference[]): number[][] {
  const weighted = blocksOf(differences).map(({ difference, weight }) => difference * weight)
  // Sums in another order differ in their last digits.
  const distances = Float32Array.from(flipsOf(weighted.length), (signs) =>
    Math.abs(weighted.reduce((sum, x, pair) => sum + x * signs[pair]!, 0)),
  )
  // No look ends more than these.
  const least = distances.toSorted()[Math.floor(distances.length * (1 - 2 * ALL))]!
  const far = [...distances.keys()].filter((at) => distances[at]! >= least)
  const byDistance = Map.groupBy(far, (at) => distances[at]!)
  return [...byDistance].sort(([a], [b]) => b - a).map(([, places]) => places)
}

/** As many of the furthest as the budget lets end in all; how many they are. */
function endThrows(far: readonly number[][], ended: Set<number>, budget: number): number {
  let seen = 0
  for (const places of far) {
    const more = places.filter((place) => !ended.has(place))
    if (ended.size + more.length > budget) break
    for (const place of more) ended.add(place)
    seen += places.length
  }
  return seen
}
