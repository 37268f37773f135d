import type { TableRow } from '../contract/data-table.ts'
import { sortRows } from './cells.ts'
import { measureOf } from './measures.ts'
import type { Ranked } from './question.ts'

/** The parts asked for. Without traffic there is nothing to rank: such rows are left out. */
export function rankedRows(rows: readonly TableRow[], ranked: Ranked): TableRow[] {
  const live = rows.filter(({ cells }) => cells.impressions?.value !== 0)
  const kept = ranked.withoutConversions
    ? live.filter(({ cells }) => cells.conversions?.value === 0)
    : live
  return sortRows(kept, ranked.sortBy, ranked.direction).slice(0, ranked.limit)
}

/** 'Por gasto, de mayor a menor; solo sin conversiones'. */
export function rankingText({ sortBy, direction, withoutConversions }: Ranked): string {
  const { label } = measureOf(sortBy)
  const name = /^[A-Z]{2}/.test(label) ? label : label.toLowerCase()
  const order = direction === 'highest' ? 'de mayor a menor' : 'de menor a mayor'
  return `Por ${name}, ${order}${withoutConversions ? '; solo sin conversiones' : ''}`
}
