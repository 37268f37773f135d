import { expect, test } from 'vitest'
import { budgetCeiling, budgetResponse } from './budget-response.ts'

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
