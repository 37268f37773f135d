import { MICROS } from '#shared/metrics.ts'
import { CLUMPS, usualWander } from '../statistics/rate-wander.ts'
import type { Column, Sums } from './watched-account.ts'

export const WATCHED_METRICS = ['cost', 'conversions', 'cpa', 'share'] as const
export type WatchedMetric = (typeof WATCHED_METRICS)[number]

/** How a figure is made of sums, and how far it is from what was expected, in deviations that are usual of accounts. */
export type MetricRule = {
  needs: readonly Column[]
  /** Null where there is nothing to divide by. */
  figureOf(sums: Sums): number | null
  /** Null with too little to tell. */
  distance(seen: Sums, expected: Sums, run: Run): number | null
  /** The value that lies `deviations` usual ones from the expected. */
  valueAt(expected: Sums, run: Run, deviations: number): number
}

/** `clickCost`: the mean one, in micros; `doubt`: variance of the expectation besides, as a share of its square. */
export type Run = { length: number; clickCost: number; doubt: number }

/** The expectation is a mean of four weeks. */
const OF_EXPECTATION = 1.25
/** Clicks come in clumps, and their prices differ. */
const CLICK_NOISE = 2
/** Usual spread of the logit of an impression share, of a day and of what lasts. */
const SHARE_SPREAD = { day: 0.22, lasting: 0.1 }
const LEAST_CONVERSIONS = 5
const LEAST_ELIGIBLE = 300

export const METRIC_RULES: Record<WatchedMetric, MetricRule> = {
  cost: {
    needs: ['costMicros'],
    figureOf: ({ costMicros }) => costMicros,
    distance: (seen, expected, run) =>
      expected.costMicros < 10 * run.clickCost
        ? null
        : rootDistance(
            seen.costMicros / run.clickCost,
            expected.costMicros / run.clickCost,
            CLICK_NOISE,
            run,
          ),
    valueAt: (expected, run, deviations) =>
      run.clickCost *
      rootInverse(expected.costMicros / run.clickCost, CLICK_NOISE, run, deviations),
  },
  conversions: {
    needs: ['conversionsMicros'],
    figureOf: ({ conversionsMicros }) => conversionsMicros,
    distance: (seen, expected, run) =>
      expected.conversionsMicros < LEAST_CONVERSIONS * MICROS
        ? null
        : rootDistance(
            seen.conversionsMicros / MICROS,
            expected.conversionsMicros / MICROS,
            CLUMPS,
            run,
          ),
    valueAt: (expected, run, deviations) =>
      MICROS * rootInverse(expected.conversionsMicros / MICROS, CLUMPS, run, deviations),
  },
  cpa: {
    needs: ['costMicros', 'conversionsMicros'],
    figureOf: ({ costMicros, conversionsMicros }) =>
      conversionsMicros > 0 ? (costMicros / conversionsMicros) * MICROS : null,
    distance: (seen, expected, run) => {
      const counts = [seen.conversionsMicros, expected.conversionsMicros].map((one) => one / MICROS)
      if (counts.some((one) => one < LEAST_CONVERSIONS)) return null
      if (seen.costMicros <= 0 || expected.costMicros <= 0) return null
      const ratio =
        (seen.costMicros / expected.costMicros) *
        (expected.conversionsMicros / seen.conversionsMicros)
      return Math.log(ratio) / cpaSpread(expected, run)
    },
    valueAt: (expected, run, deviations) =>
      (expected.costMicros / Math.max(1, expected.conversionsMicros)) *
      MICROS *
      Math.exp(deviations * cpaSpread(expected, run)),
  },
  share: {
    needs: ['searchImpressions', 'eligible'],
    figureOf: ({ searchImpressions, eligible }) =>
      eligible > 0 ? searchImpressions / eligible : null,
    distance: (seen, expected, run) => {
      if (seen.eligible < LEAST_ELIGIBLE || expected.eligible < LEAST_ELIGIBLE) return null
      return (logit(seen) - logit(expected)) / shareSpread(expected, run)
    },
    valueAt: (expected, run, deviations) =>
      1 / (1 + Math.exp(-(logit(expected) + deviations * shareSpread(expected, run)))),
  },
}

/** Of counts by their roots, whose chance does not depend on their size (Anscombe). */
function rootDistance(seen: number, expected: number, noise: number, run: Run): number {
  return (
    (2 * (Math.sqrt(seen + 0.375) - Math.sqrt(expected + 0.375))) / rootSpread(expected, noise, run)
  )
}

function rootInverse(expected: number, noise: number, run: Run, deviations: number): number {
  const root = Math.sqrt(expected + 0.375) + (deviations * rootSpread(expected, noise, run)) / 2
  return Math.max(0, Math.max(0, root) ** 2 - 0.375)
}

function rootSpread(expected: number, noise: number, { length, doubt }: Run): number {
  return Math.sqrt(noise * OF_EXPECTATION + (usualWander(length) + doubt) * expected)
}

function cpaSpread({ conversionsMicros }: Sums, { length, doubt }: Run): number {
  const chance = (CLUMPS * OF_EXPECTATION * MICROS) / Math.max(MICROS, conversionsMicros)
  return Math.sqrt(chance + usualWander(length) + doubt)
}

function shareSpread({ eligible }: Sums, { length, doubt }: Run): number {
  const { day, lasting } = SHARE_SPREAD
  return Math.sqrt(day ** 2 / length + lasting ** 2 + doubt + 20 / Math.max(1, eligible))
}

function logit({ searchImpressions, eligible }: Sums): number {
  return Math.log((searchImpressions + 1) / (Math.max(0, eligible - searchImpressions) + 1))
}
