import { type Uniforms, uniformsFrom } from './random.ts'
import { THRESHOLDS } from './thresholds.ts'

/** Simulated outcomes, ascending; the same `seed` gives the same ones. */
export function simulatedDraws(seed: string, draw: (next: Uniforms) => number): number[] {
  const next = uniformsFrom(seed)
  const draws = Array.from({ length: THRESHOLDS.draws.value }, () => draw(next))
  return draws.sort((a, b) => a - b)
}

/** Of ascending values; 0 of none. */
export function quantile(ascending: readonly number[], p: number): number {
  return ascending[Math.min(ascending.length - 1, Math.floor(p * ascending.length))] ?? 0
}

/** The cautious side, 20 % point: below zero an outcome could well be a loss. */
export function cautiousOf(ascending: readonly number[]): number {
  return quantile(ascending, THRESHOLDS.cautiousQuantile.value)
}
