import { expect, test } from 'vitest'
import { costCauses, expectedDay, isAlarm, lowerTail, robustZ, twoSidedTail } from './anomalies.ts'
import { drawGamma, uniformsFrom } from './random.ts'

test('three where 14.2 were expected', () => {
  expect(14.2 / (1.5 - 1)).toBeCloseTo(28.4, 9)
  expect(lowerTail(3, { mean: 14.2, dispersion: 1.5 })).toBeCloseTo(0.002131, 6)
  expect(lowerTail(3, { mean: 14.2, dispersion: 1 })).toBeCloseTo(0.000404, 6)
  expect(robustZ([14, 15, 13, 16, 12, 14, 15], 3)).toBeCloseTo(-7.419398, 6)
  expect(robustZ([5, 5, 5], 3)).toBeNull()
})

test('a week has its shape and its level', () => {
  const shape = [10, 10, 10, 10, 10, 30, 30]
  const series = Array.from({ length: 49 }, (_, i) => shape[i % 7]! * (i >= 35 && i < 42 ? 2 : 1))
  const monday = expectedDay(series, 42)!
  expect(monday.mean).toBeCloseTo((10 * (2 * 110)) / 7 / ((7 * 110) / 42), 6)
  expect(expectedDay(series, 47)!.mean).toBeGreaterThan(2 * monday.mean)
  expect(expectedDay(series, 41)).toBeNull()
})

test('ordinary days raise no alarm; one at 30 % does', () => {
  const next = uniformsFrom('days')
  const series = Array.from({ length: 400 }, () => Math.round(drawGamma(next, 750, 1)))
  const tails = series.map((y, i) => {
    const expected = expectedDay(series, i)
    return expected ? twoSidedTail(y, expected) : 1
  })
  const alarms = tails.filter((tail, i) => isAlarm(tail, tails[i - 1])).length
  expect(alarms / 358).toBeLessThan(0.05)
  expect(isAlarm(twoSidedTail(750 * 0.3, expectedDay(series, 399)!))).toBe(true)
  expect(isAlarm(0.005, 0.005)).toBe(true)
  expect(isAlarm(0.005)).toBe(false)
})

test('a jump in spend is split into its causes', () => {
  const before = { impressions: 1_000, clicks: 100, costMicros: 50 }
  const causes = costCauses(before, { impressions: 2_000, clicks: 200, costMicros: 150 })!
  expect(causes.cost).toBeCloseTo(Math.log(3), 9)
  expect(causes.impressions).toBeCloseTo(Math.log(2), 9)
  expect(causes.ctr).toBeCloseTo(0, 9)
  expect(causes.cpc).toBeCloseTo(Math.log(1.5), 9)
  expect(costCauses({ ...before, clicks: 0 }, before)).toBeNull()
})
