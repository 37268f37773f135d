import { gunzipSync, gzipSync } from 'node:zlib'
import type { StoredReport } from '../rules/stored-report.ts'
import type { ParsedReport, ReportRow } from './report-types.ts'

const ROWS_AT_ONCE = 5_000

/**
 * A file as it is kept: compressed lines, the first without its rows. Fast rather than small: rows of one file repeat
 * their names, so even level 1 makes a tenth of them. A part at a time, for all of it as one text takes hundreds of MB.
 */
export function packReport(report: StoredReport): string {
  const { rows, ...parsed } = report.parsed
  const parts = [gzipSync(`${JSON.stringify({ ...report, parsed })}\n`)]
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const lines = rows.slice(at, at + ROWS_AT_ONCE).map((row) => `${JSON.stringify(row)}\n`)
    parts.push(gzipSync(lines.join(''), { level: 1 }))
  }
  return Buffer.concat(parts).toString('base64')
}

export function unpackReport(packed: string): StoredReport {
  const bytes = gunzipSync(Buffer.from(packed, 'base64'))
  const lines = linesOf(bytes)
  const first = JSON.parse(lines.next().value ?? '') as StoredReport
  const rows: ReportRow[] = first.parsed.rows ?? []
  for (const line of lines) rows.push(JSON.parse(line) as ReportRow)
  return { ...first, parsed: { ...asKeptBefore(first.parsed), ...first.parsed, rows } }
}

function* linesOf(bytes: Buffer): Generator<string, undefined> {
  let at = 0
  while (at < bytes.length) {
    const end = bytes.indexOf(10, at)
    yield bytes.toString('utf8', at, end < 0 ? bytes.length : end)
    if (end < 0) return undefined
    at = end + 1
  }
  return undefined
}

/** Files kept before steps and known figures were: then impressions, clicks and cost could not be missing. */
function asKeptBefore({ columns, ...parsed }: ParsedReport) {
  const hasDays = 'hasDays' in parsed && parsed.hasDays === true
  const known = (['impressions', 'clicks', 'costMicros'] as ParsedReport['known']).concat(
    columns.includes('conversions') ? 'conversionsMicros' : [],
    columns.includes('value') ? 'valueMicros' : [],
  )
  return {
    step: hasDays ? ('day' as const) : ('period' as const),
    known,
    sign: null,
    hiddenBy: null,
  }
}
