import { expect, test } from 'vitest'
import { comparedWith } from './answer-period.ts'

const known = { from: '2025-01-01', to: '2026-11-30' }
const november = { from: '2026-11-01', to: '2026-11-30' }
const months = { from: '2025-01-01', to: '2026-11-30', step: 'month' as const, columns: [] }

test('of files by months a month is held against the whole one before it, under whose first day its figure stands', () => {
  const before = comparedWith(november, 'previous', { known, facts: months })
  expect(before).toEqual({ from: '2026-10-01', to: '2026-10-31' })
  const days = comparedWith(november, 'previous', { known, facts: undefined })
  expect(days).toEqual({ from: '2026-10-02', to: '2026-10-31' })
})

test('a year before begins on the same date, also across a 29 February; of what is not known there is nothing', () => {
  const march = { from: '2024-03-01', to: '2024-03-31' }
  const all = { from: '2020-01-01', to: '2026-11-30' }
  const before = comparedWith(march, 'year', { known: all, facts: undefined })
  expect(before).toEqual({ from: '2023-03-01', to: '2023-03-31' })
  expect(comparedWith(march, 'year', { known, facts: undefined })).toBeNull()
})
