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
  leastOwners: 5,
  mostShare: 0.3,
}

/** Factors of a rule in other accounts, each weighed: `weight` Σ w, `value` Σ w · factor. */
export type Learned = { weight: number; value: number }

/** Of all owners' accounts; those of one owner together weigh no more than `MOST_OF_OWNER`. */
export type RulePool = Learned & { owners: number }

/** What one account's factor weighs in the pool; clipped, so that no account decides for the others. */
export function weightInPool(weight: number): number {
  return 1 / (1 / Math.min(weight, POOLING.mostWeight) + POOLING.account)
}

/** As much as one account that is known for sure. */
export const MOST_OF_OWNER = weightInPool(POOLING.mostWeight)

/**
 * What the rule's new forecasts are multiplied by in this account, 0..1.5: its own cases drawn towards what the others found,
 * and those towards 1 (Morris, 1983).
 */
export function factorOf(own: RuleSums | undefined, others: Learned): number {
  const prior = priorOf(others)
  const { weight, value } = own ?? { weight: 0, value: 0 }
  const factor = (value + prior.mean / prior.variance) / (weight + 1 / prior.variance)
  return Math.min(1.5, Math.max(0, factor))
}

export const NOTHING_LEARNED: Learned = { weight: 0, value: 0 }
export const NO_POOL: RulePool = { owners: 0, ...NOTHING_LEARNED }

/** Of one more account. */
export function priorOf({ weight, value }: Learned): { mean: number; variance: number } {
  const all = weight + 1 / POOLING.rule
  return { mean: (value + 1 / POOLING.rule) / all, variance: 1 / all + POOLING.account }
}

/**
 * What an account may know of a rule by others: by those of its owner (`siblings`), and by all other owners' where these are so many that
 * it tells of none of them. `own`: the account's own part of the pool.
 */
export function othersOf(pool: RulePool, own: Learned, siblings: Learned): Learned {
  const ofOwner = { weight: own.weight + siblings.weight, value: own.value + siblings.value }
  const part = Math.min(1, MOST_OF_OWNER / ofOwner.weight)
  const strangers =
    ofOwner.weight > 0
      ? {
          owners: pool.owners - 1,
          weight: pool.weight - part * ofOwner.weight,
          value: pool.value - part * ofOwner.value,
        }
      : pool
  const told = isShareable(strangers) ? strangers : NOTHING_LEARNED
  return { weight: told.weight + siblings.weight, value: told.value + siblings.value }
}

/** Nothing but of enough owners, none of whom could be most of it. */
function isShareable({ owners, weight }: RulePool): boolean {
  return owners >= POOLING.leastOwners && MOST_OF_OWNER <= POOLING.mostShare * weight
}
