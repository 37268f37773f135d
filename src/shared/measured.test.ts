import { expect, test } from 'vitest'
import { hasTellableAmount, type Measured } from './measured.ts'
import { MICROS } from './metrics.ts'

const euros = (low: number, high: number) => ({
  estimate: ((low + high) / 2) * MICROS,
  low: low * MICROS,
  high: high * MICROS,
})
/** Paused: hardly a cent is left, and of four conversions perhaps none. */
const STOPPED = {
  low: -0.99999,
  high: -0.997,
  estimate: -0.999,
}
const paused = (monthlyMicros: Measured['monthlyMicros']) => ({
  monthlyMicros,
  kpi: { label: 'Coste', change: STOPPED },
  money: { cost: STOPPED, conversions: { low: -0.999, high: 3, estimate: -0.5 } } as NonNullable<
    Measured['money']
  >,
})

test('what a pause saved is told in euros, however many times apart its shares are', () => {
  expect(hasTellableAmount(paused(euros(2167, 2838)))).toBe(true)
  expect(hasTellableAmount(paused(euros(-900, -20)))).toBe(true)
})

test('what may be either way, of shares many times apart, tells no amount', () => {
  expect(hasTellableAmount(paused(euros(-90, 6450)))).toBe(false)
  expect(hasTellableAmount(paused(euros(-3, 4)))).toBe(false)
  expect(hasTellableAmount(paused(null))).toBe(false)
})
