import { type Metrics, MICROS, ratesOf } from '#shared/metrics.ts'
import { type Cell, cellText, type TableRow } from '../contract/data-table.ts'

/** The metrics of a row as cells; a rate without a divisor is null, never 0. */

export const METRIC_COLUMNS = [
  { key: 'spend', label: 'Gasto' },
  { key: 'conversions', label: 'Conversiones' },
  { key: 'cpa', label: 'CPA' },
  { key: 'clicks', label: 'Clics' },
  { key: 'impressions', label: 'Impresiones' },
  { key: 'ctr', label: 'CTR' },
  { key: 'cpc', label: 'CPC medio' },
] as const
export type MetricKey = (typeof METRIC_COLUMNS)[number]['key']

/** Money in account currency units. */
export type RowSums = { spend: number; conversions: number; clicks: number; impressions: number }

export function metricCells({ spend, conversions, clicks, impressions }: RowSums) {
  const sums: Metrics = {
    costMicros: spend * MICROS,
    conversionsMicros: conversions * MICROS,
    clicks,
    impressions,
    valueMicros: 0,
  }
  const { ctr, cpc, costPerConversion } = ratesOf(sums)
  return {
    spend: { value: spend, unit: 'money' },
    conversions: { value: conversions, unit: 'quantity' },
    cpa: { value: conversions > 0 ? costPerConversion : null, unit: 'money' },
    clicks: { value: clicks, unit: 'integer' },
    impressions: { value: impressions, unit: 'integer' },
    ctr: { value: impressions > 0 ? ctr * 100 : null, unit: 'percent' },
    cpc: { value: clicks > 0 ? cpc : null, unit: 'money' },
  } satisfies Record<MetricKey, Cell>
}

export function rowText(row: TableRow, column: string, currencyCode: string): string {
  const cell = row.cells[column]
  return cell ? cellText(cell, currencyCode) : '—'
}

/** Rows in order of a column, those without a value last. */
export function sortRows(
  rows: readonly TableRow[],
  column: string,
  direction: 'highest' | 'lowest',
): TableRow[] {
  const sign = direction === 'highest' ? -1 : 1
  const rankOf = (row: TableRow) => {
    const value = row.cells[column]?.value
    return typeof value === 'number' ? sign * value : Number.POSITIVE_INFINITY
  }
  return rows.toSorted((a, b) => rankOf(a) - rankOf(b) || (a.key < b.key ? -1 : 1))
}
