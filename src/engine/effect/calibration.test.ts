import { expect, test } from 'vitest'
import {
  calibrate,
  factorOf,
  type MeasuredForecast,
  NOTHING_LEARNED,
  othersOf,
  priorOf,
  type RulePool,
  ruleSumsOf,
  weightInPool,
} from './calibration.ts'

const one: MeasuredForecast = {
  rule: 'a',
  predictedMicros: 100,
  predictedLowMicros: 40,
  predictedHighMicros: 160,
  measuredMicros: 50,
  errorMicros: 10,
}
const times = (count: number, over: Partial<MeasuredForecast> = {}) =>
  Array.from({ length: count }, () => ({ ...one, ...over }))
const factorAfter = (cases: readonly MeasuredForecast[]) =>
  factorOf(ruleSumsOf(cases), NOTHING_LEARNED)

test('forecasts of a rule that promised twice too much are halved once enough has been measured', () => {
  expect(factorAfter(times(1))).toBeGreaterThan(0.8)
  expect(factorAfter(times(60))).toBeLessThan(0.55)
  expect(factorAfter(times(60, { errorMicros: 1000 }))).toBeGreaterThan(0.9)
  expect(factorAfter(times(60, { measuredMicros: -500 }))).toBe(0)
  expect(calibrate(times(3))[0]).toMatchObject({ cases: 3, predictedMicros: 300, inRange: 1 })
})

test('a forecast is missed by more than its range and the doubt of what was measured together', () => {
  const share = (measuredMicros: number, errorMicros: number) =>
    calibrate(times(1, { measuredMicros, errorMicros }))[0]!.inRange
  // Half a range of 60 and 1.2816 errors of 50: together 87.7.
  expect(share(187, 50)).toBe(1)
  expect(share(188, 50)).toBe(0)
  expect(share(13, 50)).toBe(1)
  expect(share(12, 50)).toBe(0)
  expect(share(161, 0)).toBe(0)
})

/** Four accounts: Σ p²/e² and Σ p·m/e². */
const accounts = [
  [4, 2.4],
  [1.5, 1.8],
  [9, 4.5],
  [0.6, 0.9],
] as const

test('each account is drawn towards what the others found, never towards itself', () => {
  const expected = [0.791883, 0.843948, 0.737195, 0.838462]
  accounts.forEach(([weight, value], own) => {
    const others = accounts.filter((_, i) => i !== own)
    const weights = others.map(([a]) => 1 / (1 / a + 0.04))
    const pool = {
      weight: weights.reduce((sum, w) => sum + w, 0),
      value: weights.reduce((sum, w, i) => sum + w * (others[i]![1] / others[i]![0]), 0),
    }
    const { mean, variance } = priorOf(pool)
    expect((value + mean / variance) / (weight + 1 / variance)).toBeCloseTo(expected[own]!, 5)
  })
})

test('few owners, or one who would be most of the pool, tell the others nothing', () => {
  const pool = (owners: number, weight: number) => ({
    owners,
    weight: owners * weight,
    value: owners * weight * 0.5,
  })
  const factor = (all: RulePool) =>
    factorOf(undefined, othersOf(all, NOTHING_LEARNED, NOTHING_LEARNED))
  expect(factor(pool(4, 5))).toBe(1)
  expect(factor(pool(5, 1))).toBe(1)
  expect(factor(pool(20, 5))).toBeLessThan(0.6)
  expect(weightInPool(1e9)).toBe(weightInPool(6.25))
})

test('what an owner has in the pool is taken off it, clipped as it was put in; what the owner’s other accounts know is used whole', () => {
  const [own, siblings] = [
    { weight: 4, value: 2 },
    { weight: 16, value: 4 },
  ]
  // A quarter of 20 is as much as an owner may weigh.
  const strangers = { owners: 6, weight: 24, value: 24 }
  const pool = { owners: 7, weight: 24 + 5, value: 24 + 1.5 }
  expect(othersOf(pool, own, siblings)).toEqual({ weight: 24 + 16, value: 24 + 4 })
  expect(othersOf(strangers, NOTHING_LEARNED, NOTHING_LEARNED)).toEqual({ weight: 24, value: 24 })
  // Five others are enough, four are not: then the owner's own are all there is.
  const five = { ...pool, owners: 6 }
  expect(othersOf(five, own, siblings).weight).toBe(40)
  expect(othersOf({ ...pool, owners: 5 }, own, siblings)).toEqual(siblings)
})
