import { expect, test } from 'vitest'
import type { AccountSource, FactRow } from '../account-source.ts'
import { readFacts, total } from './read-facts.ts'
import { createWorld } from './world.ts'

const LIVE = ['4815162342', '3319027745', '5520418837', '6148830291']
const [FROM, TO] = ['2026-08-23', '2026-11-20']

/** Findings with strong evidence in the last 90 days, told from figures only, by the kind of planted problem. */
function evident(seed: number, id: string): Record<string, number> {
  const world = createWorld({ seed, epochDay: '2026-11-21' })
  const account = world.account(id) as AccountSource
  const truth = world.truth(id)
  const read = (resource: string) => readFacts(account, resource, FROM, TO)
  const [terms, keywords, campaigns] = [
    read('search_term_view'),
    read('keyword_view'),
    read('campaign'),
  ]
  // The broken tag would pull the rate down.
  const whole = total(campaigns, (row) => String(row.fields['segments.date']) < '2026-11-01')
  const p0 = whole.conversions / whole.clicks
  const cpa = whole.costMicros / whole.conversions
  const of = (rows: FactRow[], field: string, value: string) =>
    total(rows, (row) => row.fields[field] === value)
  const found: Record<string, number> = {}
  const count = (kind: string, strong: boolean) => {
    if (strong) found[kind] = (found[kind] ?? 0) + 1
  }
  for (const problem of truth) {
    if (problem.kind === 'waste-term') {
      const t = of(terms, 'search_term_view.search_term', problem.text)
      count(problem.kind, t.clicks > 3 / p0 && t.conversions === 0)
    } else if (problem.kind === 'converting-term') {
      const t = of(terms, 'search_term_view.search_term', problem.text)
      count(problem.kind, t.conversions >= 3 && t.conversions / t.clicks > 1.5 * p0)
    } else if (problem.kind === 'dead-keyword') {
      const k = of(keywords, 'ad_group_criterion.resource_name', problem.resourceName)
      count(problem.kind, k.clicks >= 5 / p0 && k.conversions === 0)
    } else if (problem.kind === 'limited-budget') {
      const rows = campaigns.filter(
        (row) => row.fields['campaign.resource_name'] === problem.resourceName,
      )
      const lost = rows.reduce((sum, row) => sum + row.measures.lostToBudgetImpressions, 0)
      const eligible = rows.reduce((sum, row) => sum + row.measures.eligibleImpressions, 0)
      const c = total(rows, (row) => String(row.fields['segments.date']) < '2026-11-01')
      count(problem.kind, lost / eligible >= 0.3 && c.costMicros / c.conversions < 0.8 * cpa)
    } else if (problem.kind === 'broken-tracking') {
      const recent = total(campaigns, (row) => String(row.fields['segments.date']) >= '2026-11-11')
      count(problem.kind, recent.conversions === 0 && recent.clicks * p0 >= 8)
    } else if (problem.kind === 'waste-word') {
      const t = total(terms, (row) =>
        ` ${row.fields['search_term_view.search_term']} `.includes(` ${problem.text} `),
      )
      count(problem.kind, t.clicks > 3 / p0 && t.conversions === 0)
    }
  }
  return found
}

test.each([7, 2026])(
  'seed %i: planted problems show in the figures of the last 90 days',
  (seed) => {
    const found = LIVE.map((id) => evident(seed, id))
    process.stdout.write(`${JSON.stringify(found)}\n`)
    const rules = [
      'waste-term',
      'converting-term',
      'dead-keyword',
      'limited-budget',
      'broken-tracking',
    ]
    const counts = found.map((kinds) => rules.reduce((sum, kind) => sum + (kinds[kind] ?? 0), 0))
    for (const count of counts) expect(count).toBeGreaterThanOrEqual(3)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(20)
    for (const rule of rules)
      expect(
        found.some((kinds) => (kinds[rule] ?? 0) > 0),
        rule,
      ).toBe(true)
    expect(found.filter((kinds) => (kinds['waste-word'] ?? 0) > 0).length).toBeGreaterThanOrEqual(2)
  },
)
