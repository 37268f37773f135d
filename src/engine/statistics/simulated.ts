import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { type Uniforms, uniformsFrom } from './random.ts'

type Ascending = ArrayLike<number>

/** Simulated outcomes, ascending; the same `seed` gives the same ones. */
export function simulatedDraws(
  seed: string,
  draw: (next: Uniforms) => number,
  count: number = THRESHOLDS.draws.value,
): Float64Array {
  const draws = new Float64Array(count)
  const next = uniformsFrom(seed)
  for (let i = 0; i < count; i++) draws[i] = draw(next)
  return draws.sort()
}

/**
 * Only the cautious side, by fewer outcomes, for thousands of findings of which no more than an order is wanted; −∞ as
 * soon as so many outcomes are below `least` that it must be too.
 */
export function cautiousDraw(
  seed: string,
  draw: (next: Uniforms) => number,
  least = Number.NEGATIVE_INFINITY,
): number {
  const next = uniformsFrom(seed)
  const count = SCRATCH.length
  const at = Math.min(count - 1, Math.floor(THRESHOLDS.cautiousQuantile.value * count))
  let below = 0
  for (let i = 0; i < count; i++) {
    const outcome = draw(next)
    if (outcome < least && ++below > at) return Number.NEGATIVE_INFINITY
    SCRATCH[i] = outcome
  }
  return smallest(SCRATCH, at)
}

const SCRATCH = new Float64Array(THRESHOLDS.orderDraws.value)

/** The value that sorting would put at `at` (Hoare's selection); the values change places. */
function smallest(values: Float64Array, at: number): number {
  let [low, high] = [0, values.length - 1]
  while (low < high) {
    const pivot = values[(low + high) >> 1]!
    let [left, right] = [low, high]
    while (left <= right) {
      while (values[left]! < pivot) left++
      while (values[right]! > pivot) right--
      if (left > right) break
      const value = values[left]!
      values[left++] = values[right]!
      values[right--] = value
    }
    if (at <= right) high = right
    else if (at >= left) low = left
    else break
  }
  return values[at]!
}

/** Of ascending values; 0 of none. */
export function quantile(ascending: Ascending, p: number): number {
  return ascending[Math.min(ascending.length - 1, Math.floor(p * ascending.length))] ?? 0
}

/** The cautious side, 20 % point: below zero an outcome could well be a loss. */
export function cautiousOf(ascending: Ascending): number {
  return quantile(ascending, THRESHOLDS.cautiousQuantile.value)
}
