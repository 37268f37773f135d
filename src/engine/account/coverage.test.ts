import { expect, test } from 'vitest'
import { addDays, daysInRange } from '#shared/dates.ts'
import { coveredWindow } from './coverage.ts'

const TODAY = '2026-11-21'
/** Nine of ten conversions are reported after seven days. */
const lagCurve = [0.6, 0.7, 0.75, 0.8, 0.83, 0.86, 0.88, 0.9]
const ofAge = (days: number) =>
  coveredWindow({ from: addDays(TODAY, -days), to: TODAY, isComplete: true }, lagCurve)

test('an old account is looked at over ninety days that end where late conversions are in', () => {
  const { from, to } = ofAge(400)
  expect([daysInRange(from, to), to]).toEqual([90, addDays(TODAY, -7)])
})

test('a young one up to yesterday, until waiting leaves as many days as it puts off', () => {
  const days = [1, 5, 8, 11, 12, 13, 30].map((age) => {
    const { from, to } = ofAge(age)
    return [daysInRange(from, to), daysInRange(to, TODAY) - 1]
  })
  expect(days).toEqual([
    [1, 1],
    [5, 1],
    [8, 1],
    [11, 1],
    [6, 7],
    [7, 7],
    [24, 7],
  ])
})

test('one that began today is looked at today', () => {
  expect(ofAge(0)).toEqual({ from: TODAY, to: TODAY })
})
