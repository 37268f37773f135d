import { expect, test } from 'vitest'
import { rareLogRatio } from './rare-ratio.ts'
import { chanceRatioBelow, logRateRatio, shrunk } from './rate-ratio.ts'

const tau = 0.3

test('none of a hundred expected is far below, none of one says little', () => {
  const many = rareLogRatio({ seen: 0, expected: 100, rest: 150 }, tau)!
  const few = rareLogRatio({ seen: 0, expected: 1, rest: 150 }, tau)!
  expect(chanceRatioBelow(many, tau, 0.8)).toBeGreaterThan(0.99)
  expect(chanceRatioBelow(few, tau, 0.8)).toBeLessThan(0.5)
  expect(shrunk(few, tau).value).toBeGreaterThan(-0.15)
})

test('the mode solves seen = expected·e^l + l/(tau² + 1/rest)', () => {
  const ratio = rareLogRatio({ seen: 2, expected: 20, rest: 500 }, tau)!
  const { value } = shrunk(ratio, tau)
  expect(20 * Math.exp(value) + value / (tau ** 2 + 1 / 500)).toBeCloseTo(2, 6)
})

test('with many conversions it agrees with the usual ratio', () => {
  const rare = shrunk(rareLogRatio({ seen: 60, expected: 100, rest: 1_000 }, tau)!, tau)
  const usual = shrunk(logRateRatio({ k: 60, n: 10_000 }, { k: 1_000, n: 100_000 })!, tau)
  expect(rare.value).toBeCloseTo(usual.value, 1)
  expect(rare.sd).toBeCloseTo(usual.sd, 1)
})

test('fewer conversions never look better, and nothing expected is nothing known', () => {
  const value = (seen: number) =>
    shrunk(rareLogRatio({ seen, expected: 9, rest: 80 }, tau)!, tau).value
  expect(value(0)).toBeLessThan(value(1))
  expect(value(1)).toBeLessThan(value(4))
  expect(rareLogRatio({ seen: 0, expected: 0, rest: 80 }, tau)).toBeNull()
})
