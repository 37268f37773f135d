import type { Delimiter, TableRecord } from './csv-records.ts'
import type { FileText } from './file-text.ts'
import { columnQuestion, mappedHeader } from './name-columns.ts'
import {
  type Columns,
  type HeaderReading,
  isClickType,
  isConversionSplit,
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
import { DELIMITERS, readFirstRecords, readRecords } from './table-cells.ts'
import type { Sheet } from './workbook-sheets.ts'

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

/** What a file holds: text, or the sheets of a workbook. */
export type FileContent = FileText | { ok: true; sheets: Sheet[] }

/** Finds delimiter, header row and kind of report by the headers, never by the title, which users may change. */
export function findTable(content: FileContent, answers: ReportAnswers = {}): Table | ReportFault {
  const tops = topsOf(content)
  const found = headerPlace(tops)
  if (!found) return noHeader(tops)
  const { top, index } = found
  const header = headerOf(found, answers)
  if ('ok' in header) return header
  const { kind, ...reading } = header
  const records = top.read(index, usedColumns(reading.header, reading.width))
  if ('ok' in records) return records
  return {
    ...reading,
    kind,
    step: stepOf(reading.header),
    delimiter: top.delimiter,
    preamble: top.records.slice(0, index).map(({ cells }) => lineText(cells, top.delimiter)),
    records: records.slice(1),
  }
}

/** Columns that are read, the first few, in which totals are called so, and the last, by which a cut shows. */
function usedColumns(
  { columns, rates }: HeaderReading,
  width: number,
): (column: number) => boolean {
  const used = new Set([...Object.values(columns), ...rates, 0, 1, 2, width - 1])
  return (column) => used.has(column) || column >= width
}

/** The first rows of a sheet, or of the text cut by one delimiter; `read` gives all of them from the header on. */
type Top = {
  delimiter: Delimiter
  records: TableRecord[]
  read: (header: number, isUsed: (column: number) => boolean) => TableRecord[] | ReportFault
}

function topsOf(content: FileContent): Top[] {
  if ('sheets' in content)
    return content.sheets.map(({ records }) => ({
      delimiter: ',',
      records: records.slice(0, HEADER_WITHIN),
      read: (header) => padded(records.slice(header)),
    }))
  return DELIMITERS.map((delimiter) => {
    const records = readFirstRecords(content.chunks(), delimiter, HEADER_WITHIN)
    return {
      delimiter,
      records,
      read: (header, isUsed) => readRecords(content.chunks(), delimiter, header, isUsed),
    }
  })
}

/** A workbook leaves out the empty cells at the end of a row. */
function padded([header, ...rows]: TableRecord[]): TableRecord[] {
  if (!header) return []
  const width = header.cells.length
  const fill = ({ cells, line }: TableRecord) => ({
    cells:
      cells.length < width ? [...cells, ...Array<string>(width - cells.length).fill('')] : cells,
    line,
  })
  return [header, ...rows.map(fill)]
}

function lineText(cells: readonly string[], delimiter: Delimiter): string {
  return cells.filter((cell) => cell.trim() !== '').join(delimiter)
}

/** What the header says of the rows below it, before they are read. */
function headerOf(
  { top, index }: HeaderPlace,
  { columns: named }: ReportAnswers,
): Pick<Table, 'kind' | 'header' | 'headerCells' | 'width'> | ReportFault {
  const headerCells = top.records[index]?.cells ?? []
  const width = headerCells.findLastIndex((cell) => cell.trim() !== '') + 1
  const header = named ? mappedHeader(headerCells, named) : readHeader(headerCells)
  if ('ok' in header) return header
  const split = refusedSplit(headerCells)
  if (split) return fault('unsupported_report', split)
  const unsupported = named ? null : refusedReport(headerCells, header)
  if (unsupported) return notSupported(unsupported)
  const kind = kindOf(header)
  const missing = missingOf(header, kind)
  const below = top.records.slice(index + 1)
  const question = named ? null : columnQuestion(headerCells, header, below)
  const isLikely = header.columns.conversions === undefined && mayHaveConversions(question)
  const ask = missing.length > 0 || isLikely ? question : null
  const hasFigures = FIGURES.some(([field]) => header.columns[field] !== undefined)
  if (ask || !kind || !hasFigures)
    return missingColumns(isLikely ? [...missing, 'Conversiones'] : missing, ask)
  return { kind, header, headerCells, width }
}

/** A column such as 'Leads': advice rests on it, so it is not passed over. */
function mayHaveConversions(question: ReturnType<typeof columnQuestion>): boolean {
  return question?.guesses.includes('conversions') ?? false
}

type HeaderPlace = { top: Top; index: number }

/** The row with most known headers; where no two are known, the first that stands above a table of figures. */
function headerPlace(tops: readonly Top[]): HeaderPlace | null {
  let known = 1
  let best: HeaderPlace | null = null
  for (const top of tops)
    for (const [index, { cells }] of top.records.entries()) {
      const reading = readHeader(cells)
      if (reading.known <= known) continue
      known = reading.known
      best = { top, index }
    }
  return best ?? unknownHeader(tops)
}

function unknownHeader(tops: readonly Top[]): HeaderPlace | null {
  for (const top of tops) {
    const { records } = top
    const index = records.findIndex(
      (record, i) => columnQuestion(record.cells, null, records.slice(i + 1)) !== null,
    )
    const isRefused = records.some(({ cells }) => cells.length > 1 && unsupportedReport(cells))
    if (index >= 0 && !isRefused) return { top, index }
  }
  return null
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

function refusedSplit(cells: readonly string[]): string | null {
  if (cells.some(isClickType)) return BY_CLICK_TYPE
  const by = cells.find(isConversionSplit)?.trim()
  return by
    ? `El informe viene dividido por «${by}», y así Google no dice los clics ni el coste de cada fila. Descárgalo sin esa división.`
    : null
}

/** Google counts an impression under each click type that it shows, so that rows cannot be added up. */
const BY_CLICK_TYPE =
  'El informe viene dividido por tipo de clic, y así Google cuenta cada impresión varias veces. Descárgalo sin dividir por tipo de clic.'

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

function noHeader(tops: readonly Top[]): ReportFault {
  const candidates = tops.flatMap(({ records }) => records.map((record) => record.cells))
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
