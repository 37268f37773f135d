import { expect, test } from 'vitest'
import {
  chanceRatioBelow,
  logOddsRatio,
  logRateRatio,
  nextModifier,
  ratioZ,
  shrunk,
  spreadAroundNone,
  spreadOfRatios,
} from './rate-ratio.ts'

const mobile = { k: 24, n: 1_200 }
const desktop = { k: 32, n: 800 }

test('mobile 24 of 1,200 against desktop 32 of 800', () => {
  const ratio = logRateRatio(mobile, desktop)!
  expect(Math.exp(ratio.value)).toBeCloseTo(0.5, 9)
  expect(ratio.variance).toBeCloseTo(0.070833, 6)
  expect(ratioZ(ratio)).toBeCloseTo(-2.604394, 5)
  const { weight, value } = shrunk(ratio, 0.3)
  expect(weight).toBeCloseTo(0.559585, 5)
  expect(Math.exp(value)).toBeCloseTo(0.678497, 5)
  expect(Math.exp(value) - 1).toBeCloseTo(-0.3215, 4)
  expect(nextModifier(1, value, 0.3)).toBeCloseTo(0.7, 9)
})

test('a modifier stays within a step and within what Google takes', () => {
  expect(nextModifier(1, 0.1, 0.3)).toBeCloseTo(Math.exp(0.1), 9)
  expect(nextModifier(1.2, 0.6, 0.3)).toBeCloseTo(1.2 * 1.3, 9)
  expect(nextModifier(0.11, -3, 0.3)).toBe(0.1)
  expect(nextModifier(9, 3, 0.3)).toBe(10)
})

test('it goes where the rates say, and is left there: what converts half as well is bid on half as high', () => {
  const visits = [1, 2, 3, 4].reduce<number[]>(
    (all) => [...all, nextModifier(all.at(-1)!, Math.log(0.5), 0.3)],
    [1],
  )
  expect(visits.map((one) => Math.round(one * 100))).toEqual([100, 70, 50, 50, 50])
  expect(nextModifier(1.5, Math.log(1.2), 0.3)).toBe(1.5)
  expect(nextModifier(0.6, Math.log(0.8), 0.3)).toBe(0.6)
})

test('nothing is said of counts that are zero', () => {
  expect(logRateRatio({ k: 0, n: 100 }, desktop)).toBeNull()
  expect(logOddsRatio([{ one: { k: 0, n: 50 }, rest: { k: 3, n: 50 } }])).toBeNull()
})

test('one stratum gives its own odds ratio and the usual variance', () => {
  const { value, variance } = logOddsRatio([{ one: mobile, rest: desktop }])!
  expect(Math.exp(value)).toBeCloseTo((24 * 768) / (1_176 * 32), 9)
  expect(variance).toBeCloseTo(1 / 24 + 1 / 1_176 + 1 / 32 + 1 / 768, 9)
})

test('strata of the same odds agree however unlike their sizes, where the pooled table would not', () => {
  const strata = [
    { one: { k: 10, n: 110 }, rest: { k: 100, n: 1_100 } },
    { one: { k: 500, n: 1_000 }, rest: { k: 50, n: 100 } },
  ]
  expect(logOddsRatio(strata)!.value).toBeCloseTo(0, 9)
})

test('spread between families is found beyond the noise, and only then', () => {
  const at = (value: number) => ({ value, variance: 0.01 })
  expect(spreadOfRatios([at(0.05), at(-0.05), at(0)])).toBe(0)
  expect(spreadOfRatios([at(-0.5), at(0.5), at(0)])).toBeCloseTo(Math.sqrt(0.25 - 0.01), 5)
})

test('of pairs in no order even ratios of one sign are spread around no difference', () => {
  const at = (value: number) => ({ value, variance: 0.01 })
  expect(spreadAroundNone([at(-0.5), at(-0.5)])).toBeCloseTo(Math.sqrt(0.25 - 0.01), 9)
  expect(spreadAroundNone([at(0.05), at(-0.05)])).toBe(0)
  expect(spreadAroundNone([])).toBe(0)
})

test('the chance of a ratio grows with the evidence', () => {
  const few = logRateRatio({ k: 6, n: 300 }, { k: 32, n: 800 })!
  const many = logRateRatio({ k: 60, n: 3_000 }, { k: 320, n: 8_000 })!
  expect(chanceRatioBelow(many, 0.3, 0.8)).toBeGreaterThan(chanceRatioBelow(few, 0.3, 0.8))
})
