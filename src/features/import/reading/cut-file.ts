import type { Table } from './find-table.ts'
import { isBlank } from './fold-text.ts'
import { bareNumber } from './numbers.ts'
import { shortTotalLabel } from './report-totals.ts'
import { fault, type ReportFault } from './report-types.ts'

const ENOUGH_ROWS = 3

/** Refuses a table without rows, or one that ends in the middle of its last row. */
export function refuseCutTable(table: Table, endsInNewline: boolean): ReportFault | null {
  const last = table.records.at(-1)
  if (!last) {
    return fault(
      'no_rows',
      'El informe tiene cabecera pero ninguna fila. Elige un periodo con datos y descárgalo otra vez.',
    )
  }
  // Google writes total rows of fewer cells than its header has.
  const isTotal = shortTotalLabel(last.cells, table.width) !== null
  const short = last.cells.length < table.width && !isTotal
  if (isTotal || (!short && (endsInNewline || !isLastCellCut(table)))) return null
  const why = short
    ? `tiene ${last.cells.length} celdas de ${table.width}`
    : 'se interrumpe en su última celda'
  return fault(
    'truncated',
    `El archivo está cortado: la última fila (línea ${last.line}) ${why}. Descárgalo otra vez y súbelo entero.`,
  )
}

/** The last column ends alike in all other rows (`,50`, `%`, never empty) but not in the last. */
function isLastCellCut({ records, width }: Table): boolean {
  const cells = records.map((record) => record.cells[width - 1] ?? '')
  const last = cells.pop() ?? ''
  if (cells.length < ENOUGH_ROWS) return false
  if (last === '') return !cells.includes('')
  const numbers = cells.filter((cell) => !isBlank(cell))
  if (isBlank(last) || numbers.some((cell) => bareNumber(cell) === null)) return false
  const endings = new Set(numbers.map(ending))
  return endings.size === 1 && !endings.has('') && !endings.has(ending(last))
}

/** From the last separator on, digits alike: '1.234,56 €' → ',99 €'. */
function ending(cell: string): string {
  return (/[.,]?\d*[^\d.,]*$/.exec(cell.trim())?.[0] ?? '').replace(/^\d+/, '').replace(/\d/g, '9')
}
