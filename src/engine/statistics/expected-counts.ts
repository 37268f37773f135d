/** A count on each of consecutive days, and what it is proportional to. */
export type CountSeries = {
  seen: readonly number[]
  exposure: readonly number[]
  /** The same if conversions are reported far later than thought. */
  slowExposure: readonly number[]
}

/** Of a run of days: what was seen, what the days around it let expect, and how many counts these rest on. */
export type Expectation = { seen: number; mean: number; behind: number }

export type Expectations = {
  /** Days `from` to `to`, both included. */
  of: (from: number, to: number) => Expectation
  /** Counts a day of the last four weeks with exposure. */
  perDay: number
}

/** Days after which the past counts for 1/e: a rate drifts by about 4 % of itself a week, chance by its root. */
const MEMORY = { days: 45, least: 21 }
/** Conversions' worth of belief that all weekdays are alike. */
const EVEN_WEEK = 8
/** Jeffreys. */
const PRIOR_COUNT = 0.5

/**
 * What each run of days should have counted, from the days around it, near ones more; its own days never count
 * for it, nor do those in `without`.
 */
export function expectationsOf(
  { seen, exposure }: Pick<CountSeries, 'seen' | 'exposure'>,
  without: (day: number) => boolean,
): Expectations {
  const kept = (values: readonly number[]) => values.map((value, i) => (without(i) ? 0 : value))
  const keptSeen = kept(seen)
  const level = total(keptSeen) / Math.max(1e-12, total(kept(exposure)))
  const week = weekdays(keptSeen, kept(exposure), level)
  const fit = exposure.map((value, i) => value * week[i % 7]!)
  const perDay = level * (total(fit) / Math.max(1, fit.filter((value) => value > 0).length))
  const memory = Math.max(MEMORY.least, MEMORY.days / Math.sqrt(Math.max(perDay, 1e-6)))
  const around = (values: readonly number[]) => fading(values, Math.exp(-1 / memory))
  const seenAround = around(keptSeen)
  const fitAround = around(kept(fit))
  const seenUpTo = running(seen)
  const fitUpTo = running(fit)
  return {
    perDay,
    of: (from, to) => {
      const behind = seenAround(from, to) + PRIOR_COUNT
      const base = fitAround(from, to)
      const own = fitUpTo[to + 1]! - fitUpTo[from]!
      return {
        seen: seenUpTo[to + 1]! - seenUpTo[from]!,
        mean: base > 0 ? (own * behind) / base : 0,
        behind: base > 0 ? behind : 0,
      }
    },
  }
}

function weekdays(seen: readonly number[], exposure: readonly number[], level: number): number[] {
  return Array.from({ length: 7 }, (_, w) => {
    const own = (values: readonly number[]) => total(values.filter((_, i) => i % 7 === w))
    return (own(seen) + EVEN_WEEK) / (own(exposure) * level + EVEN_WEEK)
  })
}

/** Sums over all days before `from` and after `to`, each weighed by `fade` to the power of its distance. */
function fading(values: readonly number[], fade: number): (from: number, to: number) => number {
  const before = [0]
  for (const value of values) before.push(before.at(-1)! * fade + value)
  const after = [0]
  for (const value of values.toReversed()) after.push(after.at(-1)! * fade + value)
  return (from, to) => before[from]! + after[values.length - 1 - to]!
}

function running(values: readonly number[]): number[] {
  const sums = [0]
  for (const value of values) sums.push(sums.at(-1)! + value)
  return sums
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
