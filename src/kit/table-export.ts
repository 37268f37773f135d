import { MICROS } from '#shared/metrics.ts'
import { currencyStepMicros } from '#shared/spanish-numbers.ts'
import { unitOf } from './table-filters.ts'
import { type Column, type ColumnKind, isNumeric } from './table-rows.ts'
import type { SheetFormat, SheetValue } from './workbook.ts'

/** What a table shows, as plain values: money in currency units, percent in 0..100. First row: titles. */
export function sheetRows<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  currencyCode: string,
): SheetValue[][] {
  const exported = exportedOf(columns)
  return [
    exported.map((column) => titleWithUnit(column, currencyCode)),
    ...rows.map((row) => exported.map((column) => sheetValue(column, row))),
  ]
}

/**
 * Text for a Spanish spreadsheet: semicolons, decimal commas, a byte order mark so that accents
 * survive. A text that would be read as a formula gets an apostrophe (OWASP, CSV injection).
 */
export function csvText(rows: readonly SheetValue[][]): string {
  return `\ufeff${rows.map((row) => row.map(csvCell).join(';')).join('\r\n')}\r\n`
}

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A workbook with one sheet; its writer is loaded when it is first asked for. */
export async function xlsxBlob<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  currencyCode: string,
): Promise<Blob> {
  const { workbookBytes } = await import('./workbook.ts')
  const kinds = exportedOf(columns).map(({ kind }) => kind)
  const widths = kinds.map((_, at) => (at === 0 ? 40 : 16))
  const formats = kinds.map((kind) => formatOf(kind, currencyCode))
  const bytes = workbookBytes(sheetRows(columns, rows, currencyCode), widths, formats)
  return new Blob([bytes], { type: XLSX_TYPE })
}

function exportedOf<Row>(columns: readonly Column<Row>[]) {
  return columns.filter((column) => !column.isControl && !column.isDrawing)
}

/** Decimals of money are those of the screen: none of yen and Chilean pesos. */
function formatOf(kind: ColumnKind, currencyCode: string): SheetFormat {
  if (kind === 'count') return 'whole'
  if (kind === 'money' && currencyStepMicros(currencyCode) === MICROS) return 'whole'
  return kind === 'money' || kind === 'percent' || kind === 'quantity' ? 'cents' : 'plain'
}

/** Hands a file to the browser as a download. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken hold of it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

function titleWithUnit<Row>(column: Column<Row>, currencyCode: string): string {
  if (column.kind === 'money') return `${column.title} (${currencyCode}${column.suffix ?? ''})`
  return column.kind === 'percent' ? `${column.title} (%)` : column.title
}

function sheetValue<Row>(column: Column<Row>, row: Row): SheetValue {
  const value = column.value(row)
  if (typeof value !== 'number' || !isNumeric(column.kind)) return value
  // 0.07 / 0.01 is 7.000000000000001.
  return Math.round((value / unitOf(column.kind)) * 1e8) / 1e8
}

/** Never '1e-8', which a spreadsheet in Spanish reads as text. */
function decimalText(value: number): string {
  const text = String(value)
  if (!text.includes('e-')) return text
  const digits = String(Math.round(Math.abs(value) * 1e8)).padStart(8, '0')
  return `${value < 0 ? '-' : ''}0.${digits.replace(/0+$/, '')}`
}

const FORMULA_START = /^[=+\-@\t\r]/

function csvCell(value: SheetValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return decimalText(value).replace('.', ',')
  const text = FORMULA_START.test(value) ? `'${value}` : value
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
