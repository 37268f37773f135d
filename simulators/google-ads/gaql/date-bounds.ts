import { addDays, endOfMonths, namedRange } from './days.ts'
import type { Condition } from './query.ts'

export type Bounds = { from?: string; to?: string }

/** The tightest lower and upper bound that the conditions on one date field give; both inclusive. */
export function dateBounds(where: readonly Condition[], field: string, today: string): Bounds {
  return where
    .filter((condition) => condition.field === field)
    .map((condition) => boundsOf(condition, today))
    .reduce(intersect, {})
}

/** Bounds on days from every core date segment; `segments.month = '2026-10-01'` means all of October. */
export function segmentDateBounds(where: readonly Condition[], today: string): Bounds {
  const widened: [string, (start: string) => string][] = [
    ['segments.date', (day) => day],
    ['segments.week', (monday) => addDays(monday, 6)],
    ['segments.month', (first) => endOfMonths(first, 1)],
    ['segments.quarter', (first) => endOfMonths(first, 3)],
  ]
  const bounds = widened.map(([field, end]) => {
    const { from, to } = dateBounds(where, field, today)
    return { from, to: to === undefined ? undefined : end(to) }
  })
  const year = dateBounds(where, 'segments.year', today)
  bounds.push({
    from: year.from && `${year.from}-01-01`,
    to: year.to && `${year.to}-12-31`,
  })
  return bounds.reduce<Bounds>(intersect, {})
}

function boundsOf(condition: Condition, today: string): Bounds {
  switch (condition.operator) {
    case '=':
      return { from: String(condition.value), to: String(condition.value) }
    case '>':
    case '>=':
      return { from: String(condition.value) }
    case '<':
    case '<=':
      return { to: String(condition.value) }
    case 'BETWEEN':
      return { from: String(condition.from), to: String(condition.to) }
    case 'IN': {
      const days = condition.values.map(String).sort()
      return { from: days[0], to: days.at(-1) }
    }
    case 'DURING':
      return namedRange(condition.range, today) ?? {}
    default:
      return {}
  }
}

function intersect(a: Bounds, b: Bounds): Bounds {
  const from = [a.from, b.from]
    .filter((day) => day !== undefined)
    .sort()
    .at(-1)
  const to = [a.to, b.to].filter((day) => day !== undefined).sort()[0]
  return { from, to }
}
