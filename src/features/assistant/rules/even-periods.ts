import { addDays, type Day, type DayRange, daysInRange } from '#shared/dates.ts'
import type { TableRow } from '../contract/data-table.ts'
import type { SpokenRange } from './calendar-days.ts'
import type { KnownDays } from './question.ts'

/** February against a month of 31 days. */
const MOST_UNEVEN = 31 / 28

type Even = { ranges: readonly SpokenRange[]; note: string }

/** Of two periods of which one still runs, as many whole days of both from their beginnings. */
export function evenPeriods(ranges: readonly SpokenRange[], known: KnownDays, today: Day): Even {
  const [one, other, ...more] = ranges
  if (!(one && other && known) || more.length > 0) return { ranges, note: '' }
  const lastWhole = known.to < today ? known.to : addDays(today, -1)
  const days = [one, other].map(({ from, to }) =>
    to > lastWhole && from <= lastWhole ? daysInRange(from, lastWhole) : Number.POSITIVE_INFINITY,
  )
  const fewest = Math.min(...days)
  const even = [one, other].map((range) => {
    const to = addDays(range.from, Math.min(fewest, daysInRange(range.from, range.to)) - 1)
    return { ...range, to }
  })
  return {
    ranges: even,
    note: even.some(({ to }, i) => to !== [one, other][i]?.to)
      ? ' Cuento los mismos días de ambos periodos, hasta donde llega el que está en curso.'
      : '',
  }
}

/** In Spanish why sums of two periods cannot be held against each other; null where they can. */
export function unevenText(now: DayRange, was: DayRange, today: Day): string | null {
  if ([now, was].some(({ from }) => from >= today)) return 'Hoy todavía no ha terminado'
  const days = [now, was].map(({ from, to }) => daysInRange(from, to))
  return Math.max(...days) > MOST_UNEVEN * Math.min(...days)
    ? 'Los periodos no tienen los mismos días'
    : null
}

const SUMS = ['spend', 'conversions', 'value', 'clicks', 'impressions']

export const isSum = (measure: string) => SUMS.includes(measure)

export function withoutChange(row: TableRow): TableRow {
  return { ...row, cells: { ...row.cells, change: { value: null, unit: 'percent' } } }
}
