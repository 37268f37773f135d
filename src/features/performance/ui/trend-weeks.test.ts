import { expect, test } from 'vitest'
import { addDays, type Day } from '#shared/dates.ts'
import type { DayPoint, MetricName } from '../contract/metrics.ts'
import { METRICS } from './metric-definitions.ts'
import { firstMetric } from './trend-choice.ts'
import { trendFinding } from './trend-finding.ts'
import { isByWeek, weekMarks, weeksOf } from './trend-weeks.ts'

const MONDAY = '2026-11-02'

function days(first: string, count: number): DayPoint[] {
  return Array.from({ length: count }, (_, at) => ({
    day: addDays(first, at),
    spend: 10,
    impressions: 100,
    clicks: 4,
    conversions: at % 2,
    ctr: 4,
    cpc: 2.5,
    conversionRate: 0,
    costPerConversion: 0,
  }))
}

test('weeks are sums, and their rates are those of the sums', () => {
  const { trend, unfinishedDay } = weeksOf(
    { current: days(MONDAY, 14), previous: days('2026-10-19', 14) },
    null,
  )
  expect(trend.current.map(({ day, spend, ctr }) => [day, spend, ctr])).toEqual([
    [MONDAY, 70, 4],
    ['2026-11-09', 70, 4],
  ])
  // Three of seven days had one, then four: never the mean of the days' rates.
  expect(trend.current.map(({ costPerConversion }) => costPerConversion)).toEqual([70 / 3, 17.5])
  expect(trend.previous.map(({ day }) => day)).toEqual(['2026-10-19', '2026-10-26'])
  expect(unfinishedDay).toBeNull()
})

test('a first week that is cut is left out, and said; a last one is still running', () => {
  const stepped = weeksOf(
    { current: days('2026-10-30', 12), previous: days('2026-10-18', 12) },
    null,
  )
  expect(stepped.trend.current.map(({ day }) => day)).toEqual([MONDAY, '2026-11-09'])
  expect(stepped.daysLeftOut).toBe(3)
  expect(stepped.unfinishedDay).toBe('2026-11-09')
  expect(stepped.trend.previous[0]?.day).toBe('2026-10-21')
})

test('compared weeks that are not known whole are no fall', () => {
  const previous = days('2026-10-19', 14).map((day, at) =>
    at < 3 ? { ...day, impressions: 0 } : day,
  )
  const { trend } = weeksOf(
    { current: days(MONDAY, 16), previous, comparison: { complete: false } },
    null,
  )
  expect(trend.previous.map(({ impressions }) => impressions)).toEqual([0, 700])
})

test('a week counts once all its days are read, and none of them waits for conversions', () => {
  const asked = { current: days(MONDAY, 21), previous: days('2026-10-12', 21) }
  const found = (name: MetricName, limits: { lateFrom: Day | null; knownTo: Day | null }) => {
    const comparison = { complete: true, from: '2026-10-12', to: '2026-11-01' }
    const { trend, unfinishedDay } = weeksOf(
      { ...asked, ...limits, currencyCode: 'EUR', comparison },
      null,
    )
    const metric = METRICS.find((one) => one.name === name)!
    const compared = 'periodo anterior'
    return trendFinding({ trend, metric, unfinishedDay, compared, step: 'week' })?.limits
  }
  // The third week begins on the 16th.
  const all = 'por encima en 0 de 3 semanas'
  const two = 'por encima en 0 de 2 semanas; sin 1 semana que aún no cuenta del todo'
  expect(found('spend', { lateFrom: null, knownTo: null })).toBe(all)
  expect(found('spend', { lateFrom: null, knownTo: '2026-11-22' })).toBe(all)
  expect(found('spend', { lateFrom: null, knownTo: '2026-11-21' })).toBe(two)
  expect(found('spend', { lateFrom: null, knownTo: '2026-11-16' })).toBe(two)
  expect(found('conversions', { lateFrom: '2026-11-23', knownTo: null })).toBe(all)
  expect(found('conversions', { lateFrom: '2026-11-22', knownTo: null })).toBe(two)
  expect(found('conversions', { lateFrom: '2026-11-16', knownTo: null })).toBe(two)
})

test('the week of a day that is still running is running', () => {
  const asked = { current: days(MONDAY, 14), previous: [] }
  expect(weeksOf(asked, '2026-11-15').unfinishedDay).toBe('2026-11-09')
})

test('long ranges begin by weeks, short ones have none', () => {
  const range = (to: string) => ({ from: '2026-01-01', to })
  expect(isByWeek(range('2026-12-31'), null)).toBe(true)
  expect(isByWeek(range('2026-12-31'), 'day')).toBe(false)
  expect(isByWeek(range('2026-02-15'), null)).toBe(false)
  expect(isByWeek(range('2026-02-15'), 'week')).toBe(true)
  expect(isByWeek(range('2026-01-07'), 'week')).toBe(false)
})

test('changes stand under their week with their day', () => {
  const marks = weekMarks([
    { day: '2026-11-05', texts: ['9:00 Presupuesto (Marta)'] },
    { day: '2026-11-03', texts: ['8:00 Puja (Google)'] },
  ])
  expect(marks).toEqual([
    {
      day: MONDAY,
      hasNote: false,
      texts: ['3 nov, 8:00 Puja (Google)', '5 nov, 9:00 Presupuesto (Marta)'],
    },
  ])
})

test('conversions are drawn first, unless the account counted none', () => {
  expect(firstMetric(undefined)).toBe('conversions')
  expect(firstMetric(days(MONDAY, 2))).toBe('conversions')
  expect(firstMetric(days(MONDAY, 1))).toBe('clicks')
})

test('years of days are a week a point, and no day is counted twice', () => {
  const current = days('2022-11-21', 4 * 365)
  const { trend } = weeksOf({ current, previous: [] }, null)
  expect(trend.current.length).toBeLessThanOrEqual(209)
  const spend = trend.current.reduce((sum, week) => sum + week.spend, 0)
  expect(spend).toBe(current.length * 10)
})
