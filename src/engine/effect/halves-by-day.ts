import { type Metrics, MICROS } from '#shared/metrics.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import type { Dispersion } from './noise.ts'

/** Of one half of an experiment. */
export type ArmFigures = {
  clicks: number
  costMicros: number
  conversions: number
  /** What they brought, in the account's currency; left out where it is not asked for. */
  value?: number
}

/** The same days of both halves of an experiment, oldest first. */
export type HalvesByDay = { treatment: readonly ArmFigures[]; control: readonly ArmFigures[] }

/** Variance over mean with which chance shares out clicks, what they cost in clicks, and conversions. */
export type Scatter = Record<'clicks' | 'cost' | 'conversions', Dispersion>

/** Degrees of freedom from which on days tell it by themselves; for those that are missing the usual dispersion stands in. */
const ENOUGH_DAYS = 20

/**
 * By how unevenly the days fell to both halves: what a day brings to both cancels. Buyers who convert several times, or searchers who click
 * so, fall to one half together, and chance goes further than by single searches.
 */
export function scatterOf(days: HalvesByDay | null): Scatter {
  const of = (figure: (one: ArmFigures) => number, unit = 1) =>
    scatterBy(days?.treatment.map(figure) ?? [], days?.control.map(figure) ?? [], unit)
  const all = days ? [...days.treatment, ...days.control] : []
  const price =
    totalOf(all.map(({ costMicros }) => costMicros)) / totalOf(all.map(({ clicks }) => clicks)) || 1
  return {
    clicks: of(({ clicks }) => clicks),
    cost: of(({ costMicros }) => costMicros, price),
    conversions: of(({ conversions }) => conversions),
  }
}

/** Variance over mean of a campaign's conversions, by its days before: each sold as many by its clicks as all of them let expect. */
export function soldScatter(
  days: readonly Pick<Metrics, 'clicks' | 'conversionsMicros'>[],
): number {
  const sold = days.map(({ conversionsMicros }) => conversionsMicros / MICROS)
  const rate = totalOf(sold) / totalOf(days.map(({ clicks }) => clicks))
  return scatterAbout(
    sold,
    days.map(({ clicks }) => clicks * rate),
  ).value
}

/** `unit`: of one event. */
function scatterBy(treated: readonly number[], control: readonly number[], unit: number) {
  const both = treated.map((one, day) => one + control[day]!)
  const share = totalOf(treated) / totalOf(both)
  const expected = both.map((one) => one * share)
  return scatterAbout(treated, expected, unit * (1 - share))
}

/**
 * Squares of all days over what they would be by single coins, `unit` each: day by day, clusters would be divided by themselves. One of the days was
 * needed to know the mean, and squares that scatter know it less well (Satterthwaite, 1946: 2 mean² / variance of the mean).
 */
function scatterAbout(seen: readonly number[], expected: readonly number[], unit = 1): Dispersion {
  const squares = seen.flatMap((one, day) =>
    expected[day]! > 0 ? [(one - expected[day]!) ** 2] : [],
  )
  const known = Math.max(0, squares.length - 1)
  const missing = Math.max(0, ENOUGH_DAYS - known)
  const mean = totalOf(squares) / squares.length
  const byCoins = (totalOf(expected) * unit) / squares.length
  const told = mean > 0 && byCoins > 0 ? (mean / byCoins) * squares.length : 0
  const value = (told + THRESHOLDS.dispersion.value * missing) / (known + missing)
  const scatter = totalOf(squares.map((square) => (square - mean) ** 2)) / known
  const freedom = scatter > 0 ? Math.min(known, (2 * known * mean ** 2) / scatter) : known
  return { value: Math.max(1, value), freedom: Math.max(LEAST_FREEDOM, freedom + missing) }
}

/** As of any effect: days hardly known are worth some. */
const LEAST_FREEDOM = 5

const totalOf = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0)
