import { expect, test } from 'vitest'
import { budgetCeiling, budgetResponse, reallocate } from './budget-response.ts'

const state = { share: 0.55, lost: 0.25, cost: 1000, conversions: 50 }

test('more budget brings fewer conversions per euro each time', () => {
  const factor = budgetCeiling(state)
  expect(factor).toBeCloseTo(1.454545, 5)
  const answer = budgetResponse(state, factor, 0.7)
  expect(answer.conversions).toBeCloseTo(64.994875, 5)
  expect(answer.averageCost).toBeCloseTo(22.379387, 5)
  expect(answer.incrementalCost).toBeCloseTo(30.313387, 5)
  expect(answer.marginalCost).toBeCloseTo(31.970553, 5)
  expect(budgetResponse(state, 1, 0.7).marginalCost).toBeCloseTo(28.571429, 5)
  expect(budgetResponse(state, factor, 1).extraConversions).toBeCloseTo(22.727273, 5)
})

test('money moves until both marginal conversions cost the same', () => {
  const curve = (conversions: number, elasticity: number, low: number, high: number) => ({
    scale: conversions / 1000 ** elasticity,
    elasticity,
    low,
    high,
  })
  const split = (low: number, high: number) =>
    reallocate([curve(50, 0.7, low, high), curve(20, 0.6, low, high)], 2000)
  const [free, rest] = split(0, 1e9)
  expect(free).toBeCloseTo(1889.0896, 3)
  expect(rest).toBeCloseTo(110.9104, 3)
  expect(split(800, 1200).map(Math.round)).toEqual([1200, 800])
})
