import { type Metrics, NO_METRICS } from '#shared/metrics.ts'
import {
  parseAddedExcluded,
  parseCampaignType,
  parseKeyword,
  parseMatchType,
  parseStatus,
} from './cell-words.ts'
import type { TableRecord } from './csv-records.ts'
import type { DecimalConvention } from './decimal-convention.ts'
import type { Table } from './find-table.ts'
import { foldText, isBlank } from './fold-text.ts'
import { bareNumber, type DecimalMark, other, shapeOf, toCount, toMicros } from './numbers.ts'
import { type DateOrder, parseStep } from './report-dates.ts'
import type { Columns } from './report-headers.ts'
import { shortTotalLabel, totalLabel, totalScope } from './report-totals.ts'
import type { ReportRow, ReportTotal, RowStatus, SkippedRow } from './report-types.ts'
import { alignTotal, type ShortTotal } from './short-totals.ts'

const KEPT_SKIPPED = 200
const KEPT_TEXT = 80

type Reading = Pick<Table, 'kind' | 'header' | 'headerCells' | 'width' | 'step'> & {
  decimals: DecimalConvention
  dateOrder: DateOrder
}

export type RowsRead = {
  rows: ReportRow[]
  totals: ReportTotal[]
  skipped: SkippedRow[]
  skippedCount: number
  /** Labels of total rows of another width whose figures fit no columns. */
  unaligned: string[]
}

/**
 * Sorts the records below the header into data rows, total rows and rows skipped with a Spanish reason. The records are
 * used up: their cells would be held as long as the rows made of them.
 */
export function readRows(records: TableRecord[], reading: Reading): RowsRead {
  const result: RowsRead = { rows: [], totals: [], skipped: [], skippedCount: 0, unaligned: [] }
  const short: ShortTotal[] = []
  for (const record of records) {
    const shortLabel = shortTotalLabel(record.cells, reading.width)
    if (shortLabel !== null) {
      short.push({ label: shortLabel, cells: record.cells })
      continue
    }
    const { cells } = record
    record.cells = []
    const reason = readRecord(cells, reading, result)
    if (reason === null) continue
    result.skippedCount += 1
    if (result.skipped.length >= KEPT_SKIPPED) continue
    const text = Array.from(cells.join(' · ')).slice(0, KEPT_TEXT).join('')
    result.skipped.push({ line: record.line, reason, text })
  }
  placeShortTotals(short, reading, result)
  return result
}

function placeShortTotals(short: readonly ShortTotal[], reading: Reading, into: RowsRead): void {
  const listed = addedUp(into.rows)
  for (const total of short) {
    const found = alignTotal(total, {
      width: reading.width,
      listed,
      read: (cells) => readTotal(cells, total.label, reading),
    })
    if (found) into.totals.push(found)
    else into.unaligned.push(total.label)
  }
}

function addedUp(rows: readonly Metrics[]): Metrics {
  const sum = { ...NO_METRICS }
  for (const row of rows)
    for (const key of Object.keys(sum) as (keyof Metrics)[]) sum[key] += row[key]
  return sum
}

function readTotal(cells: string[], label: string, reading: Reading): ReportTotal | null {
  const metrics = readMetrics(cells, reading)
  if (typeof metrics === 'string') return null
  const day = readDay(cells, reading)
  return { label, scope: totalScope(label), ...(day && { day }), ...metrics }
}

function readRecord(cells: string[], reading: Reading, into: RowsRead): string | null {
  const shape = wrongWidth(cells, reading.width)
  if (shape) return shape
  const metrics = readMetrics(cells, reading)
  if (typeof metrics === 'string') return metrics
  const day = readDay(cells, reading)
  const label = totalLabel(cells, reading.header.columns)
  if (label !== null) {
    into.totals.push({ label, scope: totalScope(label), ...(day && { day }), ...metrics })
    return null
  }
  if (day === null) return `La fecha «${clip(cells[dateColumn(reading)])}» no se entiende.`
  const identity = readIdentity(cells, reading)
  if (typeof identity === 'string') return identity
  into.rows.push({ ...(day && { day }), ...identity, ...metrics })
  return null
}

function wrongWidth(cells: string[], width: number): string | null {
  if (cells.length < width) return `Tiene ${cells.length} celdas y la cabecera ${width}.`
  const extra = cells.findLastIndex((cell) => cell.trim() !== '') + 1
  return extra > width ? `Tiene ${extra} celdas y la cabecera ${width}.` : null
}

function readMetrics(cells: string[], reading: Reading): Metrics | string {
  const { columns } = reading.header
  const { decimals } = reading
  const read = (column: number | undefined, convert: (bare: string) => number | null) => {
    if (column === undefined) return 0
    const bare = bareNumber(cells[column] ?? '')
    const value = bare === null ? null : convert(bare)
    return (
      value ??
      `«${clip(cells[column])}» en «${reading.headerCells[column]}» no es un número válido.`
    )
  }
  const impressions = read(columns.impressions, toCount)
  const clicks = read(columns.clicks, toCount)
  const costMicros = read(columns.cost, (bare) => toMoney(bare, decimals))
  const conversionsMicros = read(columns.conversions, (bare) => toMicros(bare, decimals.mark))
  const valueMicros = read(columns.value, (bare) => toMoney(bare, decimals))
  const all = { impressions, clicks, costMicros, conversionsMicros, valueMicros }
  const wrong = Object.values(all).find((value) => typeof value === 'string')
  return wrong === undefined ? (all as Metrics) : (wrong as string)
}

function toMoney(bare: string, { mark, wholeMoney }: DecimalConvention): number | null {
  const shape = wholeMoney ? shapeOf(bare.replace('-', '')) : null
  const own: DecimalMark = shape?.shape === 'ambiguous' ? other(shape.separator) : mark
  return toMicros(bare, own)
}

/** Undefined without a day column, null for a cell that is no day. */
function readDay(cells: string[], { header, dateOrder, step }: Reading) {
  const column = step === 'period' ? undefined : header.columns[step]
  return column === undefined ? undefined : parseStep(cells[column] ?? '', step, dateOrder)
}

function readIdentity(cells: string[], reading: Reading): Partial<ReportRow> | string {
  const { columns } = reading.header
  const text = (field: keyof Columns) => textOf(cells, columns[field])
  const keyword = text('keyword')
  const parsed = keyword === undefined ? undefined : parseKeyword(keyword)
  const matched = parseMatchType(text('matchType'))
  const code = text('currencyCode')
  const budget = text('budget')
  const identity: Partial<ReportRow> = {
    campaign: text('campaign'),
    campaignId: googleId(text('campaignId')),
    adGroup: text('adGroup'),
    adGroupId: googleId(text('adGroupId')),
    keyword: parsed?.text,
    // A term's mark tells its keyword's type, not how the term matched.
    matchType: matched.type ?? (reading.kind === 'keywords' ? parsed?.mark : undefined),
    closeVariant: matched.close || undefined,
    searchTerm: text('searchTerm'),
    ...statesOf(text, reading.kind),
    addedExcluded: parseAddedExcluded(text('addedExcluded')),
    qualityScore: qualityScore(text('qualityScore')),
    budgetMicros: budget === undefined ? undefined : budgetOf(budget, cells, reading),
    campaignType: parseCampaignType(text('campaignType')),
    currencyCode: code && /^[A-Z]{3}$/.test(code) ? code : undefined,
  }
  const [field, name] = SUBJECT[reading.kind]
  if (identity[field] === undefined) return `No dice ${name}.`
  return identity
}

function dateColumn({ header, step }: Reading): number {
  return (step === 'period' ? undefined : header.columns[step]) ?? -1
}

type States = Record<'status' | 'campaignStatus' | 'adGroupStatus', RowStatus | undefined>

/** A column of its own says what something is set to; the common 'Estado' says why it does not serve, and whose state it is. */
function statesOf(
  text: (field: keyof Columns) => string | undefined,
  kind: Reading['kind'],
): States {
  // Of a search term 'Estado' says whether it was added or excluded.
  const common = kind === 'search_terms' ? undefined : parseStatus(text('status'))
  const told = (of: 'own' | 'campaign' | 'adGroup') =>
    common?.of === of ? common.status : undefined
  const set = (field: keyof Columns) => parseStatus(text(field))?.status
  const campaignStatus = worse(set('campaignStatus'), told('campaign'))
  const adGroupStatus = worse(set('adGroupStatus'), told('adGroup'))
  const own = {
    campaigns: campaignStatus,
    ad_groups: adGroupStatus,
    keywords: set('keywordStatus'),
    search_terms: undefined,
  }
  return { status: worse(own[kind], told('own')), campaignStatus, adGroupStatus }
}

/** The one that keeps it from serving. */
function worse(a: RowStatus | undefined, b: RowStatus | undefined): RowStatus | undefined {
  return ORDER.find((status) => status === a || status === b)
}

const ORDER: RowStatus[] = ['REMOVED', 'PAUSED', 'UNSPECIFIED', 'ENABLED']

const SUBJECT = {
  campaigns: ['campaign', 'la campaña'],
  ad_groups: ['adGroup', 'el grupo de anuncios'],
  keywords: ['keyword', 'la palabra clave'],
  search_terms: ['searchTerm', 'el término de búsqueda'],
} as const

function textOf(cells: string[], column: number | undefined): string | undefined {
  const cell = column === undefined ? undefined : cells[column]
  return isBlank(cell) ? undefined : cell!.trim()
}

/** A spreadsheet may have made 1,23E+10 of it, which is many campaigns' id. */
function googleId(cell: string | undefined): string | undefined {
  return cell && /^\d+$/.test(cell) ? cell : undefined
}

function qualityScore(cell: string | undefined): number | undefined {
  const score = /^(\d{1,2})(?:\s*\/\s*10)?$/.exec(cell ?? '')?.[1]
  return score && Number(score) >= 1 && Number(score) <= 10 ? Number(score) : undefined
}

function budgetOf(budget: string, cells: string[], reading: Reading): number | undefined {
  const type = cells[reading.header.columns.budgetType ?? -1]
  if (type !== undefined && isOfOtherDays(type)) return 0
  const bare = bareNumber(budget)
  return bare ? (toMoney(bare, reading.decimals) ?? undefined) : undefined
}

/** Of a campaign's whole life, say, or of a month; an empty cell or another word denies no daily one. */
function isOfOtherDays(budgetType: string): boolean {
  const words = foldText(budgetType)
  return !/\b(diari|daily)/.test(words) && OTHER_DAYS.test(words)
}

const OTHER_DAYS = /\b(total|toda|lifetime|mes|mensual|month|seman|week|custom|personalizad)/

function clip(cell: string | undefined): string {
  return (cell ?? '').trim().slice(0, 30)
}
