import type { Metrics } from '#shared/metrics.ts'
import type { Table } from './find-table.ts'
import { isBlank } from './fold-text.ts'
import type { Columns } from './report-headers.ts'
import { dataRecords } from './report-totals.ts'

const COLUMN_OF: Record<keyof Metrics, keyof Columns> = {
  impressions: 'impressions',
  clicks: 'clicks',
  costMicros: 'cost',
  conversionsMicros: 'conversions',
  valueMicros: 'value',
}

/** Figures with a column that some row fills: one that says `--` in all of them tells nothing, and nor does their total. */
export function knownFigures(table: Table): (keyof Metrics)[] {
  const { header } = table
  const records = dataRecords(table)
  const figures = Object.keys(COLUMN_OF) as (keyof Metrics)[]
  return figures.filter((figure) => {
    const column = header.columns[COLUMN_OF[figure]]
    return column !== undefined && records.some(({ cells }) => !isBlank(cells[column]))
  })
}
