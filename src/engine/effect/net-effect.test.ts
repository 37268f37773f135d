import { expect, test } from 'vitest'
import { breakEvenOf, errorOf, netEffect } from './net-effect.ts'
import type { LogEffect } from './ratio-of-ratios.ts'

const effect = (log: number, sd: number): LogEffect => ({
  log,
  variance: sd ** 2,
  freedom: Number.POSITIVE_INFINITY,
})
/** 1,880 conversions and 32,000 € in 28 days, a conversion at 40 €. */
const large = {
  conversions: 1_880,
  costMicros: 32_000,
  onConversions: effect(-0.06, 0.025),
  onCost: effect(-0.22, 0.03),
  correlation: 0.6,
  freedom: Number.POSITIVE_INFINITY,
  worth: { micros: 40, sd: 0 },
}
const month = 30 / 28

test('what both have in common does not count twice: the spread is narrower than that of two unrelated amounts', () => {
  const { interval, chanceOfGain } = netEffect(large)
  const { estimate } = interval(0.05)
  expect(estimate * month).toBeGreaterThan(3_454.66 - 60)
  expect(estimate * month).toBeLessThan(3_454.66 + 60)
  expect(errorOf(interval(0.05)) * month).toBeCloseTo(1_711, -2)
  expect(chanceOfGain).toBeCloseTo(0.978, 2)
  const unrelated = netEffect({ ...large, correlation: 0 })
  expect(errorOf(unrelated.interval(0.05)) * month).toBeGreaterThan(2_350)
  expect(unrelated.chanceOfGain).toBeCloseTo(0.917, 1)
})

test('doubt of what a conversion is worth widens it', () => {
  const doubted = netEffect({ ...large, worth: { micros: 40, sd: 0.25 } })
  expect(errorOf(doubted.interval(0.05)) * month).toBeGreaterThan(2_000)
  expect(doubted.chanceOfGain).toBeLessThan(0.96)
})

test('of few conversions the interval is uneven about its middle', () => {
  const few = netEffect({
    ...large,
    conversions: 47,
    costMicros: 800,
    onConversions: effect(Math.log(47 / 50), 0.2),
    onCost: effect(Math.log(0.8), 0.08),
  })
  const { low, estimate, high } = few.interval(0.05)
  expect(estimate - low).toBeGreaterThan(1.2 * (high - estimate))
  expect(low).toBeLessThan(-700)
})

test('chance of the days after is of what was had, not of what would have been: much less where much was taken away', () => {
  const taken = { ...large, onConversions: effect(-0.7, 0.1), onCost: effect(-0.7, 0.05) }
  const width = (conversions: number) => {
    const { low, high } = netEffect({ ...taken, chanceAfter: { conversions, cost: 0 } }).interval(
      0.05,
    )
    return high - low
  }
  expect(width(0.008) / width(0)).toBeLessThan(0.85)
  // Where nothing changed it makes no difference whose chance it was.
  const same = { ...large, onConversions: effect(0, 0.1), onCost: effect(0, 0.05) }
  const at = (conversions: number) =>
    netEffect({ ...same, chanceAfter: { conversions, cost: conversions / 4 } }).spread
  expect(at(0.005) / at(0)).toBeGreaterThan(0.93)
})

test('a spread known from few is wider, and a smaller error as well', () => {
  const width = (freedom: number, error = 0.05) => {
    const { low, high } = netEffect({ ...large, freedom }).interval(error)
    return high - low
  }
  expect(width(5) / width(Number.POSITIVE_INFINITY)).toBeGreaterThan(1.25)
  expect(width(Number.POSITIVE_INFINITY, 0.01)).toBeGreaterThan(
    1.25 * width(Number.POSITIVE_INFINITY),
  )
})

test('at the worth where it pays neither way, and at none where cost fell and conversions rose', () => {
  expect(breakEvenOf(large)).toBeCloseTo(67.7357, 3)
  expect(breakEvenOf({ ...large, onConversions: effect(0.1, 0.02) })).toBeNull()
})
