import type { Table } from './find-table.ts'
import { type CurrencyFound, fault, type ReportFault } from './report-types.ts'

/** Signs that one currency alone has. `$`, `¥` and `kr` are those of several. */
const SYMBOLS: [RegExp, string][] = [
  [/€/, 'EUR'],
  [/£/, 'GBP'],
  [/US\s?\$/, 'USD'],
  [/MX\s?\$/, 'MXN'],
  [/AR\s?\$/, 'ARS'],
  [/CL\s?\$/, 'CLP'],
  [/COP?\s?\$/, 'COP'],
  [/CA\s?\$/, 'CAD'],
  [/(?<![A-Z])R\s?\$/, 'BRL'],
  [/S\//, 'PEN'],
  [/₲/, 'PYG'],
]

/**
 * The currency of the amounts: its column, a code in the header, or a symbol that belongs to one currency.
 * Null where the file does not say; a plain `$` says nothing.
 */
export function findCurrency(table: Table): CurrencyFound | ReportFault {
  const { columns, currencyCode, converted } = table.header
  if (currencyCode) return found(currencyCode)
  const unsaid = { ok: true, currencyCode: null, sign: ambiguousSign(table) } as const
  if (converted) {
    const note =
      'El coste está en «moneda convertida» y el archivo no dice a cuál: la columna «Coste» es más segura.'
    return { ...unsaid, notes: [note] }
  }
  const codes = new Set<string>()
  for (const { cells } of table.records) {
    const code = cells[columns.currencyCode ?? -1]?.trim() ?? ''
    if (/^[A-Z]{3}$/.test(code)) codes.add(code)
  }
  if (codes.size === 0) for (const code of signsIn(table)) codes.add(code)
  if (codes.size > 1) {
    const list = [...codes].sort().join(', ')
    return fault(
      'mixed_currencies',
      `El informe mezcla monedas (${list}) y sus importes no se pueden sumar. Descarga un informe por cuenta.`,
    )
  }
  const [only] = codes
  return only ? found(only) : { ...unsaid, notes: [] }
}

function found(currencyCode: string): CurrencyFound {
  return { ok: true, currencyCode, sign: null, notes: [] }
}

function signsIn({ records, header }: Table): Set<string> {
  const signs = new Set<string>()
  for (const { cells } of records) {
    const cell = cells[header.columns.cost ?? -1]?.trim() ?? ''
    const code = /^([A-Z]{3})[\s\d]|[\s\d]([A-Z]{3})$/.exec(cell)
    const sign = code?.[1] ?? code?.[2] ?? SYMBOLS.find(([pattern]) => pattern.test(cell))?.[1]
    if (sign) signs.add(sign)
  }
  return signs
}

/** The sign of the amounts, where it leaves several currencies open; for the question. */
function ambiguousSign({ records, header }: Table): string | null {
  for (const { cells } of records) {
    const sign = /\p{Sc}|\bkr\b/u.exec(cells[header.columns.cost ?? -1] ?? '')?.[0]
    if (sign) return sign
  }
  return null
}
