import { expect, test } from 'vitest'
import { filterLabel, filterRows, filtersText, parseFilters } from './table-filters.ts'
import type { Column } from './table-rows.ts'

type Row = { name: string; cpa: number | null; ctr: number }
const COLUMNS: Column<Row>[] = [
  { id: 'name', title: 'Nombre', kind: 'text', value: (row) => row.name },
  { id: 'cpa', title: 'CPA', kind: 'money', value: (row) => row.cpa },
  { id: 'ctr', title: 'CTR', kind: 'percent', value: (row) => row.ctr },
]
const rows: Row[] = [
  { name: 'a', cpa: 40_000_000, ctr: 0.05 },
  { name: 'b', cpa: 40_010_000, ctr: 0.01 },
  { name: 'c', cpa: null, ctr: 0.2 },
]
const names = (text: string) => filterRows(rows, COLUMNS, parseFilters(text)).map((row) => row.name)

test('a filter compares in what the user typed: euros and percent', () => {
  expect(names('cpa.gt.40')).toEqual(['b'])
  expect(names('cpa.gte.40')).toEqual(['a', 'b'])
  expect(names('ctr.lt.5')).toEqual(['b'])
  expect(names('cpa.gte.40,ctr.gte.5')).toEqual(['a'])
})

test('rows without a value pass no filter; unknown or text columns filter nothing', () => {
  expect(names('cpa.lt.1000')).toEqual(['a', 'b'])
  expect(names('nope.gt.1,name.gt.1')).toEqual(['a', 'b', 'c'])
})

test('the address keeps filters, and nonsense in it is ignored', () => {
  const text = 'cpa.gt.40.5,ctr.lte.-2'
  expect(filtersText(parseFilters(text))).toBe(text)
  expect(parseFilters('cpa.gt.,cpa.is.3,;drop,cpa.gt.1e9')).toEqual([])
})

test('a filter says itself, with its decimals', () => {
  const clicks = { title: 'Clics', kind: 'count' as const }
  expect(filterLabel({ column: 'clicks', comparison: 'gt', value: 1.5 }, clicks, 'EUR')).toBe(
    'Clics > 1,5',
  )
  const cpa = { title: 'CPA', kind: 'money' as const }
  expect(filterLabel({ column: 'cpa', comparison: 'gt', value: 40 }, cpa, 'EUR')).toBe(
    'CPA > 40,00\u00a0€',
  )
})
