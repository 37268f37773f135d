import { expect, test } from 'vitest'
import { amountOf, typedAmount, typedNumber } from './amount-text.ts'

test.each([
  ['40', 40],
  [' 40,5 ', 40.5],
  ['40.5', 40.5],
  ['1.234', 1234],
  ['1.234,5', 1234.5],
  ['0.750', 0.75],
  ['-3', -3],
  ['', null],
  ['mil', null],
  ['1,2,3', null],
  ['1,234.5', null],
  ['12.34,5', null],
] as const)('the number «%s» is read as Spaniards and as programmers write it', (text, number) => {
  expect(typedNumber(text)).toBe(number)
})

test.each([
  ['1.500', 1500],
  ['1.500,00', 1500],
  ['1500,00', 1500],
  ['45.000', 45_000],
  ['1.234.567', 1_234_567],
  ['0,75', 0.75],
  ['-1.500', null],
  ['1.000.000.000', null],
] as const)('«%s» as an amount', (text, amount) => {
  expect(amountOf(text)).toBe(amount)
})

test('what a field shows of an amount is read back as the same', () => {
  for (const amount of [1500, 1.5, 0.125, 1234.567, 45_000])
    expect(amountOf(typedAmount(amount))).toBe(amount)
})
