import { normalCdf } from '../statistics/stats.ts'
import type { Together } from './account-effects.ts'
import { errorOf, type Interval } from './net-effect.ts'

/** Odd, for Simpson's rule. */
const POINTS = 401

/**
 * How far from nothing an estimate must lie at each look, in standard deviations, for all looks together to err in 5 %:
 * O'Brien–Fleming-type spending (Lan & DeMets, 1983). `fractions`: information at each look over that at the last.
 */
export function boundsOf(fractions: readonly number[]): readonly number[] {
  const plan = fractions.join(' ')
  const bounds = known.get(plan) ?? workedOut(fractions)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(plan, bounds)
  return bounds
}

/** Plans whose looks take no chance from one another are the same again and again, and each takes 40 ms. */
const known = new Map<string, readonly number[]>()
const MOST_KNOWN = 200

function workedOut(fractions: readonly number[]): number[] {
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

/** Weeks so far, and the information at the looks before. */
export type Look = { weeks: number; fractions: readonly number[] }

/** Of the looks so far, this one at the end: more weeks thin out chance, but not how entities drift by themselves. */
export function fractionsAt(
  { chance, drift }: Pick<Together, 'chance' | 'drift'>,
  look: Look | undefined,
): number[] {
  if (!look) return []
  const { weeks, fractions } = look
  const fraction = ((chance * weeks) / MOST_WEEKS + drift) / (chance + drift)
  const grown = Math.max(fraction, (fractions.at(-1) ?? 0) + 0.01)
  return [...fractions, grown > ENOUGH ? 1 : grown]
}

/** Below this it is left to the rule's own result. */
const HOPELESS = 0.15

/**
 * Whether the last look may still tell, by what is known so far and how unsure that is: predictive power of a B-value (Spiegelhalter,
 * Freedman & Blackburn, 1986).
 */
export function mayConclude(interval: Interval, fractions: readonly number[]): boolean {
  const fraction = fractions.at(-1) ?? 1
  return mayGoOn((interval.estimate / errorOf(interval)) * Math.sqrt(fraction), fraction)
}

/**
 * Whether it would tell if the effect were what it looks like (conditional power): for where waiting costs, as of a half that is changed
 * only then.
 */
export function wouldConclude(interval: Interval, fractions: readonly number[]): boolean {
  const fraction = fractions.at(-1) ?? 1
  const expected = Math.abs(interval.estimate) / errorOf(interval) / Math.sqrt(fraction)
  return fraction < 1 && mayReach(expected, Math.sqrt(1 - fraction))
}

/** `sum`: of the information so far, in standard deviations of all of it. */
function mayGoOn(sum: number, fraction: number): boolean {
  return fraction < 1 && mayReach(Math.abs(sum) / fraction, Math.sqrt((1 - fraction) / fraction))
}

/** `expected` at the last look and how unsure that is, both in its standard deviations. */
function mayReach(expected: number, unsure: number): boolean {
  return normalCdf((expected - LAST_BOUND) / unsure) >= HOPELESS
}

/** Of the last look, nearly; the others take little. */
const LAST_BOUND = 2

/** Steps between the bounds of a look; four times as many change the third digit. */
const STEPS = 160

/**
 * P(one of the looks tells the effect, on its side), going on for as long as mayConclude() lets. `expected`: the effect in standard
 * deviations of the last look; `bounds`: how far from nothing the estimate must lie at each, in its own.
 */
export function chanceOfLooks(
  fractions: readonly number[],
  expected: number,
  bounds = boundsOf(fractions),
): number {
  let points = [{ sum: 0, weight: 1 }]
  let [last, seen] = [0, 0]
  for (const [at, fraction] of fractions.entries()) {
    const sd = Math.sqrt(Math.max(fraction - last, 1e-4))
    const end = bounds[at]! * Math.sqrt(fraction)
    const drift = Math.abs(expected) * (fraction - last)
    const before = points
    for (const { sum, weight } of before) seen += weight * normalCdf((sum + drift - end) / sd)
    const width = (2 * end) / STEPS
    points = Array.from({ length: STEPS }, (_, i) => -end + (i + 0.5) * width)
      .filter((sum) => mayGoOn(sum, fraction))
      .map((sum) => ({
        sum,
        weight: before.reduce(
          (all, from) => all + (from.weight * width * normal((sum - from.sum - drift) / sd)) / sd,
          0,
        ),
      }))
    last = fraction
  }
  return seen
}

/** The smallest such effect that is told so surely; in standard deviations of the last look. */
export function leastSeenByLooks(
  fractions: readonly number[],
  sure: number,
  bounds = boundsOf(fractions),
): number {
  return rootOf((expected) => sure - chanceOfLooks(fractions, expected, bounds))
}

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

/** Of a falling function between 0 and 20. */
export function rootOf(falling: (at: number) => number): number {
  let [low, high] = [0, 20]
  for (let round = 0; round < 40; round++) {
    const middle = (low + high) / 2
    if (falling(middle) > 0) low = middle
    else high = middle
  }
  return (low + high) / 2
}
