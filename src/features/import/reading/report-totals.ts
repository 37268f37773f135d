import { type Metrics, NO_METRICS } from '#shared/metrics.ts'
import type { TableRecord } from './csv-records.ts'
import { foldText, isBlank } from './fold-text.ts'
import type { Columns } from './report-headers.ts'
import type { ReportKind, ReportTotal, TotalDifference, TotalScope } from './report-types.ts'

const LABEL_COLUMNS = 3
const IDENTITY = [
  'campaign',
  'adGroup',
  'searchTerm',
  'keyword',
  'matchType',
  'campaignStatus',
  'adGroupStatus',
  'keywordStatus',
  'status',
  'addedExcluded',
] as const satisfies (keyof Columns)[]

/**
 * The label of a total row, null for a data row. People do search for 'total …', so a label is believed only
 * where all that identifies a data row is blank; without such columns, only with Google's capital letter.
 */
export function totalLabel(cells: string[], columns: Columns): string | null {
  for (let i = 0; i < LABEL_COLUMNS; i += 1) {
    const label = cells[i]?.trim() ?? ''
    if (!isTotalWord(label)) continue
    const others = IDENTITY.map((field) => columns[field]).filter((c) => c !== undefined && c !== i)
    const total =
      others.length > 0 ? others.every((c) => isBlank(cells[c!])) : /^(Tot|TOT|Ot)/.test(label)
    if (total) return label
  }
  return null
}

/** The label of a total row that has fewer cells than the header: no data row has. Null for any other. */
export function shortTotalLabel(cells: string[], width: number): string | null {
  if (cells.length >= width) return null
  const at = cells.slice(0, LABEL_COLUMNS).findIndex((cell) => isTotalWord(cell.trim()))
  const label = cells[at]?.trim() ?? ''
  const namesNothing = cells.every((cell, i) => i === at || !NAMES.test(cell))
  return namesNothing && /^(Tot|TOT|Ot|Gran)/.test(label) ? label : null
}

/** The records that are no total rows. */
export function dataRecords(table: {
  records: TableRecord[]
  header: { columns: Columns }
  width: number
}): TableRecord[] {
  return table.records.filter(
    ({ cells }) =>
      shortTotalLabel(cells, table.width) === null &&
      totalLabel(cells, table.header.columns) === null,
  )
}

/** A campaign, a keyword, a match type: four letters in a row, which no figure, currency or ISO day has. */
const NAMES = /\p{L}{4}/u

export function totalScope(label: string): TotalScope {
  const noun = foldText(label).replace(/^(gran )?total(es)?\s*(de )?(general)?\s*/, '')
  if (/^(other|otros?|otras?) /.test(noun)) return 'other'
  if (/^(la )?(cuenta|account)/.test(noun)) return 'account'
  if (/^(red de |campanas de )?(busqueda|search)( network| campaigns)?$/.test(noun)) return 'search'
  if (/^(campanas de )?shopping/.test(noun)) return 'shopping'
  const listed = /campan|campaign|termino|search term|palabra|keyword|grupo|ad group|filtr/
  return noun === '' || listed.test(noun) ? 'listed' : 'channel'
}

export type TotalsReading = {
  fileTotal: Metrics | null
  hidden: Metrics | null
  hiddenFrom: string | null
  hiddenBy: 'google' | 'elsewhere' | null
  difference: TotalDifference | null
}

/**
 * Search terms are measured against the search and shopping totals: other networks have no terms to hide.
 * `rows` sizes the tolerance for rounded cents, `centMicros` is the smallest money the file writes.
 */
export function compareTotals(input: {
  kind: ReportKind
  totals: ReportTotal[]
  listed: Metrics
  rows: number
  centMicros: number
}): TotalsReading {
  const overall = overallTotals(input.totals)
  const differs = (metrics: Metrics) => beyondRounding(metrics, input.rows, input.centMicros)
  const whole = wholeOf(input.kind, overall, input.listed)
  const otherTerms = sumOf(overall.filter((total) => total.scope === 'other'))
  const hidden = whole && largest(minus(whole, input.listed), otherTerms)
  const own = overall
    .filter((total) => total.scope === 'listed')
    .map((total) => ({ label: total.label, total, metrics: minus(total, input.listed) }))
    .sort((a, b) => Math.abs(a.metrics.clicks) - Math.abs(b.metrics.clicks))[0]
  const stated = whole ?? own?.total
  const isHidden = hidden !== null && differs(hidden)
  return {
    fileTotal: stated ? sumOf([stated]) : null,
    hidden: isHidden ? hidden : null,
    hiddenFrom: isHidden ? (whole?.label ?? null) : null,
    hiddenBy: isHidden ? (whole?.hides ?? null) : null,
    difference:
      own && Object.values(own.metrics).some((value) => value !== 0)
        ? { label: own.label, metrics: own.metrics, rounding: !differs(own.metrics) }
        : null,
  }
}

/** What the rows of these scopes state for the whole period; null where the file has none. */
export function statedTotal(totals: ReportTotal[], scopes: readonly TotalScope[]): Metrics | null {
  const found = overallTotals(totals.filter(({ scope }) => scopes.includes(scope)))
  return found.length > 0 ? sumOf(found) : null
}

export function sumOf(parts: Iterable<Metrics>): Metrics {
  const sum = { ...NO_METRICS }
  for (const part of parts) for (const key of METRICS) sum[key] += part[key]
  return sum
}

const METRICS = Object.keys(NO_METRICS) as (keyof Metrics)[]

function isTotalWord(label: string): boolean {
  if (!/^(gran )?(tot|ot)/i.test(label)) return false
  if (/^total(es)?\s*:/i.test(label)) return true
  return /^(gran )?total(es)?( general)?$|^(other search terms|otros terminos de busqueda)$/.test(
    foldText(label),
  )
}

function overallTotals(totals: ReportTotal[]): ReportTotal[] {
  return [...Map.groupBy(totals, (total) => total.label).values()].map(overallOf)
}

/** One label's rows as one: per-day totals add up, unless a row without day already is their sum. */
function overallOf(rows: ReportTotal[]): ReportTotal {
  const [first] = rows as [ReportTotal]
  const undated = rows.filter((row) => row.day === undefined)
  if (undated.length === 1) return undated[0]!
  const top = rows.reduce((a, b) => (b.impressions + b.clicks > a.impressions + a.clicks ? b : a))
  const all = sumOf(rows)
  const topIsSum =
    rows.length > 2 &&
    all.clicks === 2 * top.clicks &&
    all.impressions === 2 * top.impressions &&
    top.clicks + top.impressions > 0
  return { ...first, ...(topIsSum ? top : all), day: undefined }
}

function wholeOf(
  kind: ReportKind,
  totals: ReportTotal[],
  listed: Metrics,
): (Metrics & { label: string; hides: 'google' | 'elsewhere' }) | null {
  const terms: TotalScope[][] = [['search', 'shopping'], ['account'], ['listed', 'other']]
  const keywords: TotalScope[][] = [['search'], ['account'], ['listed']]
  const wide: TotalScope[][] = [['account'], ['search', 'shopping', 'channel'], ['listed']]
  const order = kind === 'search_terms' ? terms : kind === 'keywords' ? keywords : wide
  for (const scopes of order) {
    const found = totals.filter((total) => scopes.includes(total.scope))
    if (found.length === 0) continue
    const label = found.map((total) => total.label).join(' + ')
    // Totals of the rows are compared apart; alone they cannot show anything hidden.
    if (scopes.includes('listed')) {
      const others = found.filter((total) => total.scope === 'other')
      if (others.length === 0) return null
      return { ...sumOf([listed, ...others]), label, hides: 'google' }
    }
    // Display and Performance Max have no keywords, nor ad groups, to hide: only searches are hidden.
    const hides = kind === 'search_terms' && !scopes.includes('account') ? 'google' : 'elsewhere'
    return { ...sumOf(found), label, hides }
  }
  return null
}

function minus(a: Metrics, b: Metrics): Metrics {
  const difference = { ...NO_METRICS }
  for (const key of METRICS) difference[key] = a[key] - b[key]
  return difference
}

function largest(a: Metrics, b: Metrics): Metrics {
  const result = { ...NO_METRICS }
  for (const key of METRICS) result[key] = Math.max(0, a[key], b[key])
  return result
}

/** Each cell is rounded to the cent, so n of them stray by up to about √n cents; counts do not stray. */
function beyondRounding(metrics: Metrics, rows: number, centMicros: number): boolean {
  const tolerance = Math.max(5, Math.sqrt(rows))
  const money = Math.max(Math.abs(metrics.costMicros), Math.abs(metrics.valueMicros))
  return (
    metrics.impressions !== 0 ||
    metrics.clicks !== 0 ||
    money > tolerance * centMicros ||
    Math.abs(metrics.conversionsMicros) > tolerance * 10_000
  )
}
