import { expect, test } from 'vitest'
import { drawNormal, uniformsFrom } from '../statistics/random.ts'
import { unitNoiseOf } from './unit-noise.ts'

/** Sixty units of 1,000 clicks that sell some forty a window, scattered by variance over mean. */
const units = (scatter: number) => {
  const next = uniformsFrom(`units ${scatter}`)
  const counts = () => ({
    clicks: 1000,
    conversions: Math.max(0, Math.round(40 + Math.sqrt(40 * scatter) * drawNormal(next))),
  })
  return Array.from({ length: 60 }, () => ({ earlier: counts(), before: counts() }))
}

test('conversions that scatter more are told from those that scatter like counts', () => {
  const of = (scatter: number) => unitNoiseOf(units(scatter)).soldDispersion
  expect(of(1)).toBeLessThan(1.3)
  expect(of(2.5)).toBeGreaterThan(1.6)
  // Buyers who convert three times each on average, and some far more often.
  expect(of(5)).toBeGreaterThan(3.5)
  expect(of(50)).toBe(8)
})

test('of few units, or none that sold, the usual is taken', () => {
  expect(unitNoiseOf([]).soldDispersion).toBe(1.5)
  const unsold = { clicks: 1000, conversions: 0 }
  const still = Array.from({ length: 20 }, () => ({ earlier: unsold, before: unsold }))
  expect(unitNoiseOf(still).soldDispersion).toBe(1.5)
  expect(unitNoiseOf(units(4).slice(0, 3)).soldDispersion).toBeLessThan(2.2)
})

test('a season that all units share is no scatter', () => {
  const doubled = units(1).map(({ earlier, before }) => ({
    earlier,
    before: { ...before, conversions: 2 * before.conversions },
  }))
  expect(unitNoiseOf(doubled).soldDispersion).toBeLessThan(1.8)
})
