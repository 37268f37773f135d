import { MICROS } from '#shared/metrics.ts'
import { quantity } from '#shared/spanish-numbers.ts'
import { type Column, type ColumnKind, cellText, isNumeric } from './table-rows.ts'

/** 'CPA > 40': the value in what the user types: currency units, percent 0..100, counts. */
export type NumberFilter = { column: string; comparison: Comparison; value: number }

export const COMPARISONS = { gt: '>', gte: '≥', lt: '<', lte: '≤' } as const
type Comparison = keyof typeof COMPARISONS

/** Rows that pass every filter. A row without a value passes none; unknown columns are ignored. */
export function filterRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  filters: readonly NumberFilter[],
): readonly Row[] {
  const tests = filters.flatMap((filter) => {
    const column = columns.find((candidate) => candidate.id === filter.column)
    return column && isFilterable(column) ? [{ ...filter, of: column }] : []
  })
  if (tests.length === 0) return rows
  return rows.filter((row) =>
    tests.every(({ of, comparison, value }) => {
      const own = of.value(row)
      return typeof own === 'number' && holds(own, comparison, value * unitOf(of.kind))
    }),
  )
}

export function isFilterable(column: Pick<Column<never>, 'kind' | 'isControl'>): boolean {
  return isNumeric(column.kind) && !column.isControl
}

/** 'cpa.gt.40,clicks.lte.5', as the address keeps it; what cannot be read is left out. */
export function parseFilters(text: string | null): NumberFilter[] {
  return (text ?? '').split(',').flatMap((part) => {
    const [, column, comparison, value] = /^(\w+)\.(gte?|lte?)\.(-?\d+(?:\.\d+)?)$/.exec(part) ?? []
    return column && comparison
      ? [{ column, comparison: comparison as Comparison, value: Number(value) }]
      : []
  })
}

export function filtersText(filters: readonly NumberFilter[]): string {
  return filters
    .map(({ column, comparison, value }) => `${column}.${comparison}.${value}`)
    .join(',')
}

/** 'Coste/conv. > 40,00 €'. */
export function filterLabel(
  filter: NumberFilter,
  column: Pick<Column<never>, 'title' | 'kind'>,
  currencyCode: string,
): string {
  // A limit may have decimals where the counts themselves have none.
  const isCounted = column.kind === 'count' || column.kind === 'score'
  const value = isCounted
    ? quantity(filter.value)
    : cellText(column, filter.value * unitOf(column.kind), currencyCode)
  return `${column.title} ${COMPARISONS[filter.comparison]} ${value}`
}

/** How much of a column's own unit (micros, fraction) one typed unit is. */
export function unitOf(kind: ColumnKind): number {
  if (kind === 'money') return MICROS
  return kind === 'percent' ? 0.01 : 1
}

function holds(own: number, comparison: Comparison, value: number): boolean {
  switch (comparison) {
    case 'gt':
      return own > value
    case 'gte':
      return own >= value
    case 'lt':
      return own < value
    case 'lte':
      return own <= value
  }
}
