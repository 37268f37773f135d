import { expect, test } from 'vitest'
import { addDays, type Day, eachDay } from '#shared/dates.ts'
import { NO_METRICS } from '#shared/metrics.ts'
import { random } from '../reading/report-samples.ts'
import type { ParsedReport, ReportKind, ReportTotal } from '../reading/report-types.ts'
import { accountSums, sourcesOf } from './choose-sources.ts'
import type { StoredReport } from './stored-report.ts'

const FIRST: Day = '2026-01-01'
const KINDS: ReportKind[] = ['campaigns', 'ad_groups', 'keywords', 'search_terms']

test('whatever the files, no day of a level is taken from two of them', () => {
  const next = random(11)
  const upTo = (n: number) => Math.floor(next() * n)
  for (let round = 0; round < 300; round += 1) {
    const reports = Array.from({ length: 1 + upTo(6) }, (_, i) => {
      const from = addDays(FIRST, upTo(40))
      const span = { from, to: addDays(from, upTo(20)) }
      return report({ id: String(i), kind: KINDS[upTo(4)]!, hasDays: next() < 0.5, ...span })
    })
    for (const level of ['account', 'campaign', 'ad_group', 'keyword', 'search_term'] as const) {
      const days = sourcesOf(level, reports).flatMap(({ report: { span, parsed }, uses }) =>
        // A file without days speaks for each day of its period.
        eachDay(span.from, span.to).filter((day) => parsed.step === 'period' || uses(day)),
      )
      expect(new Set(days).size).toBe(days.length)
    }
  }
})

test('campaigns before keywords before terms; the newest of a kind; a finer file where there is no better', () => {
  const month = { from: '2026-09-01', to: '2026-09-30', hasDays: false }
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
  const month = { from: '2026-09-01', to: '2026-09-30', hasDays: false }
  const total = { label: 'Total: Cuenta', scope: 'account' as const, ...NO_METRICS, clicks: 9 }
  const terms = report({ id: 'terms', kind: 'search_terms', ...month, totals: [total] })
  const keywords = report({ id: 'keywords', kind: 'keywords', ...month })
  expect(sourcesOf('account', [terms, keywords])[0]?.report.id).toBe('terms')
  // The cost, which the total row leaves empty, is that of the rows.
  expect([...accountSums(terms)]).toEqual([
    ['2026-09-30', { ...NO_METRICS, clicks: 9, costMicros: 5 }],
  ])
})

function report(options: {
  id: string
  kind: ReportKind
  hasDays: boolean
  from: Day
  to: Day
  totals?: ReportTotal[]
}): StoredReport {
  const { id, kind, hasDays, from, to, totals = [] } = options
  const parsed: ParsedReport = {
    ok: true,
    kind,
    title: null,
    period: { from, to },
    step: hasDays ? 'day' : 'period',
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
