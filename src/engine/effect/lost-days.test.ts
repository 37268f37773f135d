import { expect, test } from 'vitest'
import { type Metrics, MICROS } from '#shared/metrics.ts'
import type { WatchedEntity } from './account-effects.ts'
import { joined, lostDaysOf, lostWithin } from './lost-days.ts'

const DAYS = Array.from({ length: 28 }, (_, day) => day)

/** 100 clicks and 10 conversions a day; after the change those of `kept` of each day. */
function entity(kept: (day: number) => number): WatchedEntity {
  const day = (sold: number): Metrics => ({
    ...{ impressions: 2_000, clicks: 100, costMicros: 100 * MICROS, valueMicros: 0 },
    conversionsMicros: sold * MICROS,
  })
  return { before: DAYS.map(() => day(10)), after: DAYS.map((at) => day(10 * kept(at))) }
}

const days = { from: '2026-10-15', to: '2026-10-24' }
const TEN_DAYS = { window: 'after', first: 9, last: 18, ...days, part: 0.5 } as const
const lostThen = entity((day) => (day >= 9 && day <= 18 ? 0.5 : 1))

test('lost days are left out in whole weeks, with the days that were lost', () => {
  expect(lostDaysOf([TEN_DAYS], [lostThen, lostThen])).toEqual([
    { window: 'after', first: 7, last: 20, lost: days },
  ])
})

test('a loss of which the untouched show less than half is what the change did, or nothing', () => {
  expect(lostDaysOf([TEN_DAYS], [entity(() => 1)])).toEqual([])
  expect(lostDaysOf([TEN_DAYS], [lostThen, ...DAYS.map(() => entity(() => 1))])).toEqual([])
  expect(lostDaysOf([TEN_DAYS], [])).toEqual([])
})

test('of a loss the days that fall into the windows count', () => {
  const windows = {
    before: { from: '2026-09-01', to: '2026-09-28' },
    after: { from: '2026-10-06', to: '2026-11-02' },
  }
  const lost = { from: '2026-09-25', to: '2026-10-08', part: 1 }
  expect(lostWithin([lost], windows)).toEqual([
    { window: 'before', first: 24, last: 27, ...lost },
    { window: 'after', first: 0, last: 2, ...lost },
  ])
})

test('runs that overlap are left out once, in whole weeks', () => {
  const stopped = { window: 'after', first: 14, last: 20, isStopped: true } as const
  const lost = { window: 'after', first: 7, last: 20, lost: days } as const
  const before = { window: 'before', first: 7, last: 20, isBeginning: true } as const
  const runs = joined([before, stopped, lost], () => 28)
  expect(runs).toHaveLength(2)
  expect(runs).toContainEqual(before)
  expect(runs).toContainEqual({ ...stopped, ...lost })
})
