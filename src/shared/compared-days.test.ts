import { expect, test } from 'vitest'
import { comparedRange, wholeDays } from './compared-days.ts'
import type { LevelFacts } from './file-facts.ts'

test.each([
  ['2026-11-01', '2026-11-30', 'previous', '2026-10-02', '2026-10-31'],
  ['2026-11-01', '2026-11-30', 'year', '2025-11-01', '2025-11-30'],
  ['2028-02-29', '2028-03-01', 'year', '2027-02-28', '2027-03-01'],
  ['2028-01-01', '2028-12-31', 'year', '2027-01-01', '2027-12-31'],
  ['2027-03-01', '2028-02-29', 'year', '2026-03-01', '2027-02-28'],
  ['2026-01-01', '2026-12-31', 'year', '2025-01-01', '2025-12-31'],
  ['2026-03-29', '2026-03-29', 'previous', '2026-03-28', '2026-03-28'],
] as const)('%s – %s is held against %s: %s – %s', (from, to, compare, start, end) => {
  expect(comparedRange({ from, to }, compare)).toEqual({ from: start, to: end })
})

const files = (step: 'week' | 'month', to = '2026-12-31'): LevelFacts => ({
  from: '2024-01-01',
  to,
  step,
  columns: [],
})

test.each([
  ['two months', 'month', '2026-09-01', '2026-10-31', 'previous', '2026-07-01', '2026-08-31'],
  ['30 days', 'month', '2026-11-01', '2026-11-30', 'previous', '2026-10-01', '2026-10-31'],
  ['a short month', 'month', '2026-01-01', '2026-02-28', 'previous', '2025-11-01', '2025-12-31'],
  ['a leap day', 'month', '2024-02-01', '2024-02-29', 'year', '2023-02-01', '2023-02-28'],
  ['a cut month', 'month', '2026-10-01', '2026-11-19', 'previous', '2026-08-01', '2026-09-30'],
  ['a cut week', 'week', '2026-11-09', '2026-11-19', 'previous', '2026-10-26', '2026-11-08'],
  ['weeks of a year', 'week', '2026-11-09', '2026-11-15', 'year', '2025-11-10', '2025-11-16'],
] as const)('%s of files by %s: %s – %s is held against %s: %s – %s', (...asked) => {
  const [, step, from, to, compare, start, end] = asked
  const against = comparedRange({ from, to }, compare, files(step))
  expect(against).toEqual({ from: start, to: end })
})

test('of files whole months alone are compared', () => {
  const range = { from: '2026-10-01', to: '2026-11-19' }
  const facts = files('month', '2026-11-19')
  const against = comparedRange(range, 'previous', facts)
  expect(wholeDays(range, against, range.to, facts)).toEqual([
    { from: '2026-10-01', to: '2026-10-31' },
    { from: '2026-08-01', to: '2026-08-31' },
  ])
  const begun = { from: '2026-11-01', to: '2026-11-19' }
  expect(wholeDays(begun, comparedRange(begun, 'previous', facts), begun.to, facts)).toBeNull()
})
