import { expect, test } from 'vitest'
import { fitRates } from './adaptive-rates.ts'
import { mixtureCdf, mixtureMean, posterior } from './priors.ts'

const many = (count: number, n: number, k: number) =>
  Array.from({ length: count }, () => ({ n, k }))

test('shares add up, and nothing seen leaves every mean as likely', () => {
  const fitted = fitRates(many(20, 10, 10))
  expect(fitted.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 9)
  expect(fitRates([]).map(({ weight }) => weight)).toEqual(
    new Array(10).fill(expect.closeTo(0.1, 9)),
  )
})

test('those that never sell stand out as a kind of their own, though they are few', () => {
  const mixed = fitRates([...many(30, 12, 12), ...many(10, 12, 0)])
  const alike = fitRates(many(40, 12, 12))
  const barren = { n: 4, k: 0 }
  const chance = (of: typeof mixed) => mixtureCdf(posterior(of, barren), 0.4)
  expect(chance(mixed)).toBeGreaterThan(0.8)
  expect(chance(alike)).toBeLessThan(0.65)
})

test('entities that all sell as expected are believed to', () => {
  expect(mixtureMean(fitRates(many(40, 12, 12)))).toBeGreaterThan(0.85)
})
