import { unitOf } from './table-filters.ts'
import { type Column, isNumeric } from './table-rows.ts'

type SheetValue = string | number | null

/** What a table shows, as plain values: money in currency units, percent in 0..100. First row: titles. */
export function sheetRows<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  currencyCode: string,
): SheetValue[][] {
  const exported = columns.filter((column) => !column.isControl && !column.isDrawing)
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

/** A workbook with one sheet. Its texts are typed as texts, which no spreadsheet runs as formulas. */
export async function xlsxBlob(rows: readonly SheetValue[][]): Promise<Blob> {
  const { default: writeSheet } = await import('write-excel-file/universal')
  const cells = rows.map((row, at) =>
    row.map((value) => {
      if (typeof value === 'number') return { value, type: Number }
      if (value === null) return null
      const text = { value: withoutControls(value), type: String }
      return at === 0 ? { ...text, fontWeight: 'bold' as const } : text
    }),
  )
  const columns = (rows[0] ?? []).map((_, at) => ({ width: at === 0 ? 40 : 16 }))
  return await writeSheet(cells, { columns, stickyRowsCount: 1 }).toBlob()
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
  if (column.kind === 'money') return `${column.title} (${currencyCode})`
  return column.kind === 'percent' ? `${column.title} (%)` : column.title
}

function sheetValue<Row>(column: Column<Row>, row: Row): SheetValue {
  const value = column.value(row)
  if (typeof value !== 'number' || !isNumeric(column.kind)) return value
  // 0.07 / 0.01 is 7.000000000000001.
  return Math.round((value / unitOf(column.kind)) * 1e8) / 1e8
}

const FORMULA_START = /^[=+\-@\t\r]/

function csvCell(value: SheetValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value).replace('.', ',')
  const text = FORMULA_START.test(value) ? `'${value}` : value
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

// XML 1.0 has no place for them, and one would make the whole workbook unreadable.
function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones meant
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
}
