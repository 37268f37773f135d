/** Hand-made downloads for tests of the import: encodings, number formats, random reports. */
import { type Metrics, NO_METRICS } from '#shared/metrics.ts'

export type FileEncoding =
  | 'utf-8'
  | 'utf-8-bom'
  | 'utf-16le'
  | 'utf-16be'
  | 'utf-16le-bare'
  | 'windows-1252'

/** Bytes of a text; `windows-1252` only for Latin-1 letters and €. */
export function encode(text: string, encoding: FileEncoding): Uint8Array {
  if (encoding === 'utf-8') return new Uint8Array(Buffer.from(text, 'utf8'))
  if (encoding === 'utf-8-bom') return new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf8'))
  if (encoding === 'windows-1252') {
    return Uint8Array.from(text, (letter) => (letter === '€' ? 0x80 : letter.charCodeAt(0)))
  }
  const bytes = Buffer.from(encoding === 'utf-16le-bare' ? text : `\uFEFF${text}`, 'utf16le')
  return new Uint8Array(encoding === 'utf-16be' ? bytes.swap16() : bytes)
}

export type ReportFormat = {
  delimiter: ',' | ';' | '\t'
  decimal: ',' | '.'
  headers: string[]
  title: string[]
  matchTypes: string[]
  listedLabel: string
  accountLabel: string
}

export const FORMATS: Record<'spain' | 'latam' | 'english', ReportFormat> = {
  spain: {
    delimiter: ';',
    decimal: ',',
    headers:
      'Término de búsqueda|Tipo de concordancia|Campaña|Grupo de anuncios|Palabra clave|Código de moneda|Impr.|Clics|Coste|Conversiones|Valor de conv.'.split(
        '|',
      ),
    title: [
      'Informe de términos de búsqueda',
      '1 de septiembre de 2026 - 30 de septiembre de 2026',
    ],
    matchTypes: [
      'Concordancia exacta',
      'Concordancia de frase (variante cercana)',
      'Concordancia amplia',
    ],
    listedLabel: 'Total: Términos de búsqueda',
    accountLabel: 'Total: Búsqueda',
  },
  latam: {
    delimiter: ',',
    decimal: '.',
    headers:
      'Término de búsqueda|Tipo de concordancia|Campaña|Grupo de anuncios|Palabra clave|Código de moneda|Impr.|Clics|Costo|Conversiones|Valor de conv.'.split(
        '|',
      ),
    title: ['Informe de términos de búsqueda', '1 sept 2026 - 30 sept 2026'],
    matchTypes: [
      'Concordancia exacta',
      'Concordancia de frase',
      'Concordancia amplia (variante cercana)',
    ],
    listedLabel: 'Total: Términos de búsqueda',
    accountLabel: 'Total: Búsqueda',
  },
  english: {
    delimiter: '\t',
    decimal: '.',
    headers:
      'Search term|Match type|Campaign|Ad group|Keyword|Currency code|Impr.|Clicks|Cost|Conversions|Conv. value'.split(
        '|',
      ),
    title: ['Search terms report', 'September 1, 2026 - September 30, 2026'],
    matchTypes: ['Exact match', 'Phrase match (close variant)', 'Broad match'],
    listedLabel: 'Total: Search terms',
    accountLabel: 'Total: Search',
  },
}

/** A report of random terms in a format, with the sums it states; `hiddenClicks` are in its search total only. */
export function randomReport(
  format: ReportFormat,
  rowCount: number,
  next: () => number,
): { text: string; listed: Metrics; hidden: Metrics } {
  const listed = { ...NO_METRICS }
  const records = [...format.title.map((line) => [line]), format.headers]
  for (let i = 0; i < rowCount; i += 1) {
    const metrics = randomMetrics(next)
    for (const key of Object.keys(metrics) as (keyof Metrics)[]) listed[key] += metrics[key]
    const name = NAMES[Math.floor(next() * NAMES.length)]!
    const match = format.matchTypes[i % 3]!
    const key = [`${name} ${i}`, match, name, `Grupo ${i % 9}`, `[${name}]`, 'EUR']
    records.push([...key, ...cellsOf(metrics, format, next)])
  }
  const hidden = { ...randomMetrics(next), impressions: 5000, clicks: 77 }
  const whole = { ...NO_METRICS }
  for (const key of Object.keys(whole) as (keyof Metrics)[]) whole[key] = listed[key] + hidden[key]
  const blank = Array.from({ length: 5 }, () => ' --')
  records.push([format.listedLabel, ...blank, ...cellsOf(listed, format, next)])
  records.push([format.accountLabel, ...blank, ...cellsOf(whole, format, next)])
  const text = records
    .map((cells) => cells.map((cell) => quote(cell, format.delimiter)).join(format.delimiter))
    .join('\n')
  return { text: `${text}\n`, listed, hidden }
}

/** Seeded numbers in [0, 1) (mulberry32). */
export function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const NAMES = [
  'zapatos niño',
  'total gym',
  'Total: marca',
  'a, b; c',
  'dos\nlíneas',
  'x\ty',
  '"cita" ñ',
  '=1+1',
  '<b>é</b>',
]

function randomMetrics(next: () => number): Metrics {
  const upTo = (limit: number) => Math.floor(next() ** 4 * limit)
  return {
    impressions: upTo(3_000_000),
    clicks: upTo(40_000),
    costMicros: upTo(9_000_000) * 10_000,
    conversionsMicros: upTo(400_000) * 10_000,
    valueMicros: upTo(90_000_000) * 10_000,
  }
}

function cellsOf(metrics: Metrics, format: ReportFormat, next: () => number): string[] {
  const count = (value: number) => group(String(value), format)
  const money = (micros: number) => {
    const whole = String(Math.floor(micros / 1_000_000))
    const cents = String(Math.floor(micros / 10_000) % 100).padStart(2, '0')
    if (micros === 0 && next() < 0.5) return ' --'
    return `${next() < 0.5 ? whole : group(whole, format)}${format.decimal}${cents}`
  }
  return [
    count(metrics.impressions),
    count(metrics.clicks),
    money(metrics.costMicros),
    money(metrics.conversionsMicros),
    money(metrics.valueMicros),
  ]
}

function group(digits: string, { decimal }: ReportFormat): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, decimal === ',' ? '.' : ',')
}

function quote(cell: string, delimiter: string): string {
  return cell.includes(delimiter) || /["\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
