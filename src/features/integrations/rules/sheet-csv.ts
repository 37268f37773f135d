import { type Metrics, MICROS } from '#shared/metrics.ts'

export type SheetRow = Metrics & {
  day: string
  account: string
  campaign: string
  currencyCode: string
}

const TITLES = [
  'Fecha',
  'Cuenta',
  'Campaña',
  'Moneda',
  'Impresiones',
  'Clics',
  'Coste',
  'Conversiones',
  'Valor de conversión',
]

/**
 * Campaigns by day as IMPORTDATA reads them: commas between columns, decimals as the sheet's own language writes
 * them. A text that would be run as a formula gets an apostrophe (OWASP, CSV injection).
 */
export function sheetCsv(rows: readonly SheetRow[], locale: 'en' | 'es'): string {
  const decimal = (micros: number) => {
    const text = String(Math.round(micros) / MICROS)
    return locale === 'es' ? text.replace('.', ',') : text
  }
  const lines = rows.map((row) => [
    row.day,
    neutral(row.account),
    neutral(row.campaign),
    row.currencyCode,
    String(row.impressions),
    String(row.clicks),
    decimal(row.costMicros),
    decimal(row.conversionsMicros),
    decimal(row.valueMicros),
  ])
  return [TITLES, ...lines].map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')
}

function neutral(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
