import { expect, test } from 'vitest'
import { isOfTerms, listedPart, spentSoFar, staircase } from './term-lines.ts'

const card = (rows: Record<string, unknown>[]) =>
  ({ evidence: { table: { columns: [], rows } } }) as unknown as Parameters<typeof isOfTerms>[0]

test('only a card all of whose rows are searches without a sale', () => {
  const row = { term: 'gratis', campaign: 'Búsqueda', conversions: 0 }
  expect(isOfTerms(card([row, row]))).toBe(true)
  expect(isOfTerms(card([row, { ...row, conversions: 1 }]))).toBe(false)
  expect(isOfTerms(card([{ ...row, term: null }]))).toBe(false)
  expect(isOfTerms(card([]))).toBe(false)
})

test('a card that counts more clicks than its table lists says of how many searches its picture is', () => {
  const rows = [{ clicks: 30 }, { clicks: 20 }]
  const counting = (...figures: { key: string; value: number }[]) =>
    ({ evidence: { figures, table: { columns: [], rows } } }) as unknown as Parameters<
      typeof listedPart
    >[0]
  expect(listedPart(counting({ key: 'days', value: 90 }, { key: 'clicks', value: 51 }))).toBe(2)
  expect(listedPart(counting({ key: 'clicks', value: 50 }))).toBe(null)
  expect(listedPart(counting({ key: 'days', value: 90 }))).toBe(null)
})

test('what was spent stays spent on days without clicks', () => {
  const days = [
    { day: '2026-02-28', clicks: 1, costMicros: 5 },
    { day: '2026-03-02', clicks: 2, costMicros: 7 },
  ]
  expect(spentSoFar(days, '2026-02-27', '2026-03-03')).toEqual([0, 5, 5, 12, 12])
})

test('a staircase that rises on its day', () => {
  const at = (value: number) => value * 10
  expect(staircase([1, 3], at, (value) => -value)).toBe('M0 0V-1H10V-3H20')
})
