import { plural } from '#shared/spanish-numbers.ts'
import type { Table } from './find-table.ts'
import { foldText } from './fold-text.ts'
import type { RowsRead } from './read-rows.ts'
import { isKnownHeader } from './report-headers.ts'
import type { TotalsReading } from './report-totals.ts'

/** Spanish sentences on what the reader took for granted or could not check. */
export function reportNotes(
  table: Pick<Table, 'kind' | 'header' | 'headerCells'>,
  read: RowsRead,
  totals: TotalsReading,
): string[] {
  const { columns } = table.header
  const unmatched = read.rows.filter((row) => row.matchType === undefined).length
  return [
    ...columnNotes(table),
    ...(columns.matchType !== undefined && unmatched > 0
      ? [
          `${plural(unmatched, 'fila no tiene', 'filas no tienen')} un tipo de concordancia conocido.`,
        ]
      : []),
    ...budgetNotes(read),
    ...unalignedNotes(read),
    ...totalNotes(read, totals),
  ]
}

function columnNotes(table: Pick<Table, 'kind' | 'header' | 'headerCells'>): string[] {
  const { columns, segments } = table.header
  const notes: string[] = []
  if (foldText(table.headerCells[columns.clicks ?? -1] ?? '').startsWith('interac')) {
    notes.push('El archivo no trae «Clics»: se usan las interacciones.')
  }
  if (columns.conversions === undefined) {
    notes.push('El archivo no trae «Conversiones»: sin ellas no se puede juzgar qué convierte.')
  }
  if (table.kind !== 'campaigns' && columns.campaign === undefined) {
    notes.push('El archivo no trae «Campaña»: todas las filas quedan en una sola.')
  }
  const stateless = STATES.every((field) => columns[field] === undefined)
  if (stateless) {
    notes.push('El archivo no trae «Estado»: lo que tuvo tráfico se toma como activo.')
  }
  if (segments.length > 0) {
    notes.push(
      `Las filas están divididas por «${segments.join('», «')}»; se suman sin esa división.`,
    )
  }
  const unread = unreadHeaders(table)
  if (unread.length > 0) {
    const more = unread.length > MOST_NAMED ? ` y ${unread.length - MOST_NAMED} más` : ''
    const list = unread.slice(0, MOST_NAMED).join('», «')
    notes.push(`Columnas que no se usan: «${list}»${more}.`)
  }
  return notes
}

const MOST_NAMED = 6

/** Columns that are neither read nor known to be of no use here. */
function unreadHeaders({ headerCells, header }: Pick<Table, 'headerCells' | 'header'>): string[] {
  const used = new Set(Object.values(header.columns))
  return headerCells.filter((cell, i) => cell.trim() !== '' && !used.has(i) && !isKnownHeader(cell))
}

const STATES = ['status', 'campaignStatus', 'adGroupStatus', 'keywordStatus'] as const

function budgetNotes({ rows }: RowsRead): string[] {
  const others = rows.filter(({ budgetMicros }) => budgetMicros === 0).length
  if (others === 0) return []
  return [
    `${plural(others, 'fila trae un presupuesto que no es diario', 'filas traen un presupuesto que no es diario')}: su presupuesto diario no se conoce.`,
  ]
}

function unalignedNotes({ unaligned }: RowsRead): string[] {
  if (unaligned.length === 0) return []
  const labels = [...new Set(unaligned)].map((label) => `«${label}»`).join(', ')
  return [
    `${labels}: tiene menos celdas que la cabecera y no se sabe en qué columnas van, así que no se usa.`,
  ]
}

function totalNotes(read: RowsRead, { difference, hiddenFrom }: TotalsReading): string[] {
  const notes: string[] = []
  if (read.totals.length === 0 && read.unaligned.length === 0) {
    notes.push('El archivo no trae filas de total: no se puede comprobar que esté completo.')
  }
  if (difference?.rounding) {
    notes.push(
      `Las filas difieren de «${difference.label}» en céntimos, por el redondeo de cada fila.`,
    )
  } else if (difference) {
    notes.push(
      `Las filas no suman lo que dice «${difference.label}»: puede que el archivo esté filtrado o cortado.`,
    )
  }
  if (hiddenFrom) {
    notes.push(`Lo que el archivo no enseña se ha calculado con «${hiddenFrom}» menos sus filas.`)
  }
  return notes
}
