import { uniformsFrom } from '../statistics/random.ts'

/** Difference of one pair, changed less not changed; `weight` from days before the change alone. */
export type PairDifference = { difference: number; weight: number }

export type FlipTest = { estimate: number; low: number; high: number; p: number }

/** All flips up to here, else as many drawn. */
const ALL_FLIPS_OF = 14
const DRAWN_FLIPS = 9_999
/** Fewer pairs cannot reach 5 %: 2 of 2⁵ flips are 6 %. */
export const LEAST_PAIRS = 6
/** More pairs than this are flipped in blocks, which errs as rarely and takes a moment. */
const MOST_FLIPPED = 200

/**
 * What the coins decided, told by the coins (Fisher, 1935): how often flipping them anew would give as much; the interval
 * holds all effects that are not rejected at 5 %.
 */
export function flipTest(all: readonly PairDifference[]): FlipTest {
  const pairs = blocksOf(all)
  const total = pairs.reduce((sum, { weight }) => sum + weight, 0)
  const flips = flipsOf(pairs.length)
  const pAt = (effect: number) =>
    shareAsFar(
      pairs.map(({ difference, weight }) => (difference - effect) * weight),
      flips,
    )
  const estimate = pairs.reduce((sum, one) => sum + one.difference * one.weight, 0) / total
  const spread = Math.max(...pairs.map(({ difference }) => Math.abs(difference - estimate)), 1e-12)
  const end = (side: 1 | -1) => edgeOf((by) => pAt(estimate + side * by), 2 * spread)
  return { estimate, low: estimate - end(-1), high: estimate + end(1), p: pAt(0) }
}

/** Flipped together, pairs are as likely either way as each for itself: by their place, never by what came of them. */
export function blocksOf(pairs: readonly PairDifference[]): readonly PairDifference[] {
  if (pairs.length <= MOST_FLIPPED) return pairs
  const blocks = Array.from({ length: MOST_FLIPPED }, () => ({ sum: 0, weight: 0 }))
  pairs.forEach(({ difference, weight }, i) => {
    const block = blocks[i % MOST_FLIPPED]!
    block.sum += difference * weight
    block.weight += weight
  })
  return blocks.map(({ sum, weight }) => ({ difference: sum / weight, weight }))
}

/** The largest distance that is not rejected; infinite where none can be. */
function edgeOf(pAt: (by: number) => number, most: number): number {
  if (pAt(most) > 0.05) return Number.POSITIVE_INFINITY
  let [low, high] = [0, most]
  for (let round = 0; round < 40; round++) {
    const middle = (low + high) / 2
    if (pAt(middle) > 0.05) low = middle
    else high = middle
  }
  return high
}

/** Signs of the pairs, the real ones first; drawn ones are the same for the same number of pairs. */
export function flipsOf(count: number, allUpTo = ALL_FLIPS_OF, most = DRAWN_FLIPS): Int8Array[] {
  if (count <= allUpTo)
    return Array.from({ length: 2 ** count }, (_, flip) =>
      Int8Array.from({ length: count }, (_, pair) => ((flip >> pair) & 1 ? -1 : 1)),
    )
  const next = uniformsFrom(`flips of ${count}`)
  const drawn = Array.from({ length: most }, () =>
    Int8Array.from({ length: count }, () => (next() < 0.5 ? -1 : 1)),
  )
  return [new Int8Array(count).fill(1), ...drawn]
}

/** Of the flips, those that come as far from nothing as the first. */
export function shareAsFar(weighted: readonly number[], flips: readonly Int8Array[]): number {
  const seen = Math.abs(weighted.reduce((sum, x) => sum + x, 0)) * (1 - 1e-9)
  let asFar = 0
  for (const signs of flips) {
    let sum = 0
    for (let pair = 0; pair < weighted.length; pair++) sum += weighted[pair]! * signs[pair]!
    if (Math.abs(sum) >= seen) asFar++
  }
  return asFar / flips.length
}
