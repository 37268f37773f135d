import { expect, test } from 'vitest'
import { addDays, eachDay } from '#shared/dates.ts'
import { sampleAccount } from '../samples/sample-account.ts'
import { uniformsFrom } from '../statistics/random.ts'
import { poorerRate, rateChanges, risenRate } from './rate-change.ts'
import type { AccountSnapshot } from './snapshot.ts'

/** 200 clicks a day at 4 %, the last days at `late` times that, with the noise of their number. */
function account(seed: string, late: number, lateDays: number): AccountSnapshot {
  const base = sampleAccount()
  const next = uniformsFrom(seed)
  const days = eachDay(base.window.from, base.window.to)
  const since = addDays(base.window.to, 1 - lateDays)
  const campaignDays = days.map((day) => {
    const mean = 8 * (day >= since ? late : 1)
    const conversions = Math.max(0, Math.round(mean + Math.sqrt(1.3 * mean) * (next() * 3.4 - 1.7)))
    return { campaignId: '1', day, clicks: 200, conversionsMicros: conversions * 1e6 }
  })
  return { ...base, campaignDays }
}

const poorer = (snapshot: AccountSnapshot) => poorerRate(rateChanges(snapshot))
const risen = (snapshot: AccountSnapshot) => risenRate(rateChanges(snapshot)).mean

test('after a sale the coming month is taken to be like the days before it', () => {
  // 14 of 90 days at twice the rate: the days before had 1 / (1 + 14/90) of the mean.
  expect(poorer(account('sale', 2, 14))).toBeCloseTo(1 / (1 + 14 / 90), 1)
})

test('after a price rise it is taken to be like the days since', () => {
  expect(poorer(account('price', 0.5, 20))).toBeLessThan(0.85)
})

test('where nothing changed little is taken off, and nothing where days are not known', () => {
  for (const seed of ['a', 'b', 'c', 'd', 'e']) {
    expect(poorer(account(seed, 1, 20))).toBeGreaterThan(0.82)
  }
  expect(poorer(sampleAccount())).toBe(1)
})

test('where rates have risen the coming month is like the days since, as far as that is likely', () => {
  // 24 of 90 days at twice the rate: they had 2 / (1 + 24/90) = 1.58 of the mean.
  const since = risen(account('web', 2, 24))
  expect(since).toBeGreaterThan(1.3)
  expect(since).toBeLessThan(1.6)
  // A sale of two weeks is over by then.
  expect(risen(account('sale', 2, 14))).toBeLessThan(1.1)
  expect(risen(account('web', 2, 3))).toBeLessThan(1.1)
  expect(risen(account('price', 0.5, 20))).toBeLessThan(1.01)
  for (const seed of ['a', 'b', 'c', 'd', 'e'])
    expect(risen(account(seed, 1, 20))).toBeLessThan(1.05)
  expect(risen(sampleAccount())).toBe(1)
})

test('a rise is counted as far as it is likely and no sale, and in doubt by the rest', () => {
  const risenAt = (cut: number, chance: number) => {
    const { mean, relativeVariance } = risenRate([{ cut, chance, loss: 0, rise: 0.5 }])
    return [mean, Math.sqrt(relativeVariance) * mean]
  }
  expect(risenAt(24, 1)).toEqual([1.5, 0])
  // Of one in three that is likely by a half.
  expect(risenAt(24, 1 / 3)).toEqual([expect.closeTo(1.167, 3), expect.closeTo(0.236, 3)])
  // Hardly a sale lasts three weeks, half of the rises of 17 days are one.
  expect(risenAt(17, 1)).toEqual([1.25, 0.25])
  expect(risenAt(14, 1)).toEqual([1, 0])
})

test('a rise between two and three weeks ago is found where it began', () => {
  const changes = rateChanges(account('web', 2, 24))
  expect(changes.toSorted((a, b) => b.chance - a.chance)[0]!.cut).toBe(24)
})
