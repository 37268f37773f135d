import { expect, test } from 'vitest'
import { fromLocalDate, orderedRange, QUICK_RANGES, quickDays, toLocalDate } from './date-choice.ts'

test('two clicks make a range in either order; the same day twice is that day', () => {
  const range = { from: '2026-11-03', to: '2026-11-09' }
  expect(orderedRange('2026-11-03', '2026-11-09')).toEqual(range)
  expect(orderedRange('2026-11-09', '2026-11-03')).toEqual(range)
  expect(orderedRange('2026-11-03', '2026-11-03')).toEqual({ from: '2026-11-03', to: '2026-11-03' })
})

test('quick ranges, also across the turn of the year', () => {
  const days = QUICK_RANGES.map(({ name, label }) => {
    const { from, to } = quickDays(name, '2026-01-15')
    return [label, from, to]
  })
  expect(days).toEqual([
    ['Hoy', '2026-01-15', '2026-01-15'],
    ['Este mes', '2026-01-01', '2026-01-15'],
    ['Último mes', '2025-12-01', '2025-12-31'],
    ['Este año', '2026-01-01', '2026-01-15'],
  ])
})

test('days survive the calendar, also where the clock changes at midnight', () => {
  for (const day of ['2026-03-29', '2026-10-25', '2024-02-29', '2026-12-31']) {
    expect(fromLocalDate(toLocalDate(day))).toBe(day)
  }
})
