import type { Metrics } from '#shared/metrics.ts'
import type { WatchedEntity } from './account-effects.ts'
import { Z_95 } from './ratio-of-ratios.ts'

/**
 * Whether what a sale of the changed one brings, by the recorded values, moved otherwise than among the untouched and further than chance goes: what
 * bids for value may sell fewer and dearer ones, and their number says the opposite of what it does.
 */
export function isAnotherValue(
  changed: WatchedEntity,
  untouched: readonly WatchedEntity[],
): boolean {
  const own = moveOf(changed)
  const others = moveOf(together(untouched))
  if (!own) return false
  const shared = others ?? { log: 0, variance: 0 }
  return Math.abs(own.log - shared.log) > Z_95 * Math.sqrt(own.variance + shared.variance)
}

type Windows = Pick<WatchedEntity, 'before' | 'after'>
type Mean = { log: number; variance: number }

function together(all: readonly Windows[]): Windows {
  return {
    before: all.flatMap(({ before }) => before),
    after: all.flatMap(({ after }) => after),
  }
}

/** Logarithm of the mean value of a sale after over that before; null where one is unknown. */
function moveOf({ before, after }: Windows): Mean | null {
  const [was, is] = [meanOf(before), meanOf(after)]
  return was && is && { log: is.log - was.log, variance: is.variance + was.variance }
}

/** By how far the days lie from what their sales would have brought at the mean: orders are unlike, so that their number alone does not tell. */
function meanOf(days: readonly Metrics[]): Mean | null {
  const sold = sum(days.map((day) => day.conversionsMicros))
  const value = sum(days.map((day) => day.valueMicros))
  if (sold <= 0 || value <= 0) return null
  const mean = value / sold
  const squares = days.map((day) => (day.valueMicros - mean * day.conversionsMicros) ** 2)
  const known = days.filter((day) => day.conversionsMicros > 0).length
  if (known < LEAST_DAYS) return null
  return { log: Math.log(mean), variance: ((known / (known - 1)) * sum(squares)) / value ** 2 }
}

/** With sales; fewer tell nothing of how unlike they are. */
const LEAST_DAYS = 7

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
