import type { AccountSource, FactRow } from '../account-source.ts'

export const NOW = new Date('2026-11-21T09:30:00Z')

/** The facts of a resource by day, read at one instant: what the tests look at. */
export function readFacts(
  account: AccountSource,
  resource: string,
  from: string,
  to: string,
  segments: string[] = [],
  now = NOW,
): FactRow[] {
  const wanted = { from, to, segments: new Set(['segments.date', ...segments]), now }
  return [...account.facts(resource, wanted)]
}

/** Sums over the rows kept, conversions to six decimals. */
export function total(rows: readonly FactRow[], keep: (row: FactRow) => boolean = () => true) {
  const sum = { impressions: 0, clicks: 0, costMicros: 0, conversions: 0, conversionsValue: 0 }
  for (const row of rows)
    if (keep(row))
      for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += row.measures[key]
  const rounded = (value: number) => Math.round(value * 1e6) / 1e6
  return {
    ...sum,
    conversions: rounded(sum.conversions),
    conversionsValue: rounded(sum.conversionsValue),
  }
}
