import { expect, test } from 'vitest'
import { compareAds, fisherPValue, proportionPValue, proportionZ } from './ad-comparison.ts'

const ctrA = { successes: 250, trials: 5_000 }
const ctrB = { successes: 200, trials: 5_000 }
const cvrA = { successes: 12, trials: 600 }
const cvrB = { successes: 25, trials: 610 }

test('click-through 250 of 5,000 against 200 of 5,000', () => {
  expect(proportionZ(ctrB, ctrA)).toBeCloseTo(2.411915, 5)
  expect(proportionPValue(ctrB, ctrA)).toBeCloseTo(0.015869, 5)
  const verdict = compareAds(ctrA, ctrB)
  expect(verdict.probability).toBeCloseTo(0.992052, 5)
  expect(verdict.relativeLoss * verdict.winnerRate).toBeCloseTo(1.0929e-5, 8)
})

test('conversion rate 12 of 600 against 25 of 610', () => {
  expect(proportionZ(cvrB, cvrA)).toBeCloseTo(-2.119647, 5)
  expect(proportionPValue(cvrA, cvrB)).toBeCloseTo(0.034036, 5)
  expect(fisherPValue(cvrA, cvrB)).toBeCloseTo(0.043986, 5)
  expect(compareAds(cvrB, cvrA).probability).toBeCloseTo(0.98247, 5)
})

test('more conversions than clicks and empty arms break nothing', () => {
  expect(
    compareAds({ successes: 7.5, trials: 5 }, { successes: 0, trials: 0 }).probability,
  ).toBeGreaterThan(0.5)
  expect(proportionZ({ successes: 0, trials: 10 }, { successes: 0, trials: 10 })).toBe(0)
})
