import type { ColumnMeaning, ColumnQuestion } from '../contract.ts'
import type { TableRecord } from './csv-records.ts'
import { foldText, isBlank } from './fold-text.ts'
import { bareNumber } from './numbers.ts'
import { parseDay } from './report-dates.ts'
import { type Columns, type HeaderReading, isKnownHeader, readHeader } from './report-headers.ts'
import { totalLabel } from './report-totals.ts'
import { fault, type ReportFault } from './report-types.ts'

const PREVIEW_ROWS = 5
const CELL_LENGTH = 60

/**
 * The columns of a table as a question to a person; null where none that we do not know could be what is missing.
 * `header` null: nothing of it is known, so that it has to look like a table of figures.
 */
export function columnQuestion(
  headerCells: string[],
  header: HeaderReading | null,
  rows: readonly TableRecord[],
): ColumnQuestion | null {
  const width = headerCells.findLastIndex((cell) => cell.trim() !== '') + 1
  const columns = header?.columns ?? {}
  const shown = rows
    .filter(({ cells }) => cells.length >= width && totalLabel(cells, columns) === null)
    .slice(0, PREVIEW_ROWS)
  const names = headerCells.slice(0, width)
  const kinds = names.map((_, i) => kindOf(shown.map(({ cells }) => cells[i] ?? '')))
  if (shown.length === 0 || !(header ? couldHelp(names, kinds) : isTable(names, kinds))) return null
  return {
    headers: names.map((cell) => clip(cell)),
    rows: shown.map(({ cells }) => cells.slice(0, width).map(clip)),
    guesses: guessMeanings(names, columns, kinds),
  }
}

/** A header read as a person named it; what decimals, currency and language are told by stays. */
export function mappedHeader(
  cells: string[],
  named: readonly (ColumnMeaning | null)[],
): HeaderReading | ReportFault {
  const columns: Columns = {}
  for (const [index, meaning] of named.entries()) {
    if (!meaning) continue
    if (columns[meaning] !== undefined)
      return fault('missing_columns', 'Hay dos columnas con el mismo significado: deja solo una.')
    columns[meaning] = index
  }
  const header = readHeader(cells)
  for (const field of UNASKED) {
    const index = header.columns[field]
    if (index !== undefined && !named[index]) columns[field] = index
  }
  return { ...header, columns, converted: false }
}

type CellKind = 'number' | 'day' | 'text' | 'empty'

function kindOf(cells: readonly string[]): CellKind {
  const filled = cells.filter((cell) => !isBlank(cell))
  if (filled.length === 0) return 'empty'
  if (filled.every((cell) => parseDay(cell, 'day-first') !== null)) return 'day'
  return filled.every((cell) => bareNumber(cell) !== null) ? 'number' : 'text'
}

function couldHelp(names: readonly string[], kinds: readonly CellKind[]): boolean {
  return names.some((name, i) => name.trim() !== '' && kinds[i] !== 'empty' && !isKnownHeader(name))
}

/** Names above, and below them at least one text and two figures. */
function isTable(names: readonly string[], kinds: readonly CellKind[]): boolean {
  const count = (kind: CellKind) => kinds.filter((one) => one === kind).length
  const named = names.filter((name) => /\p{L}/u.test(name) && bareNumber(name) === null)
  return named.length === names.length && count('text') >= 1 && count('number') >= 2
}

/** By words of several languages, folded; a more telling one comes first. */
const GUESSES: [ColumnMeaning, RegExp, CellKind][] = [
  ['day', /\b(dia|fecha|date|day|jour|tag|datum|giorno)\b/, 'day'],
  [
    'searchTerm',
    /termino|consulta|query|queries|search term|terme|suchbegriff|terme de recherche/,
    'text',
  ],
  ['keyword', /palabra|keyword|paraula|mot cle|palavra|parola/, 'text'],
  ['adGroup', /grupo|ad ?group|grup |groupe|anzeigengruppe|gruppo/, 'text'],
  ['campaign', /campa|kampagne/, 'text'],
  ['impressions', /\bimpr|visuali|einblend/, 'number'],
  ['clicks', /clic|click|klick|clique/, 'number'],
  ['value', /valor|value|valeur|wert|ingreso|revenue|ventas/, 'number'],
  ['conversions', /conv|lead|compra|purchase|contactos|formulario/, 'number'],
  ['cost', /cost|cout|kosten|gast|spend|spent|inver|importe|despesa|custo/, 'number'],
]

function guessMeanings(
  names: readonly string[],
  columns: Columns,
  kinds: readonly CellKind[],
): (ColumnMeaning | null)[] {
  const guesses = names.map((): ColumnMeaning | null => null)
  for (const [meaning, index] of Object.entries(columns))
    if (isMeaning(meaning)) guesses[index] = meaning
  for (const [meaning, pattern, kind] of GUESSES) {
    if (guesses.includes(meaning)) continue
    const index = names.findIndex(
      (name, i) =>
        guesses[i] === null &&
        kinds[i] === kind &&
        pattern.test(foldText(name)) &&
        !isKnownHeader(name) &&
        !/[/%]| por |\bper\b|media|medio|avg|tasa|rate/i.test(name),
    )
    if (index >= 0) guesses[index] = meaning
  }
  return guesses
}

/** Read wherever they are known, without having to be named. */
const UNASKED = [
  'account',
  'accountId',
  'campaignId',
  'adGroupId',
  'budgetType',
  'qualityScore',
  'addedExcluded',
] as const

function isMeaning(field: string): field is ColumnMeaning {
  return UNASKED.every((one) => one !== field)
}

function clip(cell: string): string {
  return Array.from(cell.trim()).slice(0, CELL_LENGTH).join('')
}
