import type { Day, DayRange } from '#shared/dates.ts'
import { refuseCutTable } from './cut-file.ts'
import { decideDateOrder } from './date-order.ts'
import { decideDecimals } from './decimal-convention.ts'
import { HEAD_BYTES, isWorkbook, openText } from './file-text.ts'
import { type FileContent, findTable, type Table } from './find-table.ts'
import { knownFigures } from './known-figures.ts'
import type { DecimalMark } from './numbers.ts'
import { type RowsRead, readRows } from './read-rows.ts'
import { refuseDays } from './refuse-days.ts'
import { refuseMixedAccounts } from './report-accounts.ts'
import { headOf, type ReportBytes } from './report-bytes.ts'
import { findCurrency } from './report-currency.ts'
import { type DateOrder, endOfStep, parsePeriod } from './report-dates.ts'
import { reportNotes } from './report-notes.ts'
import { compareTotals, sumOf } from './report-totals.ts'
import {
  type CurrencyFound,
  fault,
  type ParsedReport,
  type ReportAnswers,
  type ReportFault,
  type Step,
} from './report-types.ts'
import { readSheets } from './workbook-sheets.ts'

/**
 * Reads a report downloaded from Google Ads' screens: .csv in any of their encodings, delimiters and number formats, or
 * .xlsx, Spanish or English. Metrics are counts and integer micros of the account's currency. Never throws on a file.
 */
export function parseReport(
  bytes: ReportBytes,
  fileName: string,
  answers: ReportAnswers = {},
): ParsedReport | ReportFault {
  const content = readContent(bytes, fileName)
  return content.ok ? parseContent(content, answers) : content
}

/** `sheet`: of a workbook with several; null where the file is the report. */
export type SheetReport = { sheet: string | null; parsed: ParsedReport }

/**
 * The same of every sheet of a workbook that is a report; what the other sheets are called is said with the first. Of two
 * that tell the same of the same days the first counts: the other would take its place. Where none is, why the likeliest is not.
 */
export function parseReports(
  bytes: ReportBytes,
  fileName: string,
  answers: ReportAnswers = {},
): SheetReport[] | ReportFault {
  const content = readContent(bytes, fileName)
  if (!content.ok) return content
  if (!('sheets' in content) || content.sheets.length < 2 || answers.columns) {
    const parsed = parseContent(content, answers)
    return parsed.ok ? [{ sheet: null, parsed }] : parsed
  }
  const all = content.sheets.map((sheet) => {
    return { sheet: sheet.name, parsed: parseContent({ ok: true, sheets: [sheet] }, answers) }
  })
  const found = all.filter((one): one is SheetReport & { sheet: string } => one.parsed.ok)
  const reports = found.filter((one, i) => !found.slice(0, i).some((other) => isSame(one, other)))
  const [first, ...others] = reports
  if (!first) return likeliestFault(all.flatMap(({ parsed }) => (parsed.ok ? [] : [parsed])))
  const unread = all.filter(({ sheet }) => !reports.some((one) => one.sheet === sheet))
  if (unread.length === 0) return reports
  const names = unread.map(({ sheet }) => `«${sheet}»`).join(', ')
  const notes = [...first.parsed.notes, `Hojas del libro que no se leen: ${names}.`]
  return [{ ...first, parsed: { ...first.parsed, notes } }, ...others]
}

function isSame({ parsed: a }: SheetReport, { parsed: b }: SheetReport): boolean {
  return a.kind === b.kind && a.period?.from === b.period?.from && a.period?.to === b.period?.to
}

/** One that a person can mend, else one that knows at least what it is looking at. */
function likeliestFault(faults: readonly ReportFault[]): ReportFault {
  const known = faults.find(({ code }) => code !== 'unknown_columns')
  return faults.find(({ ask }) => ask) ?? known ?? faults[0]!
}

function parseContent(content: Content, answers: ReportAnswers): ParsedReport | ReportFault {
  const table = findTable(content, answers)
  if ('ok' in table) return table
  const unusable = refuseCutTable(table, 'sheets' in content || content.endsInNewline)
  if (unusable) return unusable
  const mixed = refuseMixedAccounts(table)
  if (mixed) return mixed
  const currency = findCurrency(table)
  if (!currency.ok) return currency
  return buildReport(table, currency, answers)
}

type Content = Extract<FileContent, { ok: true }>

function readContent(bytes: ReportBytes, fileName: string): FileContent | ReportFault {
  return isWorkbook(headOf(bytes, HEAD_BYTES), fileName)
    ? readSheets(bytes)
    : openText(bytes, fileName)
}

function buildReport(
  table: Table,
  { currencyCode, sign, notes: currencyNotes }: CurrencyFound,
  { currencyCode: askedCurrency, today }: ReportAnswers,
): ParsedReport | ReportFault {
  const { header, kind } = table
  const { columns, language } = header
  const decimals = decideDecimals({
    records: table.records,
    countColumns: present([columns.impressions, columns.clicks]),
    decimalColumns: [
      ...present([columns.cost, columns.conversions, columns.value, columns.budget]),
      ...header.rates,
    ],
    costColumn: columns.cost ?? -1,
    currencyCode: currencyCode ?? askedCurrency ?? null,
    language,
    delimiter: table.delimiter,
  })
  const lines = table.preamble.map((line) => line.trim()).filter((line) => !/^sep=/i.test(line))
  const days = decideDays(table, lines, { decimalMark: decimals.mark, today })
  const stated = statedPeriod(lines, days.order)
  // Before the records are used up.
  const known = knownFigures(table)
  const read = readRows(table.records, { ...table, decimals, dateOrder: days.order })
  if (read.rows.length === 0) return noRows(read)
  const listed = sumOf(read.rows)
  const centMicros = decimals.wholeMoney ? 1_000_000 : 10_000
  const totals = compareTotals({
    kind,
    totals: read.totals,
    listed,
    rows: read.rows.length,
    centMicros,
  })
  const period = findPeriod(stated, table, read)
  const misdated = refuseDays(period.range, table.step, read.rows, today)
  if (misdated) return misdated
  return {
    ok: true,
    kind,
    title: lines.find((line) => parsePeriod(line, days.order) === null) ?? null,
    period: period.range,
    step: table.step,
    currencyCode,
    sign,
    language,
    columns: Object.keys(columns),
    known,
    ...read,
    rows: read.rows.map((row) => insidePeriod(row, table.step, period.range)),
    totals: read.totals.map((total) => insidePeriod(total, table.step, period.range)),
    listed,
    ...totals,
    notes: [
      ...decimals.notes,
      ...days.notes,
      ...currencyNotes,
      ...period.notes,
      ...reportNotes(table, read, totals),
    ],
    rowsRead: read.rows.length + read.skippedCount,
  }
}

function noRows({ skipped, totals }: RowsRead): ReportFault {
  const [first] = skipped
  if (!first) {
    const why = totals.length > 0 ? 'solo tiene filas de total' : 'no tiene filas'
    return fault('no_rows', `El informe ${why}. Elige un periodo con datos y descárgalo otra vez.`)
  }
  return fault(
    'no_rows',
    `No se ha podido leer ninguna fila. La primera (línea ${first.line}): ${first.reason} Descarga el informe otra vez sin modificarlo.`,
  )
}

function statedPeriod(lines: string[], order: DateOrder) {
  const periods = lines.map((line) => parsePeriod(line, order))
  // A title may name days too; Google writes those of the report in the last line above the header.
  return periods.findLast((period) => period !== null && period !== 'unknown') ?? null
}

/** The days of the rows tell, and the period where there are none; it is a ground of its own where it can be read in one way only. */
function decideDays(
  table: Table,
  lines: string[],
  told: { decimalMark: DecimalMark; today: Day | undefined },
) {
  const readings = (['day-first', 'month-first'] as const).map((order) =>
    statedPeriod(lines, order),
  )
  const [period = null, other] = readings
  const isSure = period?.from === other?.from && period?.to === other?.to
  const cells = daysOf(table)
  if (cells.length === 0 && !period !== !other)
    return { order: readings[0] ? ('day-first' as const) : ('month-first' as const), notes: [] }
  const texts = cells.length > 0 ? cells : lines.filter((line) => statedPeriod([line], 'day-first'))
  const { language } = table.header
  return decideDateOrder(texts, { ...table, ...told, language, period: isSure ? period : null })
}

/** The line above the header; without one, the days of the rows. */
function findPeriod(
  stated: DayRange | null,
  { step }: Table,
  { rows }: RowsRead,
): { range: DayRange | null; notes: string[] } {
  if (stated) return { range: stated, notes: [] }
  const days = rows.flatMap((row) => row.day ?? []).sort()
  const [from] = days
  const last = days.at(-1)
  if (from && last) {
    const to = endOfStep(last, step)
    const note = 'El archivo no dice su periodo: se toma del primer al último día de sus filas.'
    return { range: { from, to }, notes: [note] }
  }
  return { range: null, notes: ['El archivo no dice de qué fechas son sus datos.'] }
}

/** The first week of a period may begin before it, and its row sums only the days inside. */
function insidePeriod<Row extends { day?: Day }>(
  row: Row,
  step: Step,
  period: DayRange | null,
): Row {
  const { day } = row
  const isCut = day && period && day < period.from && endOfStep(day, step) >= period.from
  return isCut ? { ...row, day: period.from } : row
}

function daysOf({ records, header, step }: Table): string[] {
  const column = step === 'period' ? undefined : header.columns[step]
  return column === undefined ? [] : records.map((record) => record.cells[column] ?? '')
}

function present(columns: (number | undefined)[]): number[] {
  return columns.filter((column) => column !== undefined)
}
