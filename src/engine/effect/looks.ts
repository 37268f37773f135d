import { normalCdf } from '../statistics/stats.ts'
import type { Together } from './account-effects.ts'
import { errorOf, type Interval } from './net-effect.ts'

/** Odd, for Simpson's rule. */
const POINTS = 401

/**
 * How far from nothing an estimate must lie at each look, in standard deviations, for all looks together to err in 5 %:
 * O'Brien–Fleming-type spending (Lan & DeMets, 1983). `fractions`: information at each look over that at the last.
 */
export function boundsOf(fractions: readonly number[]): number[] {
  const bounds: number[] = []
  let density: Density | null = null
  let spent = 0
  let [last, bound] = [0, 0]
  for (const fraction of fractions) {
    const step = Math.sqrt(Math.max(fraction - last, 1e-4))
    const toSpend = spendingOf(fraction) - spent
    density = density ? stepped(density, bound, step) : firstStep(step)
    bound = rootOf((at) => density!.beyond(at) - toSpend)
    bounds.push(bound / Math.sqrt(fraction))
    spent += toSpend
    last = fraction
  }
  return bounds
}

/** Two-sided error at which the last of these looks is to be read. */
export function errorAtLook(fractions: readonly number[]): number {
  return 2 * (1 - normalCdf(boundsOf(fractions).at(-1)!))
}

/** Looks are so many weeks apart, and the last is after so many. */
export const LOOK_WEEKS = 4
export const MOST_WEEKS = 12
/** From here on more weeks would add nothing: this look is the last. */
const ENOUGH = 0.9

/** Of the looks so far, this one at the end: more weeks thin out chance, but not how entities drift by themselves. */
export function fractionsAt(
  { chance, drift }: Together,
  look: { weeks: number; fractions: readonly number[] } | undefined,
): number[] {
  if (!look) return []
  const { weeks, fractions } = look
  const fraction = ((chance * weeks) / MOST_WEEKS + drift) / (chance + drift)
  const grown = Math.max(fraction, (fractions.at(-1) ?? 0) + 0.01)
  return [...fractions, grown > ENOUGH ? 1 : grown]
}

/** Below this it is left to the rule's own result. */
const HOPELESS = 0.15

/** Whether the last look may still tell if the effect is what it looks like (conditional power of a B-value). */
export function mayConclude(interval: Interval, fractions: readonly number[]): boolean {
  const fraction = fractions.at(-1) ?? 1
  if (fraction >= 1) return false
  const expected = Math.abs(interval.estimate) / errorOf(interval) / Math.sqrt(fraction)
  return normalCdf((expected - LAST_BOUND) / Math.sqrt(1 - fraction)) >= HOPELESS
}

/** Of the last look, nearly; the others take little. */
const LAST_BOUND = 2

/** Error spent up to a share of the information. */
function spendingOf(fraction: number): number {
  return 4 * (1 - normalCdf(Z_QUARTER / Math.sqrt(Math.min(1, fraction))))
}

/** Φ⁻¹(1 − .05/4). */
const Z_QUARTER = 2.241402727604947

/** Of the sum so far among those that went on: its density, and what lies beyond ± a bound. */
type Density = { at: (sum: number) => number; beyond: (bound: number) => number }

function firstStep(sd: number): Density {
  return {
    at: (sum) => normal(sum / sd) / sd,
    beyond: (bound) => 2 * (1 - normalCdf(bound / sd)),
  }
}

/** One more step after those beyond `bound` have stopped. */
function stepped(before: Density, bound: number, sd: number): Density {
  const width = (2 * bound) / (POINTS - 1)
  const grid = Array.from({ length: POINTS }, (_, i) => {
    const sum = -bound + i * width
    const simpson = i === 0 || i === POINTS - 1 ? 1 : i % 2 === 1 ? 4 : 2
    return { sum, weight: (simpson * width * before.at(sum)) / 3 }
  })
  const integral = (of: (sum: number) => number) =>
    grid.reduce((all, { sum, weight }) => all + weight * of(sum), 0)
  return {
    at: (sum) => integral((from) => normal((sum - from) / sd) / sd),
    beyond: (at) =>
      integral((from) => 1 - normalCdf((at - from) / sd) + normalCdf((-at - from) / sd)),
  }
}

function normal(z: number): number {
  return Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI)
}

/** Of a falling function between 0 and 10. */
function rootOf(falling: (at: number) => number): number {
  let [low, high] = [0, 10]
  for (let round = 0; round < 50; round++) {
    const middle = (low + high) / 2
    if (falling(middle) > 0) low = middle
    else high = middle
  }
  return (low + high) / 2
}
