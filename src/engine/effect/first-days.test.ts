import { expect, test } from 'vitest'
import { type Metrics, MICROS } from '#shared/metrics.ts'
import { drawNormal, uniformsFrom } from '../statistics/random.ts'
import type { WatchedEntity } from './account-effects.ts'
import { firstDaysOf } from './first-days.ts'
import { measureEffect } from './measure-effect.ts'
import { hasOtherCause } from './silence.ts'

const day = (impressions: number, next: () => number): Metrics => {
  const clicks = Math.max(0, Math.round(impressions / 20 + drawNormal(next) * 4))
  return {
    impressions,
    clicks: impressions > 0 ? clicks : 0,
    costMicros: impressions > 0 ? clicks * MICROS : 0,
    conversionsMicros: impressions > 0 ? Math.round(clicks / 10) * MICROS : 0,
    valueMicros: 0,
  }
}

/** Shown from a day of the window before on, its weekends resting or not. */
function shownFrom(first: number, { rests = false, seed = 'a' } = {}): WatchedEntity {
  const next = uniformsFrom(seed)
  const days = (from: number) =>
    Array.from({ length: 28 }, (_, i) => day(i < from || (rests && i % 7 < 2) ? 0 : 4000, next))
  return { before: days(first), after: days(0) }
}

const others = Array.from({ length: 12 }, (_, i) => shownFrom(0, { seed: `other ${i}` }))
const ask = (changed: WatchedEntity, untouched = others) =>
  measureEffect({
    kind: 'saving',
    changed,
    untouched,
    worth: { micros: 20 * MICROS, sd: 0.1 },
    confounders: 0,
  })

test('a campaign that began shortly before the change has no verdict, and no figures to add up', () => {
  for (const began of [14, 18, 21, 25]) {
    const measured = ask(shownFrom(began))
    expect(measured).toMatchObject({ verdict: 'inconclusive', reason: 'too-new' })
    expect([measured.monthlyMicros, measured.chanceOfGain]).toEqual([null, null])
    expect(hasOtherCause(measured)).toBe(true)
  }
})

test('each window is held against its own length: twelve weeks after make no baseline of a few days', () => {
  const longer = ({ before, after }: WatchedEntity) => ({
    before,
    after: [...after, ...after, ...after],
  })
  const measured = ask(longer(shownFrom(20)), others.map(longer))
  expect(measured).toMatchObject({ reason: 'too-new', monthlyMicros: null })
})

test('of one that began some weeks before it the days since are compared, those of learning left out', () => {
  const measured = ask(shownFrom(7))
  expect(measured.disturbed).toEqual([{ window: 'before', first: 0, last: 13, isBeginning: true }])
  expect(Math.abs(measured.cost.estimate)).toBeLessThan(0.1)
  const { low, high } = measured.monthlyMicros!
  expect(low < 0 && high > 0).toBe(true)
})

test('what hits it later is found on its own days', () => {
  const { before, after } = shownFrom(7)
  const hit = { before, after: after.map((one, i) => (i >= 9 && i < 19 ? unsold(one) : one)) }
  expect(ask(hit).disturbed).toMatchObject([{ isBeginning: true }, { window: 'after' }])
  const early = { before: before.map((one, i) => (i >= 24 ? unsold(one) : one)), after }
  const [, found] = ask(early).disturbed
  expect(found).toMatchObject({ window: 'before', last: 27, nextToChange: { last: 27 } })
})

const unsold = (one: Metrics): Metrics => ({ ...one, conversionsMicros: 0 })

test('rest at weekends, and few impressions, are no beginning', () => {
  expect(firstDaysOf(shownFrom(0, { rests: true }))).toEqual([])
  expect(firstDaysOf(shownFrom(2, { rests: true }))).toEqual([])
  const next = uniformsFrom('rare')
  const rare = Array.from({ length: 28 }, (_, i) => day(i % 6 === 5 ? 40 : 0, next))
  expect(firstDaysOf({ before: rare })).toEqual([])
})

test('one that had just begun is no comparison', () => {
  const [saved, news] = [shownFrom(0, { seed: 'saved' }), shownFrom(10, { seed: 'new' })]
  expect(ask(saved, [...others, news])).toEqual(ask(saved))
  expect(ask(saved, [news])).toMatchObject({ verdict: 'inconclusive', reason: 'no-control' })
})
