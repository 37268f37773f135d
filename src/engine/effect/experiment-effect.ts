import { errorsOf, type GoogleEstimate } from './google-estimates.ts'
import { type ArmFigures, type HalvesByDay, scatterOf } from './halves-by-day.ts'
import { errorAtLook, fractionsAt, mayConclude } from './looks.ts'
import { type Interval, netEffect, timesAsMuch, type Worth } from './net-effect.ts'
import { type LogEffect, Z_95 } from './ratio-of-ratios.ts'

/** What Google's own rows say of both halves; estimates are null until Google has worked them out. */
export type ExperimentFigures = {
  treatment: ArmFigures
  control: ArmFigures
  /** Relative to the control. */
  cost: GoogleEstimate | null
  /** In conversions, not relative. */
  conversions: GoogleEstimate | null
  /** Of what they brought, relative to the control. */
  value?: GoogleEstimate | null
  /** Where they are known by day: how far chance goes until Google has estimates. */
  byDay: HalvesByDay | null
}

export type ExperimentEffect = {
  cost: Interval
  conversions: Interval
  /** Of the whole campaign, micros over the days: at 95 %, and as this look may read it; null without a worth. */
  net: { usual: Interval; decisive: Interval; spread: number; chanceOfGain: number } | null
  /** What the whole campaign would have cost. */
  usualMicros: number
  fractions: number[]
  mayConclude: boolean
}

/** Half of the searches is tried on: the campaign is twice a half. */
const HALVES = 2
const EVERYTHING_KNOWN = 1e6
const MOST_ALIKE = 0.95
/** Google's errors are jackknifed over buckets, of which it does not say how many: as if there were some twenty. */
export const GOOGLES_FREEDOM = 19

/**
 * The treated half against the other. A coin decided each search, so nothing drifts apart by itself: only chance is left, as
 * Google's estimates have it.
 */
export function experimentEffect(
  { treatment, control, cost, conversions, byDay }: ExperimentFigures,
  worth: Worth | null,
  look: { weeks: number; fractions: readonly number[] },
): ExperimentEffect {
  const [costError, conversionsError] = errorsOf([cost, conversions])
  const had = counted(treatment)
  const other = counted(control)
  const scatter = scatterOf(byDay)
  const onCost = effect(
    had.costMicros / other.costMicros,
    cost && costError
      ? (costError / (1 + cost.estimate)) ** 2
      : scatter.cost.value * (1 / had.clicks + 1 / other.clicks),
  )
  const onConversions = effect(
    had.conversions / other.conversions,
    conversions && conversionsError
      ? conversionsError ** 2 / (had.conversions * other.conversions)
      : scatter.conversions.value * (1 / had.conversions + 1 / other.conversions),
  )
  const ofClicks = scatter.clicks.value * (1 / had.clicks + 1 / other.clicks)
  const ofDays = Math.min(scatter.cost.freedom, scatter.conversions.freedom)
  const fractions = fractionsAt(ONLY_CHANCE, look)
  const question = {
    ...had,
    onCost,
    onConversions,
    correlation: correlationOf(onCost, onConversions, ofClicks),
    chanceAfter: {
      conversions:
        (onConversions.variance * other.conversions) / (had.conversions + other.conversions),
      cost: (onCost.variance * other.clicks) / (had.clicks + other.clicks),
    },
    freedom: costError && conversionsError ? GOOGLES_FREEDOM : ofDays,
  }
  const net = worth && netEffect({ ...question, worth })
  const usual = net && timesAsMuch(net.interval(0.05), HALVES)
  return {
    cost: changeOf(onCost),
    conversions: changeOf(onConversions),
    net: net && {
      usual: usual!,
      decisive: timesAsMuch(net.interval(errorAtLook(fractions)), HALVES),
      spread: net.spread * HALVES,
      chanceOfGain: net.chanceOfGain,
    },
    usualMicros: other.costMicros * HALVES,
    fractions,
    mayConclude: usual !== null && mayConclude(usual, fractions),
  }
}

/** What chance does to clicks it does to conversions too, which have much more of their own; what it does to prices it does not. */
function correlationOf(cost: LogEffect, conversions: LogEffect, ofClicks: number) {
  const common = Math.min(cost.variance, ofClicks)
  return Math.min(MOST_ALIKE, common / Math.sqrt(cost.variance * conversions.variance))
}

/** More weeks take all of it away. */
const ONLY_CHANCE = { correlation: 0, freedom: EVERYTHING_KNOWN, chance: 1, drift: 0, shared: 0 }

/** Half of one where there is none, for a ratio to mean something. */
function counted({ clicks, costMicros, conversions }: ArmFigures): ArmFigures {
  return {
    clicks: Math.max(0.5, clicks),
    costMicros: Math.max(1, costMicros),
    conversions: Math.max(0.5, conversions),
  }
}

const effect = (ratio: number, variance: number): LogEffect => ({
  log: Math.log(ratio),
  variance,
  freedom: EVERYTHING_KNOWN,
})

function changeOf({ log, variance }: LogEffect): Interval {
  const reach = Z_95 * Math.sqrt(variance)
  return {
    estimate: Math.expm1(log),
    low: Math.expm1(log - reach),
    high: Math.expm1(log + reach),
  }
}
