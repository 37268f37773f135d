import { addDays, type Day } from '#shared/dates.ts'
import { reportedShare } from '../account/window.ts'
import {
  LEAST_DAYS_BEFORE,
  normalSum,
  normalWeeks,
  observedSums,
  type RunSums,
  runSums,
  weighedNormal,
} from './normal-weeks.ts'
import { isUnusualDay } from './unusual-days.ts'
import type { DaySums, Sums, WatchedAccount } from './watched-account.ts'
import { noSums } from './watched-account.ts'
import { METRIC_RULES, type Run, type WatchedMetric } from './watched-metric.ts'

/** Days at the end of the history that are unlike those before. */
export type OddRun = {
  metric: WatchedMetric
  /** Places among the account's days, both included. */
  from: number
  to: number
  /** Weeks back that show what is normal. */
  weeks: readonly number[]
  weights: readonly DayWeight[]
  seen: Sums
  expected: Sums
  /** Deviations, in the account's own. */
  score: number
  /** Own deviations in usual ones. */
  ownSpread: number
  run: Run
}

export type DayWeight = { volume: number; conversions: number }

/** Longer ones have become normal by then. */
export const LONGEST_RUN = 14
/** Placebo runs are looked at over half a year. */
const PLACEBO_DAYS = 180
/** Placebos that count as much as what is usual of accounts. */
const USUAL_COUNTS = 3
const LEAST_SPREAD = 0.4
/** A conversion that may still come is a guess. */
const LEAST_REPORTED = 0.6
/** How wrong the share that is said to have been reported may be. */
const LAG_DOUBT = 0.35
const UNUSUAL_DOUBT = 0.3 ** 2

/** The run up to yesterday that is furthest from normal, by metric; null where all is within its band. */
export function oddestRun(
  account: WatchedAccount,
  sums: DaySums,
  metric: WatchedMetric,
  threshold: number,
  season: SeasonOf,
): OddRun | null {
  const run = runSums(sums)
  const last = account.days.length - 1
  const clickCost = run('costMicros', 0, last) / Math.max(1, run('clicks', 0, last))
  if (!(clickCost > 0)) return null
  const scales = new Map<number, number>()
  const judged = (length: number) => {
    const start = last + 1 - length
    return judgedRun(account, { sums, run, metric, start, length, clickCost, season })
  }
  let best: OddRun | null = null
  for (let length = 1; length <= LONGEST_RUN; length++) {
    const found = judged(length)
    // Most runs are within any band: of these the account's own need not be known.
    if (!found || Math.abs(found.distance) < threshold * LEAST_SPREAD) continue
    const spread = scales.get(length) ?? placeboSpread(run, metric, found.from, length, clickCost)
    scales.set(length, spread)
    const score = found.distance / spread
    if (Math.abs(score) < threshold || Math.abs(score) <= Math.abs(best?.score ?? 0)) continue
    best = { ...found, metric, score, ownSpread: spread }
  }
  if (metric !== 'cost' || !best || best.seen.costMicros > 0) return best
  // Spend that stopped did so on its first day without any, whichever days are furthest from normal.
  const stopped = daysWithout(run, last)
  return { ...best, ...(stopped > last + 1 - best.from && judged(stopped)) }
}

/** Days up to the last one on which nothing was spent, as far as a run goes. */
function daysWithout(run: RunSums, last: number): number {
  let days = 0
  while (
    days < Math.min(LONGEST_RUN, last + 1) &&
    run('costMicros', last - days, last - days) === 0
  )
    days++
  return days
}

/** Volume to be expected besides what the weeks before show: as last year. 1 where that is not known. */
export type SeasonOf = (day: number) => { factor: number; doubt: number }

type Asked = {
  sums: DaySums
  run: RunSums
  metric: WatchedMetric
  start: number
  length: number
  clickCost: number
  season: SeasonOf
}

function judgedRun({ days, today, lagCurve }: WatchedAccount, asked: Asked) {
  const { sums, run, metric, start, length, clickCost, season } = asked
  const weeks = weeksOf(run, metric, start)
  if (!weeks) return null
  const to = start + length - 1
  const weights: DayWeight[] = []
  let doubt = 0
  for (let at = start; at <= to; at++) {
    const day = days[at] as Day
    const { factor, doubt: ofSeason } = season(at)
    const reported = reportedShare(day, today, lagCurve)
    weights.push({ volume: factor, conversions: reported })
    doubt += (ofSeason + (isUnusualDay(day) ? UNUSUAL_DOUBT : 0) + ofLag(metric, reported)) / length
  }
  const reported = weights.reduce((sum, { conversions }) => sum + conversions, 0) / length
  if (countsConversions(metric) && reported < LEAST_REPORTED) return null
  const seen = observedSums(run, start, to)
  const ofRun: Run = { length, clickCost, doubt }
  const judged = (weights: readonly DayWeight[]) => {
    const expected = weighedNormal(sums, start, weeks, weights)
    const distance = METRIC_RULES[metric].distance(seen, expected, ofRun)
    return distance === null
      ? null
      : { from: start, to, weeks, weights, seen, expected, distance, run: ofRun }
  }
  const late = judged(weights)
  if (lagCurve || !countsConversions(metric)) return late
  const atOnce = judged(weights.map((weight) => ({ ...weight, conversions: 1 })))
  return late && atOnce && milder(late, atOnce)
}

/** Where it is not known how late conversions come, what is odd must be so however late. */
function milder<Judged extends { distance: number }>(one: Judged, other: Judged): Judged | null {
  if (Math.sign(one.distance) !== Math.sign(other.distance)) return null
  return Math.abs(one.distance) < Math.abs(other.distance) ? one : other
}

export function weeksOf(run: RunSums, metric: WatchedMetric, start: number): number[] | null {
  const by = countsConversions(metric)
    ? (from: number, to: number) => run('conversionsMicros', from, to)
    : metric === 'share'
      ? (from: number, to: number) =>
          run('searchImpressions', from, to) / Math.max(1, run('eligible', from, to))
      : (from: number, to: number) => run('costMicros', from, to)
  return normalWeeks(run, start, by)
}

const countsConversions = (metric: WatchedMetric) => metric === 'conversions' || metric === 'cpa'

const ofLag = (metric: WatchedMetric, reported: number) =>
  countsConversions(metric) ? ((1 - reported) * LAG_DOUBT) ** 2 : 0

/**
 * How far runs of this length strayed by themselves, in usual deviations: those before the run, drawn towards the usual
 * where they are few. Runs that overlap tell the same, so one in `length` counts.
 */
export function placeboSpread(
  run: RunSums,
  metric: WatchedMetric,
  before: number,
  length: number,
  clickCost: number,
): number {
  const { needs, distance } = METRIC_RULES[metric]
  const seen = noSums()
  const expected = noSums()
  const sizes: number[] = []
  const first = Math.max(LEAST_DAYS_BEFORE, before - PLACEBO_DAYS)
  for (let start = first; start + length <= before; start++) {
    const weeks = weeksOf(run, metric, start)
    if (!weeks) continue
    for (const column of needs) {
      seen[column] = run(column, start, start + length - 1)
      expected[column] = normalSum(run, column, start, length, weeks)
    }
    const one = distance(seen, expected, { length, clickCost, doubt: 0 })
    if (one !== null) sizes.push(Math.abs(one))
  }
  if (sizes.length === 0) return 1
  sizes.sort((a, b) => a - b)
  // The larger of two robust measures: one event of the past must not hide the next, heavy tails must count.
  const at = (share: number) => sizes[Math.min(sizes.length - 1, Math.floor(share * sizes.length))]!
  const own = Math.max(at(0.5) / 0.6745, at(0.9) / 1.645)
  const counts = sizes.length / length
  const variance = (counts * own ** 2 + USUAL_COUNTS) / (counts + USUAL_COUNTS)
  return Math.max(LEAST_SPREAD, Math.sqrt(variance))
}

const YEAR = 364
const SEASON_TRUST = 0.5
const MOST_SEASON = 3

/** From the clicks of the same weeks a year ago, half believed. */
export function seasonOf(sums: DaySums, days: readonly Day[]): SeasonOf {
  const run = runSums(sums)
  const known = new Map<number, { factor: number; doubt: number }>()
  const NONE = { factor: 1, doubt: 0 }
  return (day) => {
    const at = day - YEAR
    if (at < 28 || days[at] !== addDays(days[day] as Day, -YEAR)) return NONE
    const kept = known.get(day)
    if (kept) return kept
    const around = run('clicks', Math.max(0, at - 3), at + 3) / 7
    const before = run('clicks', at - 28, at - 1) / 28
    const ratio = before > 0 && around > 0 ? around / before : 1
    const log = SEASON_TRUST * Math.log(Math.min(MOST_SEASON, Math.max(1 / MOST_SEASON, ratio)))
    const found = { factor: Math.exp(log), doubt: log ** 2 }
    known.set(day, found)
    return found
  }
}
