import { expect, test } from 'vitest'
import { type Metrics, MICROS } from '#shared/metrics.ts'
import { drawNormal, uniformsFrom } from '../statistics/random.ts'
import type { WatchedEntity } from './account-effects.ts'
import { disturbancesOf, oddDays, withoutDays } from './disturbed-days.ts'

type Hit = { clicks: number; rate: number }

/** Eight weeks of 200 clicks and 10 conversions a day, the days of the second four hit as told. */
function entity(seed: string, hit: (day: number) => Hit = () => ({ clicks: 1, rate: 1 })) {
  const next = uniformsFrom(seed)
  const noisy = (mean: number) => Math.max(0, Math.round(mean + drawNormal(next) * Math.sqrt(mean)))
  const day = ({ clicks, rate }: Hit): Metrics => {
    const got = noisy(200 * clicks)
    const conversionsMicros = noisy(got * 0.05 * rate) * MICROS
    return {
      impressions: got * 20,
      clicks: got,
      costMicros: got * MICROS,
      conversionsMicros,
      valueMicros: 0,
    }
  }
  const days = (of: (day: number) => Hit) => Array.from({ length: 28 }, (_, i) => day(of(i)))
  return { before: days(() => ({ clicks: 1, rate: 1 })), after: days(hit) } satisfies WatchedEntity
}

const untouched = Array.from({ length: 12 }, (_, i) => entity(`other ${i}`))
const within = (day: number) => day >= 9 && day < 19

test('a broken tag, no stock and a sale of this one alone are found, on their days', () => {
  for (const hit of [
    { clicks: 1, rate: 0.3 },
    { clicks: 1, rate: 0 },
    { clicks: 1.6, rate: 1 },
  ]) {
    const found = disturbancesOf(
      entity('a', (day) => (within(day) ? hit : { clicks: 1, rate: 1 })),
      untouched,
    )
    expect(found).toHaveLength(1)
    expect(found[0]!.window).toBe('after')
    expect(found[0]!.first).toBeLessThanOrEqual(9)
    expect(found[0]!.last).toBeGreaterThanOrEqual(18)
    expect((found[0]!.last - found[0]!.first + 1) % 7).toBe(0)
  }
})

test('a change that acts on all days is none, nor what hit the others as well', () => {
  const halved = entity('b', () => ({ clicks: 0.5, rate: 0.5 }))
  expect(disturbancesOf(halved, untouched)).toEqual([])
  const sale = (day: number) => (within(day) ? { clicks: 1.6, rate: 1 } : { clicks: 1, rate: 1 })
  const others = Array.from({ length: 12 }, (_, i) => entity(`sale ${i}`, sale))
  expect(disturbancesOf(entity('c', sale), others)).toEqual([])
})

test('chance alone is hardly ever taken for one', () => {
  const found = Array.from({ length: 200 }, (_, i) => disturbancesOf(entity(`d ${i}`), untouched))
  expect(found.filter((one) => one.length > 0).length).toBeLessThan(40)
})

test('the others lose the same days', () => {
  const days = [{ window: 'after' as const, first: 7, last: 20 }]
  const { before, after } = withoutDays(untouched[0]!, days)
  expect([before.length, after.length]).toEqual([28, 14])
  expect(after[7]).toBe(untouched[0]!.after[21])
})

test('half a tag is odd days of fewer sales, never of more; what sold more must stand out further', () => {
  const share = (side: -1 | 1, rate: number) => {
    const hit = (day: number) => ({ clicks: 1, rate: within(day) ? rate : 1 })
    const all = Array.from({ length: 60 }, (_, i) => oddDays(entity(`odd ${i}`, hit), side))
    return all.filter((one) => one !== null).length / 60
  }
  expect(share(-1, 0.75)).toBeGreaterThan(0.85)
  expect(share(1, 0.75)).toBeLessThan(0.2)
  expect(share(1, 1.25)).toBeLessThan(share(-1, 0.75) - 0.1)
  expect(share(1, 1.6)).toBeGreaterThan(0.9)
})
