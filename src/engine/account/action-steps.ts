import { type Day, type DayRange, eachDay } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import type { ConversionDay } from './inventory.ts'
import type { AccountSnapshot } from './snapshot.ts'

/** Days known by action, with the clicks of each. */
export type KnownDays = { days: readonly Day[]; clicks: readonly number[] }

/** A place among the days since which an action counts, or no longer does. */
export type ActionStep = { at: number; hasBegun: boolean }

/** Of its rate, what may be there on the other side: clicks of the days before bring some later. */
const MOST_BEYOND = 0.1

export function knownDays(
  { accountDays }: Pick<AccountSnapshot, 'accountDays'>,
  { from, to }: DayRange,
): KnownDays {
  const days = eachDay(from, to)
  const clicks = new Map(accountDays.map((row) => [row.day, row.clicks ?? 0]))
  return { days, clicks: days.map((day) => clicks.get(day) ?? 0) }
}

/** The place that parts the days best into two rates (Poisson), where one of them is next to nothing. `least`: conversions that are there, and missing. */
export function stepOf(
  seen: readonly number[],
  { clicks }: KnownDays,
  least: number,
): ActionStep | null {
  const total = { seen: sum(seen), clicks: sum(clicks) }
  let before = { seen: 0, clicks: 0 }
  let best: { at: number; likelihood: number; rates: [number, number] } | null = null
  for (let at = 1; at < seen.length; at++) {
    before = { seen: before.seen + seen[at - 1]!, clicks: before.clicks + clicks[at - 1]! }
    const after = { seen: total.seen - before.seen, clicks: total.clicks - before.clicks }
    if (before.clicks <= 0 || after.clicks <= 0) continue
    const likelihood = logOf(before) + logOf(after)
    if (best && likelihood <= best.likelihood) continue
    best = { at, likelihood, rates: [before.seen / before.clicks, after.seen / after.clicks] }
  }
  if (!best) return null
  const { at, rates } = best
  const [early, late] = rates
  const hasBegun = late > early
  const missing = hasBegun ? late * sum(clicks.slice(0, at)) : early * sum(clicks.slice(at))
  const there = sum(hasBegun ? seen.slice(at) : seen.slice(0, at))
  const isStep = Math.min(early, late) <= MOST_BEYOND * Math.max(early, late)
  return isStep && Math.min(missing, there) > least ? { at, hasBegun } : null
}

const logOf = ({ seen, clicks }: { seen: number; clicks: number }) =>
  seen > 0 ? seen * Math.log(seen / clicks) : 0

type Counted = { count: number; clicks: number }

/** By how much a rate moved, as a logarithm, and the variance that chance gives it. */
export function moveOf(had: Counted, has: Counted): { ln: number; chance: number } {
  return {
    ln: Math.log(has.count / has.clicks / (had.count / had.clicks)),
    chance: THRESHOLDS.dispersion.value * (1 / had.count + 1 / has.count),
  }
}

/** Conversions of each day. */
export function sumsByDay(days: readonly Day[], rows: readonly ConversionDay[]): number[] {
  const sums = new Map<Day, number>()
  for (const { day, conversionsMicros } of rows)
    sums.set(day, (sums.get(day) ?? 0) + conversionsMicros / MICROS)
  return days.map((day) => sums.get(day) ?? 0)
}

export const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)
