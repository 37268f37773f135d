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
 * holds all effects that are not rejected at `error`.
 */
export function flipTest(all: readonly PairDifference[], error = 0.05): FlipTest {
  const pairs = blocksOf(all)
  const total = pairs.reduce((sum, { weight }) => sum + weight, 0)
  const flips = flipsOf(pairs.length)
  const weighted = pairs.map(({ difference, weight }) => difference * weight)
  const estimate = weighted.reduce((sum, one) => sum + one, 0) / total
  const reach = reachOfFlips(pairs, { estimate, total, flips })
  // So many flips may come further than an effect that is rejected.
  const end = (far: Float64Array) => far[far.length - 1 - Math.floor(error * flips.length + 1e-6)]!
  return {
    estimate,
    low: estimate - end(reach.down),
    high: estimate + end(reach.up),
    p: shareAsFar(weighted, flips),
  }
}

/**
 * Up to which distance from the estimate, either way, each flip comes as far from an effect as what was seen; in rising order.
 * Taken off the effect b, what was seen lies b · total from it, and a flip |e − b · w|: one root for each.
 */
function reachOfFlips(
  pairs: readonly PairDifference[],
  { estimate, total, flips }: { estimate: number; total: number; flips: readonly Int8Array[] },
): { up: Float64Array; down: Float64Array } {
  const [up, down] = [new Float64Array(flips.length), new Float64Array(flips.length)]
  const left = pairs.map(({ difference, weight }) => (difference - estimate) * weight)
  const weights = pairs.map(({ weight }) => weight)
  for (const [at, signs] of flips.entries()) {
    let [e, w] = [0, 0]
    for (let pair = 0; pair < left.length; pair++) {
      e += left[pair]! * signs[pair]!
      w += weights[pair]! * signs[pair]!
    }
    const side = e < 0 ? -1 : 1
    up[at] = rootOf(Math.abs(e), total + side * w, total)
    down[at] = rootOf(Math.abs(e), total - side * w, total)
  }
  return { up: up.sort(), down: down.sort() }
}

/** All flipped alike come as far from any effect. */
function rootOf(e: number, w: number, total: number): number {
  const isAlike = w < 1e-9 * total || w > (2 - 1e-9) * total
  return isAlike ? Number.POSITIVE_INFINITY : e / w
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

/** Signs of the pairs, the real ones first; drawn ones are the same for the same number of pairs. */
export function flipsOf(
  count: number,
  allUpTo = ALL_FLIPS_OF,
  most = DRAWN_FLIPS,
): readonly Int8Array[] {
  const name = `${count} ${allUpTo} ${most}`
  if (kept?.name !== name) kept = { name, flips: drawFlips(count, allUpTo, most) }
  return kept.flips
}

/** One measurement asks for the same ones again and again. */
let kept: { name: string; flips: readonly Int8Array[] } | null = null

function drawFlips(count: number, allUpTo: number, most: number): Int8Array[] {
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
