import { expect, test } from 'vitest'
import { type Metrics, MICROS } from '#shared/metrics.ts'
import { addUp } from '../account/measurement.ts'
import { drawNormal, uniformsFrom } from '../statistics/random.ts'
import type { WatchedEntity } from './account-effects.ts'
import { daysUntilReady, effectWindows } from './effect-windows.ts'
import { measureEffect, ownMonthly } from './measure-effect.ts'

/** 56 days of about `clicks` a day at 1 € and a rate of 10 %, the last 28 with both changed by a factor. */
function entity(seed: string, clicks: number, change = { clicks: 1, rate: 1 }): WatchedEntity {
  const next = uniformsFrom(seed)
  const noisy = (mean: number) => Math.max(0, Math.round(mean + drawNormal(next) * Math.sqrt(mean)))
  const day = (factor: typeof change): Metrics => {
    const got = noisy(clicks * factor.clicks)
    return {
      impressions: got * 20,
      clicks: got,
      costMicros: got * MICROS,
      conversionsMicros: noisy(got * 0.1 * factor.rate) * MICROS,
      valueMicros: 0,
    }
  }
  const days = (factor: typeof change) => Array.from({ length: 28 }, () => day(factor))
  return { before: days({ clicks: 1, rate: 1 }), after: days(change) }
}

const control = Array.from({ length: 24 }, (_, i) => entity(`control ${i}`, 400))
const ask = (changed: WatchedEntity, over: Partial<Parameters<typeof measureEffect>[0]> = {}) =>
  measureEffect({
    kind: 'saving',
    changed,
    untouched: control,
    worth: { micros: 12 * MICROS, sd: 0.1 },
    confounders: 0,
    ...over,
  })

test('less spend at the same conversions is an improvement worth the money saved', () => {
  const { verdict, kpi, monthlyMicros } = ask(entity('a', 900, { clicks: 0.7, rate: 1 / 0.7 }))
  expect(verdict).toBe('improved')
  expect(kpi.name).toBe('cost')
  expect(kpi.change.low).toBeLessThan(-0.3)
  expect(kpi.change.high).toBeGreaterThan(-0.3)
  const truth = 900 * 0.3 * 30 * MICROS
  expect(monthlyMicros!.low).toBeLessThan(truth)
  expect(monthlyMicros!.high).toBeGreaterThan(truth)
})

test('less spend and fewer conversions is not', () => {
  expect(ask(entity('b', 900, { clicks: 0.6, rate: 0.8 })).verdict).toBe('worsened')
})

/** The same every day, for a verdict that owes nothing to chance. */
const steady = (clicks: number, conversions: number): Metrics[] =>
  Array.from({ length: 28 }, () => ({
    impressions: clicks * 20,
    clicks,
    costMicros: clicks * MICROS,
    conversionsMicros: conversions * MICROS,
    valueMicros: 0,
  }))

test('a saving is right as long as what it kept is more than what its lost conversions were worth', () => {
  const still = { before: steady(4000, 400), after: steady(4000, 400) }
  const untouched = Array.from({ length: 40 }, () => still)
  const changed = { before: steady(4000, 400), after: steady(3200, 360) }
  const worthOf = (euros: number) => ({ worth: { micros: euros * MICROS, sd: 0.1 }, untouched })
  const right = ask(changed, worthOf(10))
  expect(right.verdict).toBe('improved')
  expect(right.conversions.high).toBeLessThan(0)
  // 800 € a day are kept, 40 conversions a day lost.
  expect(right.monthlyMicros!.estimate / MICROS).toBeCloseTo(400 * 30, -3)
  expect(right.breakEvenMicros! / MICROS).toBeCloseTo(20, 0)
  expect(ask(changed, worthOf(40)).verdict).toBe('worsened')
  expect(ask(changed, worthOf(20)).verdict).toBe('inconclusive')
  expect(ask(changed, { worth: null, untouched })).toMatchObject({
    verdict: 'inconclusive',
    reason: 'no-worth',
    monthlyMicros: null,
  })
})

test('traffic that goes on elsewhere is neither gained nor lost', () => {
  const nothing = steady(0, 0)
  const untouched = Array.from({ length: 40 }, () => ({
    before: steady(4000, 400),
    after: steady(4000, 400),
  }))
  const changed = { before: steady(4000, 400), after: steady(2000, 200) }
  const sisters = [{ before: nothing, after: steady(2000, 200) }]
  const worth = { micros: 20 * MICROS, sd: 0.1 }
  expect(ask(changed, { untouched, worth }).verdict).toBe('worsened')
  const { verdict, cost, monthlyMicros } = ask(changed, { untouched, worth, sisters })
  expect(verdict).not.toBe('worsened')
  expect(cost.estimate).toBeCloseTo(0, 3)
  expect(Math.abs(monthlyMicros!.estimate) / MICROS).toBeLessThan(300)
})

test('what the control did as well is not the change', () => {
  const falling = control.map((_, i) => entity(`falling ${i}`, 400, { clicks: 0.7, rate: 1 }))
  const changed = entity('c', 900, { clicks: 0.7, rate: 1 })
  expect(ask(changed, { untouched: falling }).verdict).not.toBe('improved')
})

test('the worst of its account comes back by itself: that is no improvement', () => {
  const price = ({ before }: WatchedEntity) => {
    const sum = addUp(before)
    return sum.costMicros / sum.conversionsMicros
  }
  const verdicts = Array.from({ length: 60 }, (_, seed) => {
    const entities = Array.from({ length: 24 }, (_, i) => entity(`worst ${seed} ${i}`, 30))
    const [changed, ...untouched] = entities.sort((a, b) => price(b) - price(a))
    return ask(changed!, { kind: 'bids', untouched }).verdict
  })
  expect(verdicts.filter((verdict) => verdict === 'improved').length).toBeLessThanOrEqual(3)
})

test('large and still is no change; small says how many conversions are missing', () => {
  const calm = Array.from({ length: 24 }, (_, i) => entity(`calm ${i}`, 4000))
  expect(ask(entity('d', 30_000), { untouched: calm }).verdict).toBe('unchanged')
  const small = ask(entity('e', 8))
  expect(small.verdict).toBe('inconclusive')
  expect(small.reason).toBe('too-few')
  expect(small.conversions.high - small.conversions.low).toBeGreaterThan(0.3)
})

test('more budget is judged by conversions and by what they cost', () => {
  const grown = entity('f', 900, { clicks: 1.4, rate: 1 })
  expect(ask(grown, { kind: 'budget', worth: { micros: 30 * MICROS, sd: 0.1 } }).verdict).toBe(
    'improved',
  )
  expect(ask(grown, { kind: 'budget', worth: { micros: 2 * MICROS, sd: 0.1 } }).verdict).toBe(
    'worsened',
  )
})

test('nothing is said without a control, without data, or when too much else was changed', () => {
  const changed = entity('g', 900, { clicks: 0.7, rate: 1 / 0.7 })
  expect(ask(changed, { untouched: [] })).toMatchObject({
    verdict: 'inconclusive',
    reason: 'no-control',
  })
  expect(ask(entity('h', 0))).toMatchObject({
    verdict: 'inconclusive',
    reason: 'no-data',
    monthlyMicros: null,
  })
  expect(ask(changed, { confounders: 5 })).toMatchObject({
    verdict: 'inconclusive',
    reason: 'too-many-changes',
  })
  const width = (confounders: number) => {
    const { low, high } = ask(changed, { confounders }).kpi.change
    return high - low
  }
  expect(width(2)).toBeGreaterThan(width(0))
})

test('four weeks before, one left out, four after, then the wait for late conversions', () => {
  const windows = effectWindows('2026-03-01', 7)
  expect(windows).toEqual({
    before: { from: '2026-02-01', to: '2026-02-28' },
    after: { from: '2026-03-09', to: '2026-04-05' },
    readyOn: '2026-04-13',
  })
  expect(daysUntilReady(windows, '2026-03-01')).toBe(43)
  expect(daysUntilReady(windows, '2026-04-13')).toBe(0)
  expect(daysUntilReady(windows, '2026-05-01')).toBe(0)
})

test('fewer sales of twelve days alone are no verdict, as many fewer of all days are', () => {
  const still = { before: steady(400, 40), after: steady(400, 40) }
  const untouched = Array.from({ length: 40 }, () => still)
  const askOf = (after: Metrics[]) => ask({ before: still.before, after }, { untouched })
  expect(askOf(steady(400, 36))).toMatchObject({ verdict: 'worsened', odd: null })
  const half = [...steady(400, 40).slice(12), ...steady(400, 31.5).slice(16)]
  const withheld = askOf(half)
  expect(withheld).toMatchObject({
    verdict: 'inconclusive',
    reason: 'few-days',
    odd: { window: 'after', first: 14, last: 27 },
    disturbed: [],
  })
  // What it did to money is told all the same, but neither added up nor learned from.
  expect(withheld.monthlyMicros!.high).toBeLessThan(0)
  expect(ownMonthly(withheld)).toBeNull()
  expect(ownMonthly(askOf(steady(400, 36)))).not.toBeNull()
})

test('nor are fewer sales of twenty days', () => {
  const still = { before: steady(400, 40), after: steady(400, 40) }
  const untouched = Array.from({ length: 40 }, () => still)
  const after = [...steady(400, 40).slice(20), ...steady(400, 34.5).slice(8)]
  expect(ask({ before: still.before, after }, { untouched })).toMatchObject({
    verdict: 'inconclusive',
    reason: 'few-days',
    odd: { window: 'after', first: 7, last: 27 },
    disturbed: [],
  })
  // Of more sales no longer than two weeks: a right change seen beside a slow week stands.
  const gained = [...steady(400, 41).slice(20), ...steady(400, 49.6).slice(8)]
  const seen = ask({ before: still.before, after: gained }, { untouched })
  expect(seen).toMatchObject({ verdict: 'improved', odd: null })
})

test('what was done to four campaigns is told from less than what was done to one', () => {
  const reachOf = (parts: number[], sisters?: WatchedEntity[]) => {
    const { conversions, monthlyMicros } = ask({ ...entity('four', 900), parts }, { sisters })
    return [conversions.high - conversions.low, monthlyMicros!.high - monthlyMicros!.low] as const
  }
  const [one, four] = [reachOf([8]), reachOf([2, 2, 2, 2])]
  expect(four[0]).toBeLessThan(0.9 * one[0])
  expect(four[1]).toBeLessThan(0.9 * one[1])
  expect(reachOf([2, 2, 2, 2], [entity('sister', 90)])[0]).toBeLessThan(
    0.95 * reachOf([8], [entity('sister', 90)])[0],
  )
})

test('where half of the window sold more than the other half, either may be the disturbed one', () => {
  const still = { before: steady(400, 40), after: steady(400, 40) }
  const untouched = Array.from({ length: 40 }, () => still)
  const askOf = (after: Metrics[]) => ask({ before: still.before, after }, { untouched })
  // What stands out of sixteen days of half a tag is the rest: judged without that, all conversions would seem halved.
  const half = askOf([...steady(400, 20).slice(12), ...steady(400, 40).slice(16)])
  expect(half.disturbed).toMatchObject([{ window: 'after', first: 14, last: 27 }])
  expect(half).toMatchObject({ verdict: 'inconclusive', reason: 'turned' })
  // What is worse either way is worse.
  const worse = askOf([...steady(400, 15).slice(12), ...steady(400, 30).slice(16)])
  expect(worse).toMatchObject({ verdict: 'worsened' })
  // Days that sold less are what is lost time and again: a gain seen beside them stands.
  const lost = askOf([...steady(400, 60).slice(12), ...steady(400, 30).slice(16)])
  expect(lost.disturbed).toMatchObject([{ window: 'after', first: 14, last: 27 }])
  expect(lost).toMatchObject({ verdict: 'improved' })
})

test('what the untouched leave unsure is told apart for what would have been sold and spent', () => {
  const shared = (worth: number, untouched = control) => {
    const { spread } = ask(entity('s', 900), { untouched, worth: { micros: worth, sd: 0.1 } })
    const { controlValueMicros: value, controlCostMicros: cost, controlMicros: net } = spread
    return { value: value!, cost: cost!, net }
  }
  const one = shared(12 * MICROS)
  // A tenth of the clicks sells, and counts vary so much the more.
  expect(one.value).toBeGreaterThan(2 * one.cost)
  const twice = shared(24 * MICROS)
  expect(twice.value).toBeCloseTo(2 * one.value, 3)
  expect(twice.cost).toBe(one.cost)
  for (const { value, cost, net } of [one, twice]) {
    expect(net).toBeLessThan(value + cost)
    expect(net).toBeGreaterThan(value - cost)
  }
  const fewer = shared(12 * MICROS, control.slice(0, 12))
  expect(fewer.value / one.value).toBeCloseTo(Math.SQRT2, 1)
  expect(fewer.cost / one.cost).toBeCloseTo(Math.SQRT2, 1)
})
