import { Z_80 } from '#shared/count-ranges.ts'
/** One applied recommendation whose result is known; micros per 30 days. */
export type MeasuredForecast = {
  rule: string
  predictedMicros: number
  predictedLowMicros: number
  predictedHighMicros: number
  measuredMicros: number
  /** Standard deviation of the measured amount. */
  errorMicros: number
}

/** How a rule's forecasts have come true. */
export type Calibration = {
  rule: string
  cases: number
  predictedMicros: number
  measuredMicros: number
  /** Share of cases that agree with their forecast's 80 % range, fraction; .8 where ranges and errors are right. */
  inRange: number
}

/** One line per rule. */
export function calibrate(measured: readonly MeasuredForecast[]): Calibration[] {
  return [...Map.groupBy(measured, ({ rule }) => rule)]
    .map(([rule, cases]) => calibrationOf(rule, cases))
    .sort((a, b) => (a.rule < b.rule ? -1 : 1))
}

function calibrationOf(rule: string, cases: readonly MeasuredForecast[]): Calibration {
  const sum = (of: (one: MeasuredForecast) => number) =>
    cases.reduce((all, one) => all + of(one), 0)
  return {
    rule,
    cases: cases.length,
    predictedMicros: sum((one) => one.predictedMicros),
    measuredMicros: sum((one) => one.measuredMicros),
    inRange: cases.filter(isInRange).length / cases.length,
  }
}

/** The forecast is of what the change does; what is measured of it has an error of its own, which widens the range. */
function isInRange(one: MeasuredForecast): boolean {
  const miss = one.measuredMicros - one.predictedMicros
  const half =
    miss > 0
      ? one.predictedHighMicros - one.predictedMicros
      : one.predictedMicros - one.predictedLowMicros
  return Math.abs(miss) <= Math.hypot(half, Z_80 * one.errorMicros)
}

/**
 * What one account knows of a rule: Σ p²/e² and Σ p·m/e² of its cases (p forecast, m measured, e the error of m). Figures
 * without a unit: no amount can be read back from them.
 */
export type RuleSums = { cases: number; weight: number; value: number }

/** How much the cards of one rule differ beside what is unsure of each, as a fraction of their forecast. */
const CARD_SPREAD = 0.5

export function ruleSumsOf(cases: readonly MeasuredForecast[]): RuleSums {
  const sums = { cases: 0, weight: 0, value: 0 }
  for (const { predictedMicros: p, measuredMicros: m, errorMicros: e } of cases) {
    if (p <= 0) continue
    const square = e ** 2 + (CARD_SPREAD * p) ** 2
    sums.cases++
    sums.weight += p ** 2 / square
    sums.value += (p * m) / square
  }
  return sums
}

/** Variances of measured / forecast: between accounts of one rule, and between rules about 1. */
export const POOLING = {
  account: 0.04,
  rule: 0.09,
  mostWeight: 6.25,
  leastAccounts: 5,
  mostShare: 0.3,
}

/** Other accounts' factors of a rule, each weighed: `weight` Σ w, `value` Σ w · factor. */
export type RulePool = { accounts: number; weight: number; value: number }

/** What one account's factor weighs in the pool; clipped, so that no account decides for the others. */
export function weightInPool(weight: number): number {
  return 1 / (1 / Math.min(weight, POOLING.mostWeight) + POOLING.account)
}

/**
 * What the rule's new forecasts are multiplied by in this account, 0..1.5: its own cases drawn towards what the others found,
 * and those towards 1 (Morris, 1983). `others` is the pool without the account itself.
 */
export function factorOf(own: RuleSums | undefined, others: RulePool): number {
  const prior = priorOf(shareable(others))
  const { weight, value } = own ?? { weight: 0, value: 0 }
  const factor = (value + prior.mean / prior.variance) / (weight + 1 / prior.variance)
  return Math.min(1.5, Math.max(0, factor))
}

export const NO_POOL: RulePool = { accounts: 0, weight: 0, value: 0 }

/** Of one more account. */
export function priorOf({ weight, value }: RulePool): { mean: number; variance: number } {
  const all = weight + 1 / POOLING.rule
  return { mean: (value + 1 / POOLING.rule) / all, variance: 1 / all + POOLING.account }
}

/** Nothing but of enough accounts, none of which could be most of it. */
export function shareable(others: RulePool): RulePool {
  const heaviest = weightInPool(POOLING.mostWeight)
  const isEnough = others.accounts >= POOLING.leastAccounts
  return isEnough && heaviest <= POOLING.mostShare * others.weight ? others : NO_POOL
}
