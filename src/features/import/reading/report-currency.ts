import type { Table } from './find-table.ts'
import { fault, type ReportFault } from './report-types.ts'

const SYMBOLS: [RegExp, string][] = [
  [/€/, 'EUR'],
  [/£/, 'GBP'],
  [/US\s?\$/, 'USD'],
  [/MX\s?\$/, 'MXN'],
  [/AR\s?\$/, 'ARS'],
  [/CL\s?\$/, 'CLP'],
  [/COP?\s?\$/, 'COP'],
  [/R\s?\$/, 'BRL'],
  [/S\//, 'PEN'],
  [/₲/, 'PYG'],
]

/**
 * The currency of the amounts: its column, a code in the header, or a symbol that belongs to one currency.
 * Null with a note where the file does not say; a plain `$` says nothing.
 */
export function findCurrency(
  table: Table,
): { ok: true; currencyCode: string | null; notes: string[] } | ReportFault {
  const { columns, currencyCode, converted } = table.header
  if (currencyCode) return { ok: true, currencyCode, notes: [] }
  if (converted) {
    const note =
      'El coste está en «moneda convertida» y el archivo no dice a cuál: añade la columna «Coste» para que sea seguro.'
    return { ok: true, currencyCode: null, notes: [note] }
  }
  const codes = new Set<string>()
  for (const { cells } of table.records) {
    const code = cells[columns.currencyCode ?? -1]?.trim() ?? ''
    if (/^[A-Z]{3}$/.test(code)) codes.add(code)
  }
  if (codes.size > 1) {
    const list = [...codes].sort().join(', ')
    return fault(
      'mixed_currencies',
      `El informe mezcla monedas (${list}) y sus importes no se pueden sumar. Descarga un informe por cuenta.`,
    )
  }
  const [only = symbolIn(table)] = codes
  if (only) return { ok: true, currencyCode: only, notes: [] }
  const note =
    'El archivo no dice en qué moneda están los importes: añade la columna «Código de moneda».'
  return { ok: true, currencyCode: null, notes: [note] }
}

function symbolIn({ records, header }: Table): string | undefined {
  for (const { cells } of records) {
    const cell = cells[header.columns.cost ?? -1]?.trim() ?? ''
    const code = /^([A-Z]{3})[\s\d]|[\s\d]([A-Z]{3})$/.exec(cell)
    const symbol = code?.[1] ?? code?.[2] ?? SYMBOLS.find(([pattern]) => pattern.test(cell))?.[1]
    if (symbol) return symbol
  }
  return undefined
}
