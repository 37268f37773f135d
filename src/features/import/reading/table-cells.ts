import { csvRecords, type Delimiter, type TableRecord, UnclosedQuotes } from './csv-records.ts'
import { fault, type ReportFault } from './report-types.ts'

export const DELIMITERS: readonly Delimiter[] = [',', ';', '\t']

/** More rows than this would hold the server's memory for one upload. */
export const MAX_REPORT_ROWS = 300_000
const HEAD_CHARACTERS = 200_000
/** Names, states and round figures come again and again: each is kept once. */
const MOST_SHARED = 20_000
/** A longer piece of a text keeps all of the text in memory. */
const LONGEST_COPIED = 12

/**
 * The records from one on; `isUsed` says which columns are kept, the others become ''. The record it begins at is kept
 * whole: it is the header.
 */
export function readRecords(
  chunks: Iterable<string>,
  delimiter: Delimiter,
  from: number,
  isUsed: (column: number) => boolean,
): TableRecord[] | ReportFault {
  const records: TableRecord[] = []
  const shared = new Map<string, string>()
  let index = -1
  try {
    for (const { cells, line } of csvRecords(chunks, delimiter)) {
      index += 1
      if (index < from) continue
      if (records.length > MAX_REPORT_ROWS) return tooManyRows()
      const kept =
        records.length === 0 ? cells : cells.map((cell, i) => (isUsed(i) ? share(cell) : ''))
      records.push({ cells: kept, line })
    }
  } catch (error) {
    if (error instanceof UnclosedQuotes) return brokenQuotes(error.afterLine)
    throw error
  }
  return records

  function share(cell: string): string {
    const known = shared.get(cell)
    if (known !== undefined) return known
    const own = cell.length > LONGEST_COPIED ? Buffer.from(cell).toString() : cell
    if (shared.size < MOST_SHARED) shared.set(own, own)
    return own
  }
}

export function tooManyRows(): ReportFault {
  return fault(
    'too_large',
    `El informe tiene más de ${MAX_REPORT_ROWS / 1000} mil filas. Descarga un periodo más corto o sin dividir por día.`,
  )
}

/** The first records, for finding the delimiter; a wrong delimiter may well break on quotes. */
export function readFirstRecords(
  chunks: Iterable<string>,
  delimiter: Delimiter,
  count: number,
): TableRecord[] {
  const records: TableRecord[] = []
  try {
    for (const record of csvRecords(firstOf(chunks), delimiter)) {
      records.push(record)
      if (records.length === count) break
    }
  } catch (error) {
    if (!(error instanceof UnclosedQuotes)) throw error
  }
  return records
}

function* firstOf(chunks: Iterable<string>): Generator<string> {
  let length = 0
  for (const chunk of chunks) {
    yield chunk.slice(0, HEAD_CHARACTERS - length)
    length += chunk.length
    if (length >= HEAD_CHARACTERS) return
  }
}

function brokenQuotes(line: number): ReportFault {
  return fault(
    'truncated',
    `Después de la línea ${line} se abren unas comillas que no se cierran: el archivo está cortado o dañado. Descárgalo otra vez y súbelo entero.`,
  )
}
