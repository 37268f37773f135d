import { expect, test } from 'vitest'
import { usedDays } from './usage-metrics.ts'

const days = (used: readonly number[]) =>
  Array.from({ length: 90 }, (_, i) => ({
    day: String(i),
    activeUsers: 0,
    newUsers: 0,
    sessions: used.includes(i) ? 1 : 0,
    avgSessionTime: 0,
  }))
const shown = (used: readonly number[]) => usedDays(days(used)).length

test('a chart begins with the first day of use, whichever figure it is of', () => {
  expect(shown([0, 89])).toBe(90)
  expect(shown([60])).toBe(30)
  expect(shown([88])).toBe(2)
  expect(shown([])).toBe(0)
})
