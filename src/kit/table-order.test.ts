import { expect, test } from 'vitest'
import { sortRows } from './table-order.ts'
import { type Column, parseSort } from './table-rows.ts'

type Row = { at: number; name: string; clicks: number; quality: number | null }

const columns: Column<Row>[] = [
  { id: 'name', title: 'Nombre', kind: 'text', value: (row) => row.name },
  { id: 'clicks', title: 'Clics', kind: 'count', value: (row) => row.clicks },
  { id: 'quality', title: 'Calidad', kind: 'score', value: (row) => row.quality },
]
const rows: Row[] = Array.from({ length: 3_000 }, (_, at) => {
  const dice = Math.imul(at + 1, 2_654_435_761) >>> 0
  return {
    at,
    name: ['Zapato', 'árbol', 'Ñandú', 'nube 10', 'nube 9'][dice % 5] ?? '',
    clicks: (dice % 7) - 3.5,
    quality: dice % 11 === 0 ? null : dice % 10,
  }
})
const byPlace = (a: Row, b: Row) => b.at - a.at
const text = new Intl.Collator('es', { sensitivity: 'base', numeric: true }).compare

const inOrder = (sort: string, some: readonly Row[] = rows, defaultOrder?: typeof byPlace) =>
  sortRows(some, rows, { columns, sort: parseSort(sort), defaultOrder })

test('a long list sorts as comparing row with row would, whatever the columns', () => {
  const expected = rows.toSorted(
    (a, b) => b.clicks - a.clicks || text(a.name, b.name) || b.at - a.at,
  )
  expect(inOrder('-clicks,name', rows, byPlace)).toEqual(expected)
  expect(inOrder('')).toEqual(rows)
  expect(inOrder('', rows, byPlace)).toEqual(rows.toReversed())
})

test('equal rows keep the order they came in, in both directions', () => {
  for (const sort of ['clicks', '-clicks']) {
    const places = inOrder(sort).filter(({ clicks }) => clicks === -3.5)
    expect(places).toEqual(rows.filter(({ clicks }) => clicks === -3.5))
  }
})

test('some of the rows sort among themselves', () => {
  const some = rows.filter(({ at }) => at % 3 === 1)
  for (const sort of ['name', '-quality', 'quality,-name']) {
    const isSome = new Set(some)
    expect(inOrder(sort, some)).toEqual(inOrder(sort).filter((row) => isSome.has(row)))
  }
})

test('rows without a value come last, also among thousands', () => {
  const empty = rows.filter(({ quality }) => quality === null)
  for (const sort of ['quality', '-quality'])
    expect(inOrder(sort).slice(-empty.length)).toEqual(empty)
})
