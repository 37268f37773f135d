import { expect, test } from 'vitest'
import { sortRows } from './table-order.ts'
import {
  type Column,
  cellText,
  pageCount,
  pageWindow,
  parseSort,
  searchRows,
  sortAfterClick,
  sortText,
} from './table-rows.ts'

type Row = { name: string; clicks: number; quality: number | null }

const columns: Column<Row>[] = [
  { id: 'name', title: 'Nombre', kind: 'text', value: (row) => row.name },
  { id: 'clicks', title: 'Clics', kind: 'count', value: (row) => row.clicks },
  { id: 'quality', title: 'Calidad', kind: 'score', value: (row) => row.quality },
]
const rows: Row[] = [
  { name: 'Ñandú', clicks: 5, quality: null },
  { name: 'Zapatos', clicks: 9, quality: 3 },
  { name: 'Álava', clicks: 5, quality: 9 },
  { name: 'nube', clicks: 1, quality: 7 },
]
const names = (sort: string, search = '') =>
  sortRows(
    searchRows(rows, search, (row) => row.name),
    rows,
    { columns, sort: parseSort(sort), defaultOrder: (a, b) => b.clicks - a.clicks },
  ).map((row) => row.name)

test('text follows the Spanish alphabet, whatever its case and accents', () => {
  expect(names('name')).toEqual(['Álava', 'nube', 'Ñandú', 'Zapatos'])
  expect(names('-name')).toEqual(['Zapatos', 'Ñandú', 'nube', 'Álava'])
})

test('empty values come last in both directions', () => {
  expect(names('quality')).toEqual(['Zapatos', 'nube', 'Álava', 'Ñandú'])
  expect(names('-quality')).toEqual(['Álava', 'nube', 'Zapatos', 'Ñandú'])
})

test('a second column breaks ties; without a sort the default order holds', () => {
  expect(names('-clicks,name')).toEqual(['Zapatos', 'Álava', 'Ñandú', 'nube'])
  expect(names('')[0]).toBe('Zapatos')
  expect(names('no-such-column')).toEqual(names(''))
})

test('the search ignores case, accents and surrounding spaces', () => {
  expect(names('', ' ALAVA ')).toEqual(['Álava'])
  expect(names('', 'ñan')).toEqual(['Ñandú'])
  expect(names('', 'x')).toEqual([])
})

test('headers: numbers start at the largest, the third click clears, Shift adds', () => {
  const clicks = columns[1] as Column<never>
  const name = columns[0] as Column<never>
  const once = sortAfterClick([], clicks, false)
  const twice = sortAfterClick(once, clicks, false)
  expect([sortText(once), sortText(twice)]).toEqual(['-clicks', 'clicks'])
  expect(sortAfterClick(twice, clicks, false)).toEqual([])
  expect(sortText(sortAfterClick(once, name, true))).toBe('-clicks,name')
  expect(sortText(sortAfterClick(once, name, false))).toBe('name')
})

test('cells print by kind', () => {
  const text = (kind: Column<never>['kind'], value: number | string | null, digits?: number) =>
    cellText({ kind, digits }, value, 'EUR').replace(/\u00a0/g, ' ')
  expect(text('money', 1_234_500_000)).toBe('1.234,50 €')
  expect(text('percent', 0.0375)).toBe('3,75 %')
  expect(text('percent', 0.0375, 1)).toBe('3,8 %')
  expect(text('quantity', 2.5)).toBe('2,50')
  expect(text('count', null)).toBe('—')
  expect(cellText({ kind: 'money', suffix: '/día' }, 5_000_000, 'EUR')).toMatch(/^5,00.€\/día$/)
})

test('ten rows are one page, eleven are two, none is still one', () => {
  expect([pageCount(10, 10), pageCount(11, 10), pageCount(0, 10)]).toEqual([1, 2, 1])
})

test('at most five page buttons, always with the present page', () => {
  expect(pageWindow(1, 3, 5)).toEqual([1, 2, 3])
  expect(pageWindow(1, 9, 5)).toEqual([1, 2, 3, 4, 5])
  expect(pageWindow(6, 9, 5)).toEqual([4, 5, 6, 7, 8])
  expect(pageWindow(9, 9, 5)).toEqual([5, 6, 7, 8, 9])
})
