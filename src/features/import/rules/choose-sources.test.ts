import { expect, test } from 'vitest'
import { addDays, type Day, eachDay, startOfMonth, weekday } from '#shared/dates.ts'
import { NO_METRICS } from '#shared/metrics.ts'
import { random } from '../reading/report-samples.ts'
import type { ParsedReport, ReportKind, ReportTotal, Step } from '../reading/report-types.ts'
import { accountSums, type Source, sourcesOf } from './choose-sources.ts'
import { fileFactsOf } from './file-facts.ts'
import type { StoredReport } from './stored-report.ts'

const FIRST: Day = '2026-01-01'
const STEPS: Step[] = ['day', 'week', 'month', 'period']
const KINDS: ReportKind[] = ['campaigns', 'ad_groups', 'keywords', 'search_terms']

test('whatever the files, no day of a level is taken from two of them', () => {
  const next = random(11)
  const upTo = (n: number) => Math.floor(next() * n)
  for (let round = 0; round < 300; round += 1) {
    const reports = Array.from({ length: 1 + upTo(6) }, (_, i) => {
      const from = addDays(FIRST, upTo(40))
      const span = { from, to: addDays(from, upTo(60)) }
      return report({ id: String(i), kind: KINDS[upTo(4)]!, step: STEPS[upTo(4)]!, ...span })
    })
    for (const level of ['account', 'campaign', 'ad_group', 'keyword', 'search_term'] as const) {
      const days = sourcesOf(level, reports).flatMap(countedDays)
      expect(new Set(days).size).toBe(days.length)
    }
  }
})

test('of a month that a newer file has only a part of, the older one counts whole; where it lacks nothing, not at all', () => {
  const months = { id: 'months', step: 'month' as const, from: '2026-01-01', to: '2026-09-30' }
  const used = (...newer: { id: string; step: Step; from: Day; to: Day }[]) =>
    sourcesOf(
      'campaign',
      [months, ...newer].map((one) => report({ kind: 'campaigns', ...one })),
    ).map((source) => {
      const days = countedDays(source)
      return [source.report.id, days[0], days.at(-1), days.length]
    })
  const days = { id: 'days', step: 'day' as const }
  expect(used({ ...days, from: '2026-09-15', to: '2026-10-14' })).toEqual([
    ['days', '2026-10-01', '2026-10-14', 14],
    ['months', '2026-01-01', '2026-09-30', 273],
  ])
  expect(used({ ...days, from: '2026-08-20', to: '2026-09-10' })).toEqual([
    ['months', '2026-01-01', '2026-09-30', 273],
  ])
  expect(used({ ...days, from: '2026-09-01', to: '2026-10-14' })).toEqual([
    ['days', '2026-09-01', '2026-10-14', 44],
    ['months', '2026-01-01', '2026-08-31', 243],
  ])
  // One figure of four weeks cannot be cut: the rest of September is not known.
  expect(used({ id: 'whole', step: 'period', from: '2026-09-15', to: '2026-10-14' })).toEqual([
    ['whole', '2026-09-15', '2026-10-14', 30],
    ['months', '2026-01-01', '2026-08-31', 243],
  ])
  // Nor can a week that ends in October.
  expect(used({ id: 'weeks', step: 'week', from: '2026-09-16', to: '2026-10-11' })).toEqual([
    ['weeks', '2026-09-16', '2026-10-11', 26],
    ['months', '2026-01-01', '2026-08-31', 243],
  ])
})

test('a finer kind of file takes no day of a better one, and what is left of its month is unknown', () => {
  const reports = [
    report({ id: 'k', kind: 'keywords', step: 'month', from: '2026-08-01', to: '2026-09-30' }),
    report({ id: 'c', kind: 'campaigns', step: 'day', from: '2026-09-15', to: '2026-10-14' }),
  ]
  const days = sourcesOf('campaign', reports).map((source) => countedDays(source).length)
  expect(days).toEqual([30, 31])
  const known = { from: '2026-09-15', to: '2026-10-14', step: 'day' }
  expect(fileFactsOf(reports).campaign).toMatchObject(known)
})

test('campaigns before keywords before terms; the newest of a kind; a finer file where there is no better', () => {
  const month = { from: '2026-09-01', to: '2026-09-30', step: 'period' as const }
  const reports = [
    report({ id: 'old', kind: 'campaigns', ...month }),
    report({ id: 'new', kind: 'campaigns', ...month, to: '2026-10-02' }),
    report({ id: 'keywords', kind: 'keywords', ...month }),
    report({ id: 'terms', kind: 'search_terms', ...month }),
  ]
  const ids = (level: 'campaign' | 'ad_group' | 'keyword') =>
    sourcesOf(level, reports).map(({ report: { id } }) => id)
  expect(ids('campaign')).toEqual(['new'])
  expect(ids('ad_group')).toEqual(['keywords'])
  expect(ids('keyword')).toEqual(['keywords'])
})

test('the account is taken from the file that states its total', () => {
  const month = { from: '2026-09-01', to: '2026-09-30', step: 'period' as const }
  const total = { label: 'Total: Cuenta', scope: 'account' as const, ...NO_METRICS, clicks: 9 }
  const terms = report({ id: 'terms', kind: 'search_terms', ...month, totals: [total] })
  const keywords = report({ id: 'keywords', kind: 'keywords', ...month })
  expect(sourcesOf('account', [terms, keywords])[0]?.report.id).toBe('terms')
  // The cost, which the total row leaves empty, is that of the rows.
  expect([...accountSums(terms)]).toEqual([
    ['2026-09-30', { ...NO_METRICS, clicks: 9, costMicros: 5 }],
  ])
})

/** The days that the rows of a file sum, as far as they are used. */
function countedDays({ report: { span, parsed }, uses }: Source): Day[] {
  const rowOf = (day: Day) => {
    if (parsed.step === 'period') return span.to
    const first =
      parsed.step === 'month'
        ? startOfMonth(day)
        : addDays(day, parsed.step === 'week' ? -weekday(day) : 0)
    return first < span.from ? span.from : first
  }
  return eachDay(span.from, span.to).filter((day) => uses(rowOf(day)))
}

function report(options: {
  id: string
  kind: ReportKind
  step: Step
  from: Day
  to: Day
  totals?: ReportTotal[]
}): StoredReport {
  const { id, kind, step, from, to, totals = [] } = options
  const parsed: ParsedReport = {
    ok: true,
    kind,
    title: null,
    period: { from, to },
    step,
    currencyCode: null,
    sign: null,
    known: [],
    language: 'es',
    columns: [],
    rows: [],
    skipped: [],
    skippedCount: 0,
    totals,
    listed: { ...NO_METRICS, clicks: 3, costMicros: 5 },
    fileTotal: null,
    hidden: null,
    hiddenFrom: null,
    hiddenBy: null,
    difference: null,
    notes: [],
    rowsRead: 0,
  }
  return { id, fileName: `${id}.csv`, parsed, span: { from, to }, notes: [] }
}
