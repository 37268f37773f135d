import type { DataTable, UnnumberedTable } from '../contract/data-table.ts'
import type { TracedText } from '../contract/endpoints.ts'
import { traceFigures } from './trace-figures.ts'

/** A text with each of its figures tied to a cell of its tables. */
export function tracedText(
  given: Omit<TracedText, 'figures' | 'tables'> & { tables: readonly DataTable[] },
): TracedText {
  const { figures } = traceFigures(given.text, { tables: given.tables })
  return { ...given, tables: [...given.tables], figures }
}

/** Numbered in the order in which they were read. */
export function numbered(tables: readonly UnnumberedTable[]): DataTable[] {
  return tables.map((table, at) => ({ ...table, id: `t${at + 1}` }))
}
