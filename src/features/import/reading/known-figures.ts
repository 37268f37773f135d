import type { Metrics } from '#shared/metrics.ts'
import type { Table } from './find-table.ts'
import { isBlank } from './fold-text.ts'
import type { Columns } from './report-headers.ts'

const COLUMN_OF: Record<keyof Metrics, keyof Columns> = {
  impressions: 'impressions',
  clicks: 'clicks',
  costMicros: 'cost',
  conversionsMicros: 'conversions',
  valueMicros: 'value',
}

/** Figures with a column that is filled somewhere: one that says `--` in every row tells nothing. */
export function knownFigures({ header, records }: Table): (keyof Metrics)[] {
  const figures = Object.keys(COLUMN_OF) as (keyof Metrics)[]
  return figures.filter((figure) => {
    const column = header.columns[COLUMN_OF[figure]]
    return column !== undefined && records.some(({ cells }) => !isBlank(cells[column]))
  })
}
