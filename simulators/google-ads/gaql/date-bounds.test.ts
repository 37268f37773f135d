import { expect, it } from 'vitest'
import { segmentDateBounds } from './date-bounds.ts'
import { parseQuery } from './parse.ts'

it.each([
  ["segments.date = '2026-10-05'", '2026-10-05', '2026-10-05'],
  ["segments.date BETWEEN '2026-10-01' AND '2026-10-31'", '2026-10-01', '2026-10-31'],
  ["segments.date >= '2026-10-01' AND segments.date >= '2026-10-09'", '2026-10-09', undefined],
  ["segments.date <= '2026-10-31' AND segments.date < '2026-10-20'", undefined, '2026-10-20'],
  ["segments.date IN ('2026-10-09', '2026-10-01')", '2026-10-01', '2026-10-09'],
  ["segments.week = '2026-10-05'", '2026-10-05', '2026-10-11'],
  ["segments.month = '2026-02-01'", '2026-02-01', '2026-02-28'],
  ["segments.quarter = '2026-04-01'", '2026-04-01', '2026-06-30'],
  ['segments.year = 2025', '2025-01-01', '2025-12-31'],
  ["segments.year = 2026 AND segments.month >= '2026-03-01'", '2026-03-01', '2026-12-31'],
  ["campaign.name = 'x'", undefined, undefined],
])('%s reads the days %s to %s', (where, from, to) => {
  const query = parseQuery(`SELECT campaign.id FROM campaign WHERE ${where}`)
  expect(segmentDateBounds(query.where, '2026-11-21')).toEqual({ from, to })
})
