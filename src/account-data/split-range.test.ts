import { expect, test } from 'vitest'
import { addDays, daysInRange, eachDay } from '#shared/dates.ts'
import { splitRange } from './split-range.ts'

test.each([
  ['inside a month', '2026-11-03', '2026-11-20', null, [['2026-11-03', '2026-11-20']]],
  ['a whole month', '2026-02-01', '2026-02-28', ['2026-02-01', '2026-02-01'], []],
  [
    'across two months, none whole',
    '2026-10-02',
    '2026-11-29',
    null,
    [['2026-10-02', '2026-11-29']],
  ],
  [
    'edges and a year turn',
    '2025-11-15',
    '2026-02-03',
    ['2025-12-01', '2026-01-01'],
    [
      ['2025-11-15', '2025-11-30'],
      ['2026-02-01', '2026-02-03'],
    ],
  ],
])('%s', (_name, from, to, months, edges) => {
  const split = splitRange(from, to)
  expect(split.months && [split.months.from, split.months.to]).toEqual(months)
  expect(split.edges.map((edge) => [edge.from, edge.to])).toEqual(edges)
})

test('every day of any range is covered exactly once', () => {
  for (let start = 0; start < 120; start += 7) {
    for (const length of [1, 2, 28, 30, 31, 59, 90, 365, 401]) {
      const from = addDays('2024-01-20', start)
      const to = addDays(from, length - 1)
      const { months, edges } = splitRange(from, to)
      const covered = edges.flatMap((edge) => eachDay(edge.from, edge.to))
      if (months) covered.push(...eachDay(months.from, addDays(endOfMonthOf(months.to), 0)))
      expect(covered.toSorted()).toEqual(eachDay(from, to))
      expect(covered).toHaveLength(daysInRange(from, to))
    }
  }
})

function endOfMonthOf(month: string): string {
  const next = addDays(month, 31)
  return addDays(`${next.slice(0, 7)}-01`, -1)
}
