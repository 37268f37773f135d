import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { overdispersedCdf, poissonCdf } from './stats.ts'

const WEEKS = 6
const WEEK = 7
/** Days before the one judged that its expectation rests on. */
export const HISTORY_DAYS = WEEKS * WEEK

/** What a day should have been: mean and variance/mean (phi ≥ 1). */
export type Expected = { mean: number; dispersion: number }

/**
 * What day `at` of a gapless daily series should have been, from the 42 days before it: trimmed mean of its weekday
 * times the level of the last week against the six. Null with a shorter history or an empty one.
 */
export function expectedDay(series: readonly number[], at: number): Expected | null {
  if (at < HISTORY_DAYS || at >= series.length) return null
  const history = series.slice(at - HISTORY_DAYS, at)
  const level = mean(history)
  if (level <= 0) return null
  const weekly = (day: number) => trimmedMean(history.filter((_, i) => i % WEEK === day))
  const pairs = history.map((seen, i) => ({ seen, mean: weekly(i % WEEK) }))
  const trend = mean(history.slice(-WEEK)) / level
  return { mean: weekly(0) * trend, dispersion: dispersionOf(pairs) }
}

/** Pearson chi² per degree of freedom without its two largest terms, at least 1. */
export function dispersionOf(pairs: readonly { seen: number; mean: number }[]): number {
  const terms = pairs
    .filter((pair) => pair.mean > 0)
    .map((pair) => (pair.seen - pair.mean) ** 2 / pair.mean)
    .sort((a, b) => b - a)
    .slice(2)
  const free = Math.max(1, terms.length - 1)
  return Math.max(1, terms.reduce((sum, term) => sum + term, 0) / free)
}

/** P(Y ≤ y) of a negative binomial of variance phi·mu; r = mu / (phi − 1). Poisson at phi = 1. */
export function lowerTail(y: number, { mean: mu, dispersion }: Expected): number {
  if (y < 0 || mu <= 0) return y < 0 ? 0 : 1
  const whole = Math.floor(y)
  return dispersion > 1 + 1e-6 ? overdispersedCdf(whole, mu, dispersion) : poissonCdf(whole, mu)
}

/** Two-sided: twice the smaller tail, at most 1. */
export function twoSidedTail(y: number, expected: Expected): number {
  const below = lowerTail(y, expected)
  const above = 1 - lowerTail(Math.ceil(y) - 1, expected)
  return Math.min(1, 2 * Math.min(below, above))
}

/** A day far off, or the second of two that are rather off. */
export function isAlarm(tail: number, tailOfDayBefore = 1): boolean {
  const { anomalyTail, anomalyTailTwoDays } = THRESHOLDS
  const twice = Math.max(tail, tailOfDayBefore) < anomalyTailTwoDays.value
  return tail < anomalyTail.value || twice
}

/** (y − median) / (1.4826 · MAD); null where the history does not vary. */
export function robustZ(history: readonly number[], y: number): number | null {
  const middle = median(history)
  const mad = median(history.map((value) => Math.abs(value - middle)))
  return mad > 0 ? (y - middle) / (1.4826 * mad) : null
}

type DaySums = { impressions: number; clicks: number; costMicros: number }

/** ln of cost after/before, split into impressions, click-through rate and cost per click; null where one is 0. */
export function costCauses(before: DaySums, after: DaySums) {
  const all = [before, after].flatMap((sums) => [sums.impressions, sums.clicks, sums.costMicros])
  if (all.some((value) => value <= 0)) return null
  const impressions = Math.log(after.impressions / before.impressions)
  const ctr = Math.log(after.clicks / before.clicks) - impressions
  const cost = Math.log(after.costMicros / before.costMicros)
  return { cost, impressions, ctr, cpc: cost - impressions - ctr }
}

function trimmedMean(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return mean(sorted.length > 3 ? sorted.slice(1, -1) : sorted)
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const half = sorted.length / 2
  return Number.isInteger(half)
    ? (sorted[half - 1]! + sorted[half]!) / 2
    : sorted[Math.floor(half)]!
}

function mean(values: readonly number[]): number {
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : 0
}
