import type { Metrics } from '#shared/metrics.ts'
import { MICROS } from '#shared/metrics.ts'
import { addUp, type LostDays } from '../account/measurement.ts'
import { EFFECT_THRESHOLDS } from '../thresholds/effect.ts'
import type { WatchedEntity } from './account-effects.ts'

/**
 * Days of one window, by place, on which something hit the entity alone. Whole weeks, so that what is left without
 * them keeps its place in the week.
 */
export type Disturbance = {
  window: 'before' | 'after'
  first: number
  last: number
  /**
   * Where it reaches up to the day of the change, the days of it that surely are of it. It may have come and gone, or the other days
   * of the window may be what came and stayed.
   */
  nextToChange?: Run
  /** Clicks sold more in it than beside it. */
  soldMore?: true
  /** The others sold otherwise on those days as well: it hit them too. */
  isEverywhere?: true
  /** It did not run yet, or had just begun to. */
  isBeginning?: true
  /** Others had stopped it. */
  isStopped?: true
  /** Of days on which conversions were not counted: all of them, in the window or not. */
  lost?: Omit<LostDays, 'part'>
}

/**
 * Runs of days that stand out from the rest of their window against the untouched ones: a broken tag, no stock, a sale of
 * this one alone. A change acts on all days after it; what came and went is something else. A scan (Kulldorff, 1997) over all
 * runs, first of clicks against others' clicks, then of conversions against own clicks.
 */
export function disturbancesOf(
  changed: WatchedEntity,
  untouched: readonly WatchedEntity[],
): Disturbance[] {
  const { disturbedZ } = EFFECT_THRESHOLDS
  return (['before', 'after'] as const).flatMap((window) => {
    const own = changed[window]
    const others = own.map((_, day) => addUp(untouched.map((one) => one[window][day]!)).clicks)
    const ofClicks = standsOut(own.map(clicksOf), others, { least: disturbedZ.value })
    const rest = own.map(clicksOf).map((n, day) => (isIn(ofClicks, day) ? 0 : n))
    const sold = own.map(conversionsOf).map((n, day) => (rest[day] ? n : 0))
    const ofSales = standsOut(sold, rest, { least: disturbedZ.value })
    const runs = [ofClicks, ofSales].filter((run) => run !== null)
    const better = ofSales && moveIn(own, ofSales) > 0 ? ofSales : null
    const nextTo = runs.flatMap((run) => sureNextToChange(run, window, own.length) ?? [])
    const ofOthers = ofClicks ? [] : untouched.map((one) => one[window])
    return inWholeWeeks(runs, own.length).map((run) => {
      const [next] = nextTo.filter(({ first }) => isIn(run, first)).sort(shortestFirst)
      const isEverywhere = isSharedBy(ofOthers, own, run)
      const soldMore = better !== null && isIn(run, better.first)
      const more = { ...(next && { nextToChange: next }), ...(isEverywhere && { isEverywhere }) }
      return { window, ...run, ...more, ...(soldMore && { soldMore }) }
    })
  })
}

/** Where the others' clicks sold more or less by half as much as its own did, or more. */
function isSharedBy(
  others: readonly (readonly Metrics[])[],
  own: readonly Metrics[],
  run: Run,
): true | undefined {
  const days = own.map((_, day) => addUp(others.map((one) => one[day]!)))
  const [moved, movedToo] = [moveIn(own, run), moveIn(days, run)]
  return moved * movedToo > 0 && Math.abs(movedToo) >= Math.abs(moved) / 2 ? true : undefined
}

/** Logarithm of what a click sold in the run over what it did beside it; 0 where that is not known. */
function moveIn(days: readonly Metrics[], run: Run): number {
  const rate = (some: readonly Metrics[]) => {
    const { clicks, conversionsMicros } = addUp(some)
    return clicks > 0 ? conversionsMicros / clicks : 0
  }
  const inside = rate(days.filter((_, day) => isIn(run, day)))
  const beside = rate(days.filter((_, day) => !isIn(run, day)))
  return inside > 0 && beside > 0 ? Math.log(inside / beside) : 0
}

/** Days by which the end of a run may be wrong. */
const EDGE = 2

/** Of a run that reaches up to the day of the change, all but its far edge; null of any other. */
function sureNextToChange(
  { first, last }: Run,
  window: Disturbance['window'],
  days: number,
): Run | null {
  const least = EFFECT_THRESHOLDS.disturbedLeast.value
  if (window === 'after')
    return first < EDGE ? { first: 0, last: Math.max(least - 1, last - EDGE) } : null
  return last >= days - EDGE
    ? { first: Math.min(days - least, first + EDGE), last: days - 1 }
    : null
}

const shortestFirst = (a: Run, b: Run) => a.last - a.first - (b.last - b.first)

/** The days of the window that such a run leaves. */
export function restOf(
  window: Disturbance['window'],
  { first, last }: Run,
  days: number,
): Disturbance[] {
  const before = { window, first: 0, last: first - 1 }
  const after = { window, first: last + 1, last: days - 1 }
  return [before, after].filter((run) => run.last >= run.first)
}

/**
 * The days after the change on which clicks sold least (side −1) or most (1) beside its others: too little to be sure that something hit them,
 * enough for a verdict not to rest on them. Measurements are lost far more often than they count double, so what sold more must
 * stand out further. Null where none do.
 */
export function oddDays({ after }: WatchedEntity, side: -1 | 1): Disturbance | null {
  const { oddLowZ, oddHighZ, oddMost, disturbedMost } = EFFECT_THRESHOLDS
  const [sold, clicks] = [after.map(conversionsOf), after.map(clicksOf)]
  const [least, most] = side < 0 ? [oddLowZ, oddMost] : [oddHighZ, disturbedMost]
  const run = standsOut(sold, clicks, { least: least.value, side, most: most.value })
  return run && { window: 'after', ...wholeWeeks(run, after.length) }
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
  return { ...entity, before: kept('before'), after: kept('after') }
}

/** In whole weeks; runs that overlap then are one. */
function inWholeWeeks(runs: readonly Run[], days: number): Run[] {
  const [one, two] = runs.map((run) => wholeWeeks(run, days)).sort((a, b) => a.first - b.first)
  if (!one || !two) return one ? [one] : []
  if (two.first > one.last) return [one, two]
  return [wholeWeeks({ first: one.first, last: Math.max(one.last, two.last) }, days)]
}

/** As many whole weeks as hold it and its edges, which are seldom clear; within a window of so many days. */
export function wholeWeeks({ first, last }: Run, days: number): Run {
  const needed = Math.ceil((last - first + 3) / 7) * 7
  const length = Math.min(needed, Math.max(14, Math.ceil((last - first + 1) / 7) * 7), days)
  const early = first - Math.floor((length - (last - first + 1)) / 2)
  const from = Math.max(0, Math.min(early, days - length))
  return { first: from, last: from + length - 1 }
}

const clicksOf = ({ clicks }: Metrics) => clicks
const conversionsOf = ({ conversionsMicros }: Metrics) => conversionsMicros / MICROS

/** Places of days, both ends included. */
export type Run = { first: number; last: number }

function isIn(run: Run | null, day: number): boolean {
  return run !== null && day >= run.first && day <= run.last
}

/** The run whose level differs most from that of the other days, to one side or either; null where it does by less than `least`. */
function standsOut(
  counts: readonly number[],
  expected: readonly number[],
  { least, side, most }: { least: number; side?: -1 | 1; most?: number },
): Run | null {
  const { disturbedLeast, disturbedMost, disturbedEvents } = EFFECT_THRESHOLDS
  const longest = most ?? disturbedMost.value
  const sums = runningSums(counts, expected)
  const days = counts.length
  if (sums.counts[days]! < disturbedEvents.value || sums.expected[days]! <= 0) return null
  let worst: (Run & { z: number }) | null = null
  for (let first = 0; first < days; first++)
    for (let length = disturbedLeast.value; length <= longest; length++) {
      const end = first + length
      if (end > days) break
      const z = oddness(sums, first, end)
      if (z > (worst?.z ?? least) && side !== -sideOf(sums, first, end))
        worst = { first, last: end - 1, z }
    }
  return worst && { first: worst.first, last: worst.last }
}

/** Whether there was less in the run than its share, or more. */
function sideOf({ counts, expected }: Sums, first: number, end: number): -1 | 1 {
  const inside = (sums: number[]) => sums[end]! - sums[first]!
  return inside(counts) * expected.at(-1)! < counts.at(-1)! * inside(expected) ? -1 : 1
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
