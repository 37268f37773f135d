import {
  type Columns,
  type HeaderReading,
  readHeader,
  unsupportedReport,
} from './report-headers.ts'
import { fault, type ReportFault, type ReportKind } from './report-types.ts'
import {
  DELIMITERS,
  type Delimiter,
  readFirstRecords,
  readRecords,
  type TableRecord,
} from './table-cells.ts'

export type Table = {
  kind: ReportKind
  delimiter: Delimiter
  header: HeaderReading
  headerCells: string[]
  /** Cells of a complete row: up to the last named column. */
  width: number
  /** Lines above the header, each as its text. */
  preamble: string[]
  records: TableRecord[]
}

/** Title, date range and blank lines stand above; nothing real has more of them than this. */
const HEADER_WITHIN = 30
const READABLE =
  'Se leen los informes de campañas, grupos de anuncios, palabras clave y términos de búsqueda.'

const ESSENTIAL: [keyof Columns, string][] = [
  ['impressions', 'Impr.'],
  ['clicks', 'Clics'],
  ['cost', 'Coste'],
]

/** Finds delimiter, header row and kind of report by the headers, never by the title, which users may change. */
export function findTable(text: string): Table | ReportFault {
  const found = likeliestHeader(text)
  if (found.known < 2) return noHeader(text, found.delimiter)
  const { delimiter } = found
  const records = readRecords(text, delimiter, found.line)
  if ('ok' in records) return records
  const [headerRecord, ...rows] = records
  const headerCells = headerRecord?.cells ?? []
  const header = readHeader(headerCells)
  const kind = kindOf(headerCells, header)
  if (typeof kind !== 'string') return kind
  const missing = ESSENTIAL.filter(([field]) => header.columns[field] === undefined)
  if (missing.length > 0) return missingColumns(missing.map(([, name]) => name))
  return {
    kind,
    delimiter,
    header,
    headerCells,
    width: headerCells.findLastIndex((cell) => cell.trim() !== '') + 1,
    preamble: found.preamble,
    records: rows,
  }
}

/** `line` is where the header record begins. */
type HeaderPlace = { delimiter: Delimiter; line: number; preamble: string[]; known: number }

function likeliestHeader(text: string): HeaderPlace {
  let best: HeaderPlace = { delimiter: ',', line: 1, preamble: [], known: 0 }
  for (const delimiter of DELIMITERS) {
    const records = readFirstRecords(text, delimiter, HEADER_WITHIN)
    records.forEach(({ cells }, index) => {
      const { known } = readHeader(cells)
      if (known <= best.known) return
      const above = records.slice(0, index)
      const preamble = above.map((record) => record.cells.join(delimiter))
      best = { delimiter, line: (above.at(-1)?.line ?? 0) + 1, preamble, known }
    })
  }
  return best
}

function kindOf(cells: string[], { columns }: HeaderReading): ReportKind | ReportFault {
  if (columns.searchTerm !== undefined) return 'search_terms'
  if (columns.keyword !== undefined) return 'keywords'
  const unsupported = unsupportedReport(cells)
  if (unsupported) return notSupported(unsupported)
  if (columns.adGroup !== undefined) return 'ad_groups'
  if (columns.campaign !== undefined) return 'campaigns'
  if (columns.day !== undefined) return notSupported('serie temporal (gráfico)')
  return missingColumns(['Campaña (o Palabra clave, o Término de búsqueda)'])
}

function notSupported(report: string): ReportFault {
  return fault(
    'unsupported_report',
    `Este archivo es un informe de ${report}, que no se puede importar. ${READABLE}`,
  )
}

function missingColumns(names: string[]): ReportFault {
  const list = names.map((name) => `«${name}»`).join(', ')
  const [verb, noun] = names.length === 1 ? ['Falta', 'la columna'] : ['Faltan', 'las columnas']
  return fault(
    'missing_columns',
    `${verb} ${noun} ${list}. Añade en Google Ads lo que falta (icono Columnas) y descarga el informe otra vez.`,
  )
}

function noHeader(text: string, guess: Delimiter): ReportFault {
  const candidates = [guess, ...DELIMITERS].flatMap((delimiter) =>
    readFirstRecords(text, delimiter, HEADER_WITHIN).map((record) => record.cells),
  )
  for (const cells of candidates) {
    const report = cells.length > 1 ? unsupportedReport(cells) : null
    if (report) return notSupported(report)
  }
  const widest = candidates.reduce((a, b) => (b.length > a.length ? b : a), [] as string[])
  const seen = widest.slice(0, 5).map((cell) => cell.trim().slice(0, 30))
  return fault(
    'unknown_columns',
    `No se reconocen las columnas de un informe de Google Ads en español o en inglés (se ha leído: «${seen.join('», «')}»). ${READABLE}`,
  )
}
