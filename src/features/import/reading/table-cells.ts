import { CsvError, type Options, parse } from 'csv-parse/sync'
import { fault, type ReportFault } from './report-types.ts'

export type Delimiter = ',' | ';' | '\t'
export const DELIMITERS: readonly Delimiter[] = [',', ';', '\t']

/** `line` is the last line of the record in the file, from 1. */
export type TableRecord = { cells: string[]; line: number }

/** More rows than this would hold the server's memory for one upload. */
export const MAX_REPORT_ROWS = 300_000
const MAX_RECORD_CHARACTERS = 200_000

/**
 * The records from a line on that have a non-empty cell; quoted cells may hold newlines, delimiters and quotes.
 * Starting at the header matters: the parser builds an error, with its stack, for every record longer than the first.
 */
export function readRecords(
  text: string,
  delimiter: Delimiter,
  fromLine: number,
): TableRecord[] | ReportFault {
  const records: TableRecord[] = []
  try {
    collect(text, { delimiter, from_line: fromLine, to: MAX_REPORT_ROWS + 1 }, records)
  } catch (error) {
    if (error instanceof CsvError) return brokenQuotes(records.at(-1)?.line ?? 0)
    throw error
  }
  return records.length > MAX_REPORT_ROWS ? tooManyRows() : records
}

export function tooManyRows(): ReportFault {
  return fault(
    'too_large',
    `El informe tiene más de ${MAX_REPORT_ROWS / 1000} mil filas. Descarga un periodo más corto o sin dividir por día.`,
  )
}

/** The first records, for finding the delimiter; a wrong delimiter may well break on quotes. */
export function readFirstRecords(text: string, delimiter: Delimiter, count: number): TableRecord[] {
  const records: TableRecord[] = []
  try {
    collect(text.slice(0, MAX_RECORD_CHARACTERS), { delimiter, to: count }, records)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
  }
  return records
}

function collect(text: string, options: Options, into: TableRecord[]): void {
  parse(text, {
    ...options,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: MAX_RECORD_CHARACTERS,
    on_record: (cells: string[], { lines }) => {
      if (cells.some((cell) => cell.trim() !== '')) into.push({ cells, line: lines })
      return null
    },
  })
}

function brokenQuotes(line: number): ReportFault {
  return fault(
    'truncated',
    `Después de la línea ${line} se abren unas comillas que no se cierran: el archivo está cortado o dañado. Descárgalo otra vez y súbelo entero.`,
  )
}
