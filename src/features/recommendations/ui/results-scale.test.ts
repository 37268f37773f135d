import { expect, test } from 'vitest'
import { type ShownResult, scaleOf, shareOf } from './results-scale.ts'

const row = (low: number, high: number): ShownResult => ({
  standing: 'measured',
  verdict: 'mejorado',
  forecast: null,
  measured: { low, estimate: (low + high) / 2, high },
})

test('zero is on the scale, and all of what is of one size', () => {
  expect(scaleOf([row(10, 40), row(20, 30)])).toEqual({ low: 0, high: 40 })
  expect(scaleOf([])).toEqual({ low: 0, high: 0 })
})

test('one that is much longer than most runs to the edge', () => {
  const scale = scaleOf([row(10, 40), row(20, 50), row(-5_000, -10)])
  expect(scale).toEqual({ low: -200, high: 50 })
  expect(shareOf(-5_000, scale)).toBe(0)
  expect(shareOf(50, scale)).toBe(1)
})
