import { expect, test } from 'vitest'
import { lostRuns } from './loss-scan.ts'

const DAYS = 90
const ages = Array.from({ length: DAYS }, (_, i) => DAYS - i)
const slowShare = (age: number) => 1 - Math.exp(-age / 14)
const OPTIONS = {
  hazard: { full: 3 / 365, partial: 6 / 365 },
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
