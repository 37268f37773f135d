import type { TableRow } from '../contract/data-table.ts'
import { METRIC_COLUMNS, type MetricKey, sortRows } from './cells.ts'

export type Ranking = {
  sortBy: MetricKey
  direction: 'highest' | 'lowest'
  limit: number
  withoutConversions: boolean
}

/** The rows asked for. Without traffic there is nothing to rank: such rows are left out. */
export function rankedRows(rows: readonly TableRow[], ranking: Ranking): TableRow[] {
  const { sortBy, direction, limit, withoutConversions } = ranking
  const live = rows.filter(({ cells }) => cells.impressions?.value !== 0)
  const kept = withoutConversions
    ? live.filter(({ cells }) => cells.conversions?.value === 0)
    : live
  return sortRows(kept, sortBy, direction).slice(0, limit)
}

/** 'Por gasto, de mayor a menor; solo sin conversiones'. */
export function rankingText({ sortBy, direction, withoutConversions }: Ranking): string {
  const { label } = METRIC_COLUMNS.find(({ key }) => key === sortBy) ?? METRIC_COLUMNS[0]
  const name = /^[A-Z]{2}/.test(label) ? label : label.toLowerCase()
  const order = direction === 'highest' ? 'de mayor a menor' : 'de menor a mayor'
  return `Por ${name}, ${order}${withoutConversions ? '; solo sin conversiones' : ''}`
}
