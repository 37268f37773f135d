import { expect, test } from 'vitest'
import { lagCurveOf } from './lag-curve.ts'
import { analysisWindow } from './window.ts'

const lag = (bucket: string, conversions: number) => ({
  bucket,
  conversionsMicros: conversions * 1e6,
})

test('shares add up day by day, wide buckets spread, the last is everything', () => {
  const curve = lagCurveOf([
    lag('FOURTEEN_TO_TWENTY_ONE_DAYS', 14),
    lag('LESS_THAN_ONE_DAY', 120),
    lag('TWO_TO_THREE_DAYS', 66),
    lag('UNKNOWN', 500),
  ])
  expect(curve).toHaveLength(21)
  expect(curve?.slice(0, 4)).toEqual([0.6, 0.6, 0.93, 0.93])
  expect(curve?.[14]).toBeCloseTo(0.94)
  expect(curve?.at(-1)).toBe(1)
  expect(analysisWindow('2026-11-21', curve).to).toBe('2026-11-19')
})

test('too few conversions tell nothing', () => {
  expect(lagCurveOf([lag('LESS_THAN_ONE_DAY', 19)])).toBeUndefined()
  expect(lagCurveOf([])).toBeUndefined()
})

test('a few conversions that come late are believed as far as they are', () => {
  const late = (conversions: number) => lagCurveOf([lag('THIRTY_TO_FORTY_FIVE_DAYS', conversions)])!
  expect(late(100)[20]).toBe(0)
  expect(late(60)[20]).toBeCloseTo(0.4)
  expect(late(60).at(-1)).toBe(1)
  const { to } = analysisWindow('2026-11-21', late(60))
  expect(to < '2026-10-15').toBe(true)
})
