import type { DayRange } from '#shared/dates.ts'
import type { Cell, DataTable, TableRow } from '../contract/data-table.ts'
import { rowText } from './cells.ts'
import { isSum } from './even-periods.ts'
import { type MeasuredSums, type MeasureKey, measureCell, measureOf } from './measures.ts'

type Told = Pick<DataTable, 'rows'>

/** A measure with what it was, and the change where both can be compared. */
export function comparedRow(
  key: MeasureKey,
  now: MeasuredSums,
  was: MeasuredSums | null,
): TableRow {
  const value = measureCell(key, now)
  const previous = was && measureCell(key, was)
  return {
    key,
    label: measureOf(key).label,
    cells: {
      value,
      ...(previous && { previous, change: { value: changeOf(value, previous), unit: 'percent' } }),
    },
  }
}

/** None where one of them is not told. */
function changeOf(now: Cell, was: Cell): number | null {
  if (now.edge || was.edge || typeof now.value !== 'number' || !was.value) return null
  return ((now.value - Number(was.value)) / Number(was.value)) * 100
}

/** The same of a day in the mean: sums by the days that they are of, ratios as they are. */
export function meanRow(
  key: MeasureKey,
  [now, days]: readonly [MeasuredSums, number],
  before: readonly [MeasuredSums, number] | null,
): TableRow {
  const row = comparedRow(key, now, before?.[0] ?? null)
  if (!isSum(key)) return row
  const unit = measureOf(key).unit === 'integer' ? 'quantity' : measureOf(key).unit
  const [value, previous] = [row.cells.value, row.cells.previous].map((cell, i) => {
    const of = i === 0 ? days : before?.[1]
    return typeof cell?.value === 'number' && of ? cell.value / of : null
  })
  const change = value && previous ? ((value - previous) / previous) * 100 : null
  return {
    key,
    label: `${row.label} al día, de media`,
    cells: {
      value: { value: value ?? null, unit },
      ...(before && {
        previous: { value: previous ?? null, unit },
        change: { value: change, unit: 'percent' },
      }),
    },
  }
}

/** The measures of one period, each in a sentence. */
export function totalText(
  measures: readonly MeasureKey[],
  table: Told,
  currency: string,
  versus: 'previous' | 'year',
): string {
  const than = versus === 'year' ? 'los mismos días del año anterior' : 'el periodo anterior'
  const sentences = table.rows.map(
    (row) => `${row.label}: ${rowText(row, 'value', currency)}${changeText(row, currency, than)}.`,
  )
  return sentences.slice(0, measures.length).join(' ')
}

/** The same of two periods. */
export function comparisonText(
  measures: readonly MeasureKey[],
  table: Told,
  currency: string,
): string {
  const sentences = table.rows.slice(0, measures.length).map((row) => {
    const now = rowText(row, 'value', currency)
    const was = rowText(row, 'previous', currency)
    const change = row.cells.change?.value
    const percent = rowText(row, 'change', currency).replace('-', '')
    const moved =
      typeof change === 'number' && Math.abs(change) >= 0.05
        ? ` (${change > 0 ? `un ${percent} más` : `un ${percent} menos`})`
        : ''
    return `${row.label}: ${now} frente a ${was}${moved}.`
  })
  return sentences.join(' ')
}

/** A line per row. */
export function rankedText(
  shown: readonly MeasureKey[],
  rows: readonly TableRow[],
  currency: string,
): string {
  const lines = rows.map((row) => {
    const values = shown.map((key) => `${labelInText(key)} ${rowText(row, key, currency)}`)
    return `· «${row.label}»: ${values.join(', ')}`
  })
  return lines.join('\n')
}

function changeText(row: TableRow, currency: string, than: string): string {
  const change = row.cells.change?.value
  if (typeof change !== 'number') return ''
  const before = rowText(row, 'previous', currency)
  const percent = rowText(row, 'change', currency).replace('-', '')
  if (Math.abs(change) < 0.05) return ` (igual que en ${than}: ${before})`
  return ` (${change > 0 ? 'sube' : 'baja'} un ${percent} desde ${before} en ${than})`
}

function labelInText(key: MeasureKey): string {
  const { label } = measureOf(key)
  return /^[A-Z]{2}/.test(label) ? label : label.toLowerCase()
}

/** The days compared with, as cells: their dates in a text are those of the row, not figures without a source. */
export function withDays(row: TableRow, before: DayRange | null): TableRow {
  if (!before) return row
  const from = { value: before.from, unit: 'day' } as const
  const to = { value: before.to, unit: 'day' } as const
  return { ...row, cells: { ...row.cells, previousFrom: from, previousTo: to } }
}
