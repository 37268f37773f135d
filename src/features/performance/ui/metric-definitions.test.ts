import { expect, test } from 'vitest'
import { shownMetric } from './metric-definitions.ts'
import { trendDays } from './trend-days.ts'

const NOTHING = {
  spend: 12,
  impressions: 100,
  clicks: 4,
  conversions: 0,
  ctr: 4,
  cpc: 3,
  conversionRate: 0,
  costPerConversion: 0,
}

test('without conversions there is no cost of one, and without clicks none of those', () => {
  expect(shownMetric('costPerConversion', NOTHING)).toBeNull()
  expect(
    shownMetric('costPerConversion', { ...NOTHING, conversions: 1, costPerConversion: 12 }),
  ).toBe(12)
  expect(shownMetric('cpc', NOTHING)).toBe(3)
  expect(shownMetric('cpc', { ...NOTHING, clicks: 0, cpc: 0 })).toBeNull()
  expect(shownMetric('conversions', NOTHING)).toBe(0)
})

test('the line of a day without conversions has a gap, not a zero', () => {
  const point = { ...NOTHING, day: '2026-11-01' }
  const [day] = trendDays({ current: [point], previous: [point] }, 'costPerConversion')
  expect([day?.current, day?.previous]).toEqual([null, null])
})
