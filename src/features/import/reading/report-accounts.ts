import type { Table } from './find-table.ts'
import { isBlank } from './fold-text.ts'
import { dataRecords } from './report-totals.ts'
import { fault, type ReportFault } from './report-types.ts'

const MOST_NAMED = 3

/** Campaigns of several accounts would be one account's, those of one name one campaign. */
export function refuseMixedAccounts(table: Table): ReportFault | null {
  const { account, accountId } = table.header.columns
  const names = [account, accountId].map((column) => namesIn(table, column))
  const mixed = names.find(({ size }) => size > 1)
  if (!mixed) return null
  const list = [...mixed].sort().slice(0, MOST_NAMED)
  const more = mixed.size > MOST_NAMED ? ` y ${mixed.size - MOST_NAMED} más` : ''
  return fault(
    'mixed_accounts',
    `El informe mezcla filas de ${mixed.size} cuentas (${list.join(', ')}${more}) y sus campañas no se pueden juntar en una. Descarga un informe por cuenta.`,
  )
}

function namesIn(table: Table, column: number | undefined): Set<string> {
  if (column === undefined) return new Set()
  const cells = dataRecords(table).map(({ cells: all }) => all[column])
  return new Set(cells.flatMap((cell) => (isBlank(cell) ? [] : cell!.trim())))
}
