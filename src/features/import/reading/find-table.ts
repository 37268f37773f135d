import { columnQuestion, mappedHeader } from './name-columns.ts'
import {
  type Columns,
  type HeaderReading,
  readHeader,
  unsupportedReport,
} from './report-headers.ts'
import {
  fault,
  type ReportAnswers,
  type ReportFault,
  type ReportKind,
  type Step,
} from './report-types.ts'
import {
  DELIMITERS,
  type Delimiter,
  readFirstRecords,
  readRecords,
  type TableRecord,
} from './table-cells.ts'

export type Table = {
  kind: ReportKind
  step: Step
  delimiter: Delimiter
  header: HeaderReading
  headerCells: string[]
  /** Cells of a complete row: up to the last named column. */
  width: number
  /** Lines above the header, each as its text. */
  preamble: string[]
  records: TableRecord[]
}

/** Title, date range and notes stand above; nothing real has more of them than this. */
const HEADER_WITHIN = 50
const READABLE =
  'Se leen los informes de campañas, grupos de anuncios, palabras clave y términos de búsqueda.'

const FIGURES: [keyof Columns, string][] = [
  ['impressions', 'Impr.'],
  ['clicks', 'Clics'],
  ['cost', 'Coste'],
]

/** Finds delimiter, header row and kind of report by the headers, never by the title, which users may change. */
export function findTable(text: string, answers: ReportAnswers = {}): Table | ReportFault {
  const found = headerPlace(text)
  if (!found) return noHeader(text)
  const { delimiter } = found
  const records = readRecords(text, delimiter, found.line)
  if ('ok' in records) return records
  return tableOf(records, found, answers)
}

function tableOf(
  records: TableRecord[],
  { delimiter, preamble }: HeaderPlace,
  { columns: named }: ReportAnswers,
): Table | ReportFault {
  const [headerRecord, ...rows] = records
  const headerCells = headerRecord?.cells ?? []
  const width = headerCells.findLastIndex((cell) => cell.trim() !== '') + 1
  const header = named ? mappedHeader(headerCells, named) : readHeader(headerCells)
  if ('ok' in header) return header
  const unsupported = named ? null : refusedReport(headerCells, header)
  if (unsupported) return notSupported(unsupported)
  const kind = kindOf(header)
  const missing = missingOf(header, kind)
  const ask = named || missing.length === 0 ? null : columnQuestion(headerCells, header, rows)
  const hasFigures = FIGURES.some(([field]) => header.columns[field] !== undefined)
  if (ask || !kind || !hasFigures) return missingColumns(missing, ask)
  return {
    kind,
    step: stepOf(header),
    delimiter,
    header,
    headerCells,
    width,
    preamble,
    records: rows,
  }
}

/** `line` is where the header record begins. */
type HeaderPlace = { delimiter: Delimiter; line: number; preamble: string[] }

/** The row with most known headers; where no two are known, the first that stands above a table of figures. */
function headerPlace(text: string): HeaderPlace | null {
  let known = 1
  let best: HeaderPlace | null = null
  for (const delimiter of DELIMITERS) {
    const records = readFirstRecords(text, delimiter, HEADER_WITHIN)
    for (const [index, { cells }] of records.entries()) {
      const reading = readHeader(cells)
      if (reading.known <= known) continue
      known = reading.known
      best = placeAt(records, index, delimiter)
    }
  }
  return best ?? unknownHeader(text)
}

function unknownHeader(text: string): HeaderPlace | null {
  for (const delimiter of DELIMITERS) {
    const records = readFirstRecords(text, delimiter, HEADER_WITHIN)
    const index = records.findIndex(
      (record, i) => columnQuestion(record.cells, null, records.slice(i + 1)) !== null,
    )
    const isRefused = records.some(({ cells }) => cells.length > 1 && unsupportedReport(cells))
    if (index >= 0 && !isRefused) return placeAt(records, index, delimiter)
  }
  return null
}

function placeAt(records: readonly TableRecord[], index: number, delimiter: Delimiter) {
  const above = records.slice(0, index)
  return {
    delimiter,
    line: (above.at(-1)?.line ?? 0) + 1,
    preamble: above.map(({ cells }) => cells.join(delimiter)),
  }
}

/** Reports that we know by name and do not read. */
function refusedReport(cells: string[], { columns }: HeaderReading): string | null {
  if (columns.searchTerm !== undefined || columns.keyword !== undefined) return null
  const unsupported = unsupportedReport(cells)
  if (unsupported) return unsupported
  const isSeries =
    stepOf({ columns }) !== 'period' &&
    columns.adGroup === undefined &&
    columns.campaign === undefined
  return isSeries ? 'serie temporal (gráfico)' : null
}

function kindOf({ columns }: HeaderReading): ReportKind | null {
  if (columns.searchTerm !== undefined) return 'search_terms'
  if (columns.keyword !== undefined) return 'keywords'
  if (columns.adGroup !== undefined) return 'ad_groups'
  return columns.campaign === undefined ? null : 'campaigns'
}

function stepOf({ columns }: Pick<HeaderReading, 'columns'>): Step {
  return (['day', 'week', 'month'] as const).find((step) => columns[step] !== undefined) ?? 'period'
}

function missingOf({ columns }: HeaderReading, kind: ReportKind | null): string[] {
  return [
    ...(kind ? [] : ['Campaña (o Palabra clave, o Término de búsqueda)']),
    ...FIGURES.filter(([field]) => columns[field] === undefined).map(([, name]) => name),
  ]
}

function notSupported(report: string): ReportFault {
  return fault(
    'unsupported_report',
    `Este archivo es un informe de ${report}, que no se puede importar. ${READABLE}`,
  )
}

function missingColumns(names: string[], ask: ReturnType<typeof columnQuestion>): ReportFault {
  const list = names.map((name) => `«${name}»`).join(', ')
  if (ask) {
    const text = `No se reconoce qué columna es ${list}. Dilo tú: mira las primeras filas y elige qué es cada columna.`
    return fault('missing_columns', text, ask)
  }
  const [verb, noun] = names.length === 1 ? ['Falta', 'la columna'] : ['Faltan', 'las columnas']
  return fault(
    'missing_columns',
    `${verb} ${noun} ${list}. Añade en Google Ads lo que falta (icono Columnas) y descarga el informe otra vez.`,
  )
}

function noHeader(text: string): ReportFault {
  const candidates = DELIMITERS.flatMap((delimiter) =>
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
