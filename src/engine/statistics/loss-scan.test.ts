import { expect, test } from 'vitest'
import { lostRuns } from './loss-scan.ts'

const DAYS = 90
const ages = Array.from({ length: DAYS }, (_, i) => DAYS - i)
const slowShare = (age: number) => 1 - Math.exp(-age / 14)
const OPTIONS = {
  hazard: { full: 1.6 / 365, partial: 5 / 365 },
  slowDoubt: 0.12,
  unlikeness: () => 0,
  since: 0,
  enough: 0.8,
}

/** Nothing on the last five days; before them as many as `shareOf` the days' age have been reported of 5 a day. */
function silentAtTheEnd(shareOf: (age: number) => number) {
  const series = {
    seen: ages.map((age) => (age <= 5 ? 0 : Math.round(5 * shareOf(age)))),
    exposure: ages.map(() => 1),
    slowExposure: ages.map(slowShare),
  }
  return lostRuns(series, OPTIONS)
}

test('that conversions come late is believed only where the days before a silence lack some too', () => {
  expect(silentAtTheEnd(() => 1)).toMatchObject([{ from: 85, to: 89, seen: 0, isFull: true }])
  expect(silentAtTheEnd(slowShare).filter(({ isFull }) => isFull)).toEqual([])
})

test('of five silent days those that have not ended are told first: they may be the beginning of many', () => {
  const silentUntil = (end: number) => {
    const seen = Array.from({ length: DAYS }, (_, day) => (day > end - 5 && day <= end ? 0 : 2))
    const exposure = seen.map(() => 1)
    return lostRuns({ seen, exposure, slowExposure: exposure }, OPTIONS).length
  }
  expect(silentUntil(DAYS - 1)).toBe(1)
  expect(silentUntil(60)).toBe(0)
})
