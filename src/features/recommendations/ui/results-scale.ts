import { type Day, daysInRange } from '#shared/dates.ts'
import type { ResultRow } from '../contract/results.ts'

/** What its bars are drawn from; micros a month. */
export type ShownResult = Pick<ResultRow, 'standing' | 'verdict' | 'forecast' | 'measured'>

export type Scale = { low: number; high: number }

/** One range this much longer than most would make dots of them: it runs to the edge instead, its figures stand beside it. */
const MOST_TIMES = 4

/** The same of what was taken back, against the furthest of what stands: it counts for nothing any more, but was lost or won. */
const MOST_TIMES_UNDONE = 2

/** One for all rows of a currency, with zero in it. */
export function scaleOf(rows: readonly ShownResult[]): Scale {
  const [undone = [], standing = undone] = [true, false].map((isUndone) => {
    const own = rows.filter((row) => (row.standing === 'undone') === isUndone)
    return own.length > 0 ? own.map(endsOf) : undefined
  })
  const furthest = standing.flatMap((own) =>
    own.length > 0 ? [Math.max(...own.map(Math.abs))] : [],
  )
  const usual = furthest.toSorted((a, b) => a - b)[Math.floor((furthest.length - 1) / 2)] ?? 0
  const shown = within(standing.flat(), MOST_TIMES * usual)
  const room = MOST_TIMES_UNDONE * Math.max(0, ...shown.map(Math.abs))
  const all = [...shown, ...within(undone.flat(), room)]
  return { low: Math.min(0, ...all), high: Math.max(0, ...all) }
}

const endsOf = ({ forecast, measured }: ShownResult) =>
  [forecast, measured].flatMap((one) => (one ? [one.low, one.high] : []))

const within = (ends: readonly number[], most: number) =>
  ends.map((end) => Math.min(Math.max(end, -most), most))

/** How far along the scale an amount stands, fraction; at its edge where it is beyond. */
export function shareOf(micros: number, { low, high }: Scale): number {
  return Math.min(1, Math.max(0, (micros - low) / (high - low || 1)))
}

/** How far each day is on the way from the first to the last, fraction: the last point may come a day after a week's end. */
export function dayShares(days: readonly Day[]): number[] {
  const [first, last] = [days[0]!, days.at(-1)!]
  const whole = Math.max(1, daysInRange(first, last) - 1)
  return days.map((day) => (daysInRange(first, day) - 1) / whole)
}
