import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { weeksShown } from './experiment-way.ts'

const TO = '2026-11-22'
const shownFor = (days: number) =>
  Array.from({ length: 56 }, (_, ago) => ({
    day: addDays(TO, -ago),
    impressions: ago < days ? 10 : 0,
  }))

test('the pace of a young campaign is that of the weeks since it began', () => {
  expect(weeksShown(shownFor(21), TO, 8)).toBe(3)
  expect(weeksShown(shownFor(56), TO, 8)).toBe(8)
  expect(weeksShown(shownFor(3), TO, 8)).toBe(1)
  // Never shown, or its days are not there.
  expect(weeksShown([], TO, 8)).toBe(8)
})
