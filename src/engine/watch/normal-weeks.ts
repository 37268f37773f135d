import type { Column, DaySums, Sums } from './watched-account.ts'
import { COLUMNS, noSums } from './watched-account.ts'

const WEEK = 7
const WEEKS_LOOKED_AT = 6
export const LEAST_DAYS_BEFORE = WEEK * WEEKS_LOOKED_AT

/** Sums of runs of days at the price of two look-ups. */
export type RunSums = (column: Column, from: number, to: number) => number

export function runSums(sums: DaySums): RunSums {
  const upTo = {} as Record<Column, Float64Array>
  for (const column of COLUMNS) {
    const values = sums[column]
    const running = new Float64Array(values.length + 1)
    for (let i = 0; i < values.length; i++) running[i + 1] = running[i]! + values[i]!
    upTo[column] = running
  }
  return (column, from, to) => upTo[column][to + 1]! - upTo[column][from]!
}

/**
 * Which of the six weeks before a run show what is normal: not the highest nor the lowest, so that one odd week does not
 * pass for normal. Null where one of them has no traffic: the campaign is new, or was away.
 */
export function normalWeeks(
  run: RunSums,
  start: number,
  by: (from: number, to: number) => number,
): number[] | null {
  if (start < LEAST_DAYS_BEFORE) return null
  const weeks = Array.from({ length: WEEKS_LOOKED_AT }, (_, at) => {
    const from = start - WEEK * (at + 1)
    return {
      back: at + 1,
      size: by(from, from + WEEK - 1),
      isOn: run('costMicros', from, from + WEEK - 1) > 0,
    }
  })
  if (weeks.some(({ isOn }) => !isOn)) return null
  return weeks
    .toSorted((a, b) => a.size - b.size)
    .slice(1, -1)
    .map(({ back }) => back)
}

/** What the days of a run would have been in a mean of these weeks, weekday for weekday; runs of up to two weeks. */
export function normalSum(
  run: RunSums,
  column: Column,
  start: number,
  length: number,
  weeks: readonly number[],
): number {
  let total = 0
  for (const back of weeks) {
    const from = start - WEEK * back
    for (let left = length; left > 0; left -= WEEK)
      total += run(column, from, from + Math.min(WEEK, left) - 1)
  }
  return total / weeks.length
}

/** Day by day, weighed: the only way where days of a run differ in what is to be expected of them. */
export function weighedNormal(
  sums: DaySums,
  start: number,
  weeks: readonly number[],
  weights: readonly { volume: number; conversions: number }[],
): Sums {
  const total = noSums()
  for (const [i, weight] of weights.entries())
    for (const column of COLUMNS) {
      const factor =
        column === 'conversionsMicros' ? weight.volume * weight.conversions : weight.volume
      let sum = 0
      for (const back of weeks) sum += sums[column][start - WEEK * back + (i % WEEK)]!
      total[column] += (factor * sum) / weeks.length
    }
  return total
}

export function observedSums(run: RunSums, from: number, to: number): Sums {
  const total = noSums()
  for (const column of COLUMNS) total[column] = run(column, from, to)
  return total
}
