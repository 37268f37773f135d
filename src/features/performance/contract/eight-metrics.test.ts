import { expect, test } from 'vitest'
import type { Day } from '#shared/dates.ts'
import { type EightMetrics, metricsOfDays } from './eight-metrics.ts'

const day = (spend: number, clicks: number, conversions: number): EightMetrics & { day: Day } => ({
  day: '2026-11-19',
  spend,
  clicks,
  conversions,
  impressions: clicks * 20,
  // Rates of days do not add: wrong ones must not be looked at.
  ctr: 99,
  cpc: 99,
  conversionRate: 99,
  costPerConversion: 99,
})

test('figures of a campaign are sums of its days, its rates those of the sums', () => {
  const current = [day(10, 10, 1), day(30, 10, 0)]
  const previous = [day(20, 10, 2), day(0, 0, 0)]
  const figures = metricsOfDays({
    current,
    previous,
    comparison: { complete: true },
    knownTo: null,
  })
  expect(figures).toMatchObject({ spend: 40, clicks: 20, ctr: 5, cpc: 2, costPerConversion: 40 })
  expect(figures.changes).toMatchObject({ spend: '+100%', conversions: '-50%', cpc: '0%' })
})

test('what a click costs is not compared where there was none', () => {
  const changes = (current: EightMetrics & { day: Day }, previous: EightMetrics) =>
    metricsOfDays({
      current: [current],
      previous: [previous],
      comparison: { complete: true },
      knownTo: null,
    }).changes
  const [some, none] = [day(10, 10, 1), day(0, 0, 0)]
  expect(changes(none, some)).toMatchObject({ clicks: '-100%', cpc: '—', costPerConversion: '—' })
  expect(changes(none, none)).toMatchObject({ clicks: '0%', cpc: '—' })
  expect(changes(some, some).cpc).toBe('0%')
})

test('nothing is compared with days that are not all there', () => {
  const days = [day(10, 10, 1)]
  const { changes } = metricsOfDays({
    current: days,
    previous: days,
    comparison: { complete: false },
    knownTo: null,
  })
  expect(new Set(Object.values(changes))).toEqual(new Set(['—']))
})
