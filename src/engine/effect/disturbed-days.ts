import type { Metrics } from '#shared/metrics.ts'
import { MICROS } from '#shared/metrics.ts'
import { addUp } from '../account/measurement.ts'
import { EFFECT_THRESHOLDS } from '../thresholds/effect.ts'
import type { WatchedEntity } from './account-effects.ts'

/**
 * Days of one window, by place, on which something hit the entity alone. Whole weeks, so that what is left without
 * them keeps its place in the week.
 */
export type Disturbance = { window: 'before' | 'after'; first: number; last: number }

/**
 * Runs of days that stand out from the rest of their window against the untouched ones: a broken tag, no stock, a sale of
 * this one alone. A change acts on all days after it; what came and went is something else. A scan (Kulldorff, 1997) over all
 * runs, first of clicks against others' clicks, then of conversions against own clicks.
 */
export function disturbancesOf(
  changed: WatchedEntity,
  untouched: readonly WatchedEntity[],
): Disturbance[] {
  return (['before', 'after'] as const).flatMap((window) => {
    const own = changed[window]
    const others = own.map((_, day) => addUp(untouched.map((one) => one[window][day]!)).clicks)
    const ofClicks = standsOut(own.map(clicksOf), others)
    const rest = own.map(clicksOf).map((n, day) => (isIn(ofClicks, day) ? 0 : n))
    const sold = own.map(conversionsOf).map((n, day) => (rest[day] ? n : 0))
    const runs = [ofClicks, standsOut(sold, rest)].filter((run) => run !== null)
    return inWholeWeeks(runs, own.length).map((run) => ({ window, ...run }))
  })
}

/** Both windows without them. */
export function withoutDays(
  entity: WatchedEntity,
  disturbances: readonly Disturbance[],
): WatchedEntity {
  const kept = (window: 'before' | 'after') => {
    const own = disturbances.filter((one) => one.window === window)
    return entity[window].filter((_, day) => !own.some((run) => isIn(run, day)))
  }
  return { before: kept('before'), after: kept('after') }
}

/** In whole weeks; runs that overlap then are one. */
function inWholeWeeks(runs: readonly Run[], days: number): Run[] {
  const [one, two] = runs.map((run) => wholeWeeks(run, days)).sort((a, b) => a.first - b.first)
  if (!one || !two) return one ? [one] : []
  if (two.first > one.last) return [one, two]
  return [wholeWeeks({ first: one.first, last: Math.max(one.last, two.last) }, days)]
}

/** As many whole weeks as hold it and its edges, which are seldom clear; within a window of so many days. */
function wholeWeeks({ first, last }: Run, days: number): Run {
  const needed = Math.ceil((last - first + 3) / 7) * 7
  const length = Math.min(needed, Math.max(14, Math.ceil((last - first + 1) / 7) * 7), days)
  const early = first - Math.floor((length - (last - first + 1)) / 2)
  const from = Math.max(0, Math.min(early, days - length))
  return { first: from, last: from + length - 1 }
}

const clicksOf = ({ clicks }: Metrics) => clicks
const conversionsOf = ({ conversionsMicros }: Metrics) => conversionsMicros / MICROS

type Run = { first: number; last: number }

function isIn(run: Run | null, day: number): boolean {
  return run !== null && day >= run.first && day <= run.last
}

/** The run whose level differs most from that of the other days; null where chance explains it. */
function standsOut(counts: readonly number[], expected: readonly number[]): Run | null {
  const { disturbedLeast, disturbedMost, disturbedZ, disturbedEvents } = EFFECT_THRESHOLDS
  const sums = runningSums(counts, expected)
  const days = counts.length
  if (sums.counts[days]! < disturbedEvents.value || sums.expected[days]! <= 0) return null
  let worst: (Run & { z: number }) | null = null
  for (let first = 0; first < days; first++)
    for (let length = disturbedLeast.value; length <= disturbedMost.value; length++) {
      const end = first + length
      if (end > days) break
      const z = oddness(sums, first, end)
      if (z > (worst?.z ?? disturbedZ.value)) worst = { first, last: end - 1, z }
    }
  return worst && { first: worst.first, last: worst.last }
}

type Sums = { counts: number[]; expected: number[]; squares: number[]; known: number[] }

/** Before each day, and in all. */
function runningSums(counts: readonly number[], expected: readonly number[]): Sums {
  const sums: Sums = { counts: [0], expected: [0], squares: [0], known: [0] }
  counts.forEach((count, day) => {
    const of = expected[day]!
    const isKnown = of > 0
    sums.counts.push(sums.counts[day]! + (isKnown ? count : 0))
    sums.expected.push(sums.expected[day]! + of)
    sums.squares.push(sums.squares[day]! + (isKnown ? count ** 2 / of : 0))
    sums.known.push(sums.known[day]! + (isKnown ? 1 : 0))
  })
  return sums
}

/**
 * Root of the likelihood ratio of two levels, inside and outside, against one; in standard deviations, their dispersion
 * taken from the days outside.
 */
function oddness({ counts, expected, squares, known }: Sums, first: number, end: number): number {
  const inside = (sums: number[]) => sums[end]! - sums[first]!
  const outside = (sums: number[]) => sums.at(-1)! - inside(sums)
  const [within, beyond] = [inside(counts), outside(counts)]
  const freedom = outside(known) - 1
  if (inside(expected) <= 0 || outside(expected) <= 0 || beyond <= 0 || freedom < 6) return 0
  // Pearson's sum of (count − level·expected)² / (level·expected) over the days outside.
  const square = (outside(squares) * outside(expected)) / beyond - beyond
  const dispersion = Math.max(1, square / freedom)
  const level = (within + beyond) / (inside(expected) + outside(expected))
  const ratio = gainIn(within, level * inside(expected)) + gainIn(beyond, level * outside(expected))
  return Math.sqrt(Math.max(0, 2 * ratio) / dispersion)
}

function gainIn(count: number, expected: number): number {
  return count > 0 ? count * Math.log(count / expected) : 0
}
