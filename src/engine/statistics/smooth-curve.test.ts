import { expect, test } from 'vitest'
import { smoothCurve } from './smooth-curve.ts'

const values = [7, 8, 9, 10, 11, 12, 13.5, 15]
const powers = (errors: readonly number[] = []) =>
  values.map((x, i) => ({ x, y: 40 * (x / 10) ** 0.6 * (1 + (errors[i] ?? 0)) }))

test('a power law is met exactly, without doubt', () => {
  const { ln, sd } = smoothCurve(powers(), 10)!(11.5)
  expect(ln).toBeCloseTo(0.6 * Math.log(1.15), 9)
  expect(sd).toBeLessThan(1e-6)
})

test('points that err move it little, and their spread is its doubt', () => {
  const errors = [0.03, -0.03, 0.03, -0.03, 0.03, -0.03, 0.03, -0.03]
  const { ln, sd } = smoothCurve(powers(errors), 10)!(11.5)
  expect(Math.abs(ln - 0.6 * Math.log(1.15))).toBeLessThan(0.015)
  expect(sd).toBeGreaterThan(0.003)
  expect(sd).toBeLessThan(0.03)
})

test('few points, or the same one again and again, are no curve', () => {
  expect(smoothCurve(powers().slice(0, 4), 8)).toBeNull()
  const same = Array.from({ length: 8 }, () => ({ x: 10, y: 40 }))
  expect(smoothCurve(same, 10)).toBeNull()
})
