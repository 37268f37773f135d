import type { Metrics } from '#shared/metrics.ts'
import type { ReportTotal } from './report-types.ts'

/** A total row with fewer cells than the header has columns. */
export type ShortTotal = { label: string; cells: string[] }

/**
 * The figures of a short total row, where it is certain which columns they stand in: either its last cells are left
 * out, or those of the names are drawn together. Null where neither makes a total of the rows.
 */
export function alignTotal(
  { cells }: ShortTotal,
  around: {
    width: number
    listed: Metrics
    read: (cells: string[]) => ReportTotal | null
  },
): ReportTotal | null {
  const missing = Array<string>(around.width - cells.length).fill('')
  const [label = '', ...rest] = cells
  const candidates = [
    [...cells, ...missing],
    [label, ...missing, ...rest],
  ].flatMap((filled) => around.read(filled) ?? [])
  const fitting = candidates.filter((total) => isTotalOf(total, around.listed))
  const [first, second] = fitting
  if (!first || (second && !isSame(first, second))) return null
  return first
}

/** A day's total is less than all rows are, one of other terms or of another network may be anything. */
function isTotalOf(total: ReportTotal, listed: Metrics): boolean {
  if (total.impressions === 0 && total.clicks === 0) return false
  if (total.impressions > 0 && total.clicks > total.impressions * 2) return false
  if (total.day || total.scope === 'other' || total.scope === 'channel') return true
  return FLOOR.every((key) => total[key] >= listed[key] * 0.999)
}

const FLOOR = ['impressions', 'clicks', 'costMicros'] as const

function isSame(a: Metrics, b: Metrics): boolean {
  return FLOOR.every((key) => a[key] === b[key])
}
