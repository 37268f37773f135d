import { expect, test } from 'vitest'
import { dayShares, type ShownResult, scaleOf, shareOf } from './results-scale.ts'

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

test('what was taken back is seen on its side of zero, and makes no dots of what stands', () => {
  const undone = (low: number, high: number) => ({ ...row(low, high), standing: 'undone' as const })
  const scale = scaleOf([row(10, 40), row(20, 50), undone(-5_000, -70)])
  expect(scale).toEqual({ low: -100, high: 50 })
  expect(shareOf(-70, scale)).toBeCloseTo(0.2)
  expect(scaleOf([row(10, 40), undone(-30, -20)])).toEqual({ low: -30, high: 40 })
  expect(scaleOf([undone(-300, 20)])).toEqual({ low: -300, high: 20 })
})

test('weeks are as wide as each other, and the days since the last one narrower', () => {
  expect(dayShares(['2026-11-01', '2026-11-08', '2026-11-15', '2026-11-16'])).toEqual([
    0,
    7 / 15,
    14 / 15,
    1,
  ])
  expect(dayShares(['2026-11-01'])).toEqual([0])
})
