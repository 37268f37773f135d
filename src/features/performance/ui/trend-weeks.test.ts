import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import type { DayPoint } from '../contract/metrics.ts'
import { firstMetric } from './trend-choice.ts'
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
