import { expect, test } from 'vitest'
import { fitRates } from './adaptive-rates.ts'
import { mixtureCdf, mixtureMean, posterior } from './priors.ts'

const many = (count: number, n: number, k: number) =>
  Array.from({ length: count }, () => ({ n, k }))

test('shares add up, and before any is seen entities are as unlike as usual around the usual rate', () => {
  const fitted = fitRates(many(20, 10, 10))
  expect(fitted.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 9)
  const before = fitRates([])
  expect(Math.abs(mixtureMean(before) - 1)).toBeLessThan(0.1)
  const squares = before.reduce(
    (sum, { weight, shape, rate }) => sum + weight * (shape / rate) ** 2,
    0,
  )
  const variance = squares / mixtureMean(before) ** 2 - 1
  expect(variance).toBeGreaterThan(0.2)
  expect(variance).toBeLessThan(0.45)
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
