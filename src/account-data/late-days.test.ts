import { expect, test } from 'vitest'
import { lateFrom } from './late-days.ts'

test('days are late until nearly all of their conversions have come', () => {
  expect(lateFrom([0.7, 0.85, 0.94, 0.96, 1], '2026-11-23')).toBe('2026-11-21')
})

test('nothing is late where all come on the day of the click, or nothing is known', () => {
  expect(lateFrom([0.99, 1], '2026-11-23')).toBeNull()
  expect(lateFrom(undefined, '2026-11-23')).toBeNull()
})
