import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { type Uniforms, uniformsFrom } from './random.ts'

type Ascending = ArrayLike<number>

/** Simulated outcomes, ascending; the same `seed` gives the same ones. */
export function simulatedDraws(
  seed: string,
  draw: (next: Uniforms) => number,
  count: number = THRESHOLDS.draws.value,
): Float64Array {
  return filled(new Float64Array(count), seed, draw).sort()
}

/** Only the cautious side, by fewer outcomes, for thousands of findings of which no more than an order is wanted. */
export function cautiousDraw(seed: string, draw: (next: Uniforms) => number): number {
  filled(SCRATCH, seed, draw)
  const at = Math.floor(THRESHOLDS.cautiousQuantile.value * SCRATCH.length)
  return smallest(SCRATCH, Math.min(SCRATCH.length - 1, at))
}

const SCRATCH = new Float64Array(THRESHOLDS.orderDraws.value)

function filled(draws: Float64Array, seed: string, draw: (next: Uniforms) => number): Float64Array {
  const next = uniformsFrom(seed)
  for (let i = 0; i < draws.length; i++) draws[i] = draw(next)
  return draws
}

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
