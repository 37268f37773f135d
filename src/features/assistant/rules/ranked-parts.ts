import type { TableRow } from '../contract/data-table.ts'
import { sortRows } from './cells.ts'
import { measureOf } from './measures.ts'
import type { Ranked } from './question.ts'

/** As they follow each other. */
export function inOrderOfDays(rows: readonly TableRow[], ranked: Ranked): TableRow[] {
  const { withoutConversions } = ranked
  return rows
    .filter(({ cells }) => !withoutConversions || cells.conversions?.value === 0)
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

/** The parts asked for. Without traffic there is nothing to rank: such rows are left out. */
export function rankedRows(rows: readonly TableRow[], ranked: Ranked): TableRow[] {
  const live = rows.filter(({ cells }) => cells.impressions?.value !== 0)
  const kept = ranked.withoutConversions
    ? live.filter(({ cells }) => cells.conversions?.value === 0)
    : live
  const sorted = sortRows(kept, ranked.sortBy, ranked.direction)
  if (!isByWorstCost(ranked)) return sorted.slice(0, ranked.limit)
  // What sells nothing has no cost per conversion, and is worse than any that has one.
  const endless = sortRows(sorted.filter(isEndless), 'spend', 'highest')
  return [...endless, ...sorted.filter((row) => !isEndless(row))].slice(0, ranked.limit)
}

const isByWorstCost = ({ sortBy, direction }: Pick<Ranked, 'sortBy' | 'direction'>) =>
  sortBy === 'cpa' && direction === 'highest'

const isEndless = ({ cells }: TableRow) =>
  cells.cpa?.value === null && Number(cells.spend?.value) > 0

/** 'Por gasto, de mayor a menor; solo sin conversiones'. */
export function rankingText(ranked: Ranked): string {
  const { sortBy, direction, withoutConversions } = ranked
  const { label } = measureOf(sortBy)
  const name = /^[A-Z]{2}/.test(label) ? label : label.toLowerCase()
  const order = direction === 'highest' ? 'de mayor a menor' : 'de menor a mayor'
  const first = isByWorstCost(ranked) ? ', antes lo que gasta sin conversiones' : ''
  return `Por ${name}, ${order}${first}${withoutConversions ? '; solo sin conversiones' : ''}`
}
