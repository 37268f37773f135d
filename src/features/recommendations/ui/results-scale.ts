import type { ResultRow } from '../contract/results.ts'

/** What its bars are drawn from; micros a month. */
export type ShownResult = Pick<ResultRow, 'standing' | 'verdict' | 'forecast' | 'measured'>

export type Scale = { low: number; high: number }

/** One range this much longer than most would make dots of them: it runs to the edge instead, its figures stand beside it. */
const MOST_TIMES = 4

/** One for all rows of a currency, with zero in it. */
export function scaleOf(rows: readonly ShownResult[]): Scale {
  // What was taken back counts for nothing any more, and must not make dots of what stands.
  const standing = rows.filter((row) => row.standing !== 'undone')
  const ends = (standing.length > 0 ? standing : rows).map(({ forecast, measured }) =>
    [forecast, measured].flatMap((one) => (one ? [one.low, one.high] : [])),
  )
  const furthest = ends.flatMap((own) => (own.length > 0 ? [Math.max(...own.map(Math.abs))] : []))
  const usual = furthest.toSorted((a, b) => a - b)[Math.floor((furthest.length - 1) / 2)] ?? 0
  const within = (end: number) => Math.min(Math.max(end, -MOST_TIMES * usual), MOST_TIMES * usual)
  const all = ends.flat().map(within)
  return { low: Math.min(0, ...all), high: Math.max(0, ...all) }
}

/** How far along the scale an amount stands, fraction; at its edge where it is beyond. */
export function shareOf(micros: number, { low, high }: Scale): number {
  return Math.min(1, Math.max(0, (micros - low) / (high - low || 1)))
}
