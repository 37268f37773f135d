import type { Day } from '#shared/dates.ts'
import type { FileLevel } from '#shared/file-facts.ts'
import { type Metrics, NO_METRICS } from '#shared/metrics.ts'
import { statedTotal, sumOf } from '../reading/report-totals.ts'
import type { ReportKind, TotalScope } from '../reading/report-types.ts'
import { overlaps, type Span, type StoredReport } from './stored-report.ts'

/** Kinds of file that can fill a level, the best first: a finer file lacks what it does not list. */
const SOURCES: Record<FileLevel, ReportKind[]> = {
  account: ['campaigns', 'ad_groups', 'keywords', 'search_terms'],
  campaign: ['campaigns', 'ad_groups', 'keywords', 'search_terms'],
  ad_group: ['ad_groups', 'keywords', 'search_terms'],
  keyword: ['keywords'],
  search_term: ['search_terms'],
}

/** A file that fills a level on the days for which `uses` is true. */
export type Source = { report: StoredReport; uses: (day: Day) => boolean }

/**
 * Which file fills a level on which days, so that no day is counted twice: the better kind before the worse, the
 * newer before the older. A file without days counts as a whole or not at all. `reports`: oldest first.
 */
export function sourcesOf(level: FileLevel, reports: readonly StoredReport[]): Source[] {
  const taken: Span[] = []
  const sources: Source[] = []
  for (const report of inOrderOfTrust(level, reports)) {
    const before = [...taken]
    if (report.parsed.step !== 'period')
      sources.push({
        report,
        uses: (day) => !before.some(({ from, to }) => from <= day && day <= to),
      })
    else if (!before.some((span) => overlaps(span, report.span)))
      sources.push({ report, uses: () => true })
    else continue
    taken.push(report.span)
  }
  return sources
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
  const rank = (report: StoredReport) => [
    level === 'account' ? accountRank(report) : 0,
    SOURCES[level].indexOf(report.parsed.kind),
  ]
  return reports
    .toReversed()
    .filter(({ parsed }) => SOURCES[level].includes(parsed.kind))
    .toSorted((a, b) => {
      const [first = 0, second = 0] = rank(a)
      const [otherFirst = 0, otherSecond = 0] = rank(b)
      return first - otherFirst || second - otherSecond
    })
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
