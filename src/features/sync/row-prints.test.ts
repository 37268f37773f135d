import { expect, test } from 'vitest'
import type { FactRow } from './rules/fact-row.ts'
import { printDays, toText, unlikeStored } from './rules/row-prints.ts'

const DAYS = { from: '2026-11-01', to: '2026-11-03' }
const rowsOf = (day: string) =>
  Array.from(
    { length: 500 },
    (_, i): FactRow => ({ day, keys: [1, i % 7, i], sums: [i, 0, i * i] }),
  )
const GROUP = { ...DAYS, rows: [...rowsOf('2026-11-01'), ...rowsOf('2026-11-03')] }

function unlike(told: readonly FactRow[], stored: readonly FactRow[]) {
  const before = printDays({ ...DAYS, rows: [...stored] })
  const texts = new Map([...before].map(([day, printed]) => [day, toText(printed)]))
  return unlikeStored(printDays({ ...DAYS, rows: [...told] }), texts)
}

test('what is stored as it was told is left out, in any order', () => {
  expect(unlike(GROUP.rows, GROUP.rows)).toEqual({ rows: [], stored: 1_000 })
  expect(unlike(GROUP.rows.toReversed(), GROUP.rows).rows).toEqual([])
})

test.each([
  ['a sum', (row: FactRow) => ({ ...row, sums: [row.sums[0]!, 1, row.sums[2]!] })],
  [
    'a sum beyond 32 bits',
    (row: FactRow) => ({ ...row, sums: [row.sums[0]! + 2 ** 32, 0, row.sums[2]!] }),
  ],
  ['a sum by a little, far beyond', (row: FactRow) => ({ ...row, sums: [2 ** 52 + 1, 0, 0] })],
  ['two sums that change places', (row: FactRow) => ({ ...row, sums: row.sums.toReversed() })],
  ['an entity', (row: FactRow) => ({ ...row, keys: [1, row.keys[1]!, 2 ** 40] })],
  [
    'a sum that is negative',
    (row: FactRow) => ({ ...row, sums: [row.sums[0]!, -1, row.sums[2]!] }),
  ],
])('%s makes a row another', (_name, change) => {
  const told = GROUP.rows.with(42, change(GROUP.rows[42]!))
  expect(unlike(told, GROUP.rows).rows).toEqual([told[42]])
  const far = GROUP.rows.with(42, { ...GROUP.rows[42]!, sums: [2 ** 52, 0, 0] })
  expect(unlike(told, far).rows).toEqual([told[42]])
})

test('of as many rows as make some halves of prints meet no two are taken for one', () => {
  const day = DAYS.from
  const rowsWith = (clicks: number) =>
    Array.from(
      { length: 200_000 },
      (_, i): FactRow => ({ day, keys: [i % 400, i], sums: [clicks, (i * 7_919) % 90_001] }),
    )
  const [rows, others] = [rowsWith(3), rowsWith(4)]
  expect(unlike(others, rows).rows).toHaveLength(200_000)
})

test('a row more is found, one less is counted, and a day moves none to another', () => {
  const more = [...GROUP.rows, { day: DAYS.to, keys: [2, 0, 0], sums: [1, 1, 1] }]
  expect(unlike(more, GROUP.rows)).toEqual({ rows: [more.at(-1)], stored: 1_000 })
  expect(unlike(GROUP.rows.slice(1), GROUP.rows)).toEqual({ rows: [], stored: 1_000 })
  const moved = GROUP.rows.map((row) => ({ ...row, day: '2026-11-02' })).slice(0, 500)
  expect(unlike(moved, GROUP.rows).rows).toHaveLength(500)
})

test('of a day whose prints are not named nothing is stored', () => {
  const texts = new Map([...printDays(GROUP)].map(([day, printed]) => [day, toText(printed)]))
  texts.delete('2026-11-03')
  expect(unlikeStored(printDays(GROUP), texts)).toEqual({
    rows: GROUP.rows.slice(500),
    stored: 500,
  })
})
