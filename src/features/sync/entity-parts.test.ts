import { expect, test } from 'vitest'
import { entityParts } from './rules/entity-parts.ts'
import type { FactRow } from './rules/fact-row.ts'

const row = (day: string, ...keys: number[]): FactRow => ({ day, keys, sums: [1] })

test('an entity has all its days in one part, and the parts leave no entity out', () => {
  const days = ['2026-11-01', '2026-11-02', '2026-11-03']
  const rows = days.flatMap((day) => [10, 2, 33].map((id) => row(day, 1, id)))
  const parts = entityParts(rows, 2)
  expect(parts.map(({ after, upTo }) => [after, upTo])).toEqual([
    [null, [1, 2]],
    [
      [1, 2],
      [1, 10],
    ],
    [[1, 10], null],
  ])
  expect(parts.map((part) => part.rows.map(({ keys }) => keys[1]))).toEqual([
    [2, 2, 2],
    [10, 10, 10],
    [33, 33, 33],
  ])
})

test('one part where there is little, nothing, or no key', () => {
  const whole = { after: null, upTo: null }
  expect(entityParts([], 5)).toEqual([{ ...whole, rows: [] }])
  const few = [row('2026-11-01', 1), row('2026-11-01', 2)]
  expect(entityParts(few, 5)).toEqual([{ ...whole, rows: few }])
  const account = [row('2026-11-01'), row('2026-11-02')]
  expect(entityParts(account, 1)).toEqual([{ ...whole, rows: account }])
})
