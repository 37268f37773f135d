import type { Day, DayRange } from '#shared/dates.ts'
import type { FileLevel } from '#shared/file-facts.ts'
import { type Metrics, NO_METRICS } from '#shared/metrics.ts'
import { statedTotal, sumOf } from '../reading/report-totals.ts'
import type { ReportKind, TotalScope } from '../reading/report-types.ts'
import type { StoredReport } from './stored-report.ts'
import { type Part, wholeSpans, without } from './whole-spans.ts'

/** Kinds of file that can fill a level, the best first: a finer file lacks what it does not list. */
const SOURCES: Record<FileLevel, ReportKind[]> = {
  account: ['campaigns', 'ad_groups', 'keywords', 'search_terms'],
  campaign: ['campaigns', 'ad_groups', 'keywords', 'search_terms'],
  ad_group: ['ad_groups', 'keywords', 'search_terms'],
  keyword: ['keywords'],
  search_term: ['search_terms'],
}

/** A file that fills a level on some days: on those for which `uses` is true. */
export type Source = { report: StoredReport; spans: DayRange[]; uses: (day: Day) => boolean }

/**
 * Which file fills a level on which days, so that no day is counted twice: the better kind before the worse, the
 * newer before the older. A file without days counts as a whole or not at all. `reports`: oldest first.
 */
export function sourcesOf(level: FileLevel, reports: readonly StoredReport[]): Source[] {
  const inOrder = inOrderOfTrust(level, reports)
  let taken: Part[] = []
  for (const report of inOrder) {
    const trust = trustOf(level, report)
    const spans = wholeSpans(report, taken, (part) => trustOf(level, part.report) === trust)
    const left = taken.flatMap((part) =>
      without(part, spans).map((span) => ({ ...span, report: part.report })),
    )
    taken = [...left, ...spans.map((span) => ({ ...span, report }))]
  }
  return inOrder.flatMap((report) => {
    const spans = taken.filter((part) => part.report === report)
    const uses = (day: Day) => spans.some(({ from, to }) => from <= day && day <= to)
    return spans.length > 0 ? [{ report, spans, uses }] : []
  })
}

/** Sums of the whole account by day, hidden search terms and other networks included where the file states them. */
export function accountSums({ parsed, span }: StoredReport): Map<Day, Metrics> {
  if (parsed.step === 'period') {
    const stated = wholeTotal(parsed.totals) ?? parsed.fileTotal
    return new Map([[span.to, stated ? completed(stated, parsed.listed) : parsed.listed]])
  }
  const rows = byDay(parsed.rows, span.to)
  for (const scopes of WHOLE) {
    const totals = parsed.totals.filter(({ day, scope }) => day && scopes.includes(scope))
    const stated = byDay(totals, span.to)
    if ([...rows.keys()].some((day) => !stated.has(day))) continue
    return new Map(
      [...stated].map(([day, sums]) => [day, completed(sums, rows.get(day) ?? NO_METRICS)]),
    )
  }
  return rows
}

const WHOLE: TotalScope[][] = [['account'], ['search', 'shopping', 'channel']]

function inOrderOfTrust(level: FileLevel, reports: readonly StoredReport[]): StoredReport[] {
  return reports
    .toReversed()
    .filter(({ parsed }) => SOURCES[level].includes(parsed.kind))
    .toSorted((a, b) => trustOf(level, a) - trustOf(level, b))
}

/** The lower the better. */
function trustOf(level: FileLevel, report: StoredReport): number {
  const kinds = SOURCES[level]
  const rank = level === 'account' ? accountRank(report) : 0
  return rank * kinds.length + kinds.indexOf(report.parsed.kind)
}

/** Files that know the whole account, those with days first; then those that know a part of it. */
function accountRank({ parsed }: StoredReport): number {
  const isWhole = parsed.kind === 'campaigns' || wholeTotal(parsed.totals) !== null
  if (!isWhole) return 2
  return parsed.step === 'period' ? 1 : 0
}

function wholeTotal(totals: StoredReport['parsed']['totals']): Metrics | null {
  return statedTotal(totals, ['account'])
}

/** A total row may leave cells empty that its rows fill. */
function completed(stated: Metrics, listed: Metrics): Metrics {
  const sums = { ...NO_METRICS }
  for (const key of Object.keys(sums) as (keyof Metrics)[]) sums[key] = stated[key] || listed[key]
  return sums
}

function byDay(rows: readonly (Metrics & { day?: Day })[], other: Day): Map<Day, Metrics> {
  const days = Map.groupBy(rows, ({ day }) => day ?? other)
  return new Map([...days].map(([day, ofDay]) => [day, sumOf(ofDay)]))
}
