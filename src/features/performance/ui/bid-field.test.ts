import { expect, test } from 'vitest'
import { parseBid } from './bid-field.tsx'

test.each([
  ['', undefined],
  [' 0,75 ', 0.75],
  ['1.5', 1.5],
  ['12', 12],
  ['0', null],
  ['-1', null],
  ['1.234,5', 1234.5],
  ['10.000.000', null],
  ['=1', null],
  ['NaN', null],
] as const)('«%s» as a bid', (text, bid) => {
  expect(parseBid(text)).toBe(bid)
})
