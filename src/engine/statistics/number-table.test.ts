import { expect, test } from 'vitest'
import { numberTable } from './number-table.ts'

test('keys keep the number they were given, also past 32 bits and after growing', () => {
  const table = numberTable()
  const keys = Array.from({ length: 20_000 }, (_, i) => (i % 2 === 0 ? i : i * 40_000_000_019))
  for (const key of [...keys, ...keys]) table.findOrAdd(key)
  expect(keys.map((key) => table.find(key))).toEqual(keys.map((_, i) => i))
  expect(table.find(123_456_789_012_345)).toBe(-1)
})
