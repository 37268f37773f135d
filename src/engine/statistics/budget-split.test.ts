import { expect, test } from 'vitest'
import { conversionsAt, curveOf, marginalAt, reallocate, splitGain } from './budget-split.ts'

const curves = (low: number, high: number) => [
  curveOf({ budget: 1_000, conversions: 50 }, 0.7, { low, high }),
  curveOf({ budget: 1_000, conversions: 20 }, 0.6, { low, high }),
]

test('money moves until both marginal conversions cost the same', () => {
  const free = curves(0, 1e9)
  const split = reallocate(free, 2_000)
  expect(split[0]).toBeCloseTo(1_889.0896, 3)
  expect(split[1]).toBeCloseTo(110.9104, 3)
  const conversions = free.reduce((sum, curve, i) => sum + conversionsAt(curve, split[i]!), 0)
  expect(conversions).toBeCloseTo(83.391115, 5)
  expect(marginalAt(free[0]!, split[0]!)).toBeCloseTo(0.02892, 5)
  expect(marginalAt(free[1]!, split[1]!)).toBeCloseTo(0.02892, 5)
})

test('within 20 % of today', () => {
  const bound = curves(800, 1_200)
  const split = reallocate(bound, 2_000)
  expect(split.map(Math.round)).toEqual([1_200, 800])
  expect(70 + splitGain(bound, [1_000, 1_000], split)).toBeCloseTo(74.300142, 5)
})
