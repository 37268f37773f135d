import { expect, test } from 'vitest'
import { daysInRange } from '#shared/dates.ts'
import { type Metrics, MICROS } from '#shared/metrics.ts'
import type { WatchedEntity } from './account-effects.ts'
import { effectWindows } from './effect-windows.ts'
import { type ArmSums, halvesEffect } from './halves-effect.ts'
import { type EffectQuestion, measureEffect } from './measure-effect.ts'

type Daily = { clicks: number; sold: number; value?: number }

const days = ({ clicks, sold, value = sold * 40 }: Daily): Metrics[] =>
  Array.from({ length: 28 }, () => ({
    impressions: clicks * 20,
    clicks,
    costMicros: clicks * MICROS,
    conversionsMicros: sold * MICROS,
    valueMicros: value * MICROS,
  }))
const still = (clicks: number): WatchedEntity => ({
  before: days({ clicks, sold: clicks / 10 }),
  after: days({ clicks, sold: clicks / 10 }),
})
const UNTOUCHED = Array.from({ length: 20 }, (_, i) => still(400 + 20 * i))
const SAVED = {
  before: days({ clicks: 1000, sold: 100 }),
  after: days({ clicks: 700, sold: 95 }),
}
const ask = (over: Partial<EffectQuestion> = {}) =>
  measureEffect({
    kind: 'saving',
    changed: SAVED,
    untouched: UNTOUCHED,
    worth: { micros: 20 * MICROS, sd: 0.1 },
    confounders: 0,
    ...over,
  })

test('a conversion action whose value is changed meanwhile moves no verdict: conversions count at what one is worth', () => {
  const after = days({ clicks: 700, sold: 95, value: 95 * 400 })
  expect(ask({ changed: { ...SAVED, after } })).toEqual(ask())
})

test('an action that is replaced counts half from one day on, everywhere: that is not its doing', () => {
  const halved = (one: WatchedEntity): WatchedEntity => ({
    ...one,
    after: one.after.map((day) => ({ ...day, conversionsMicros: day.conversionsMicros / 2 })),
  })
  const all = ask({ changed: halved(SAVED), untouched: UNTOUCHED.map(halved) })
  expect(all.conversions.estimate).toBeCloseTo(ask().conversions.estimate, 2)
  const alone = ask({ changed: halved(SAVED) })
  expect(alone.conversions.estimate).toBeLessThan(all.conversions.estimate - 0.3)
})

test('one of the untouched that doubles by itself decides nothing, and widens what is known', () => {
  const doubled = { before: UNTOUCHED[0]!.before, after: days({ clicks: 800, sold: 80 }) }
  const [calm, one] = [ask(), ask({ untouched: [doubled, ...UNTOUCHED.slice(1)] })]
  expect(calm.verdict).toBe('improved')
  expect(Math.abs(one.cost.estimate - calm.cost.estimate)).toBeLessThan(0.05)
  expect(one.cost.high - one.cost.low).toBeGreaterThan(2 * (calm.cost.high - calm.cost.low))
})

test('the changed one doubles by itself some days later: only what was there right after the change is judged', () => {
  const from = (day: number, wasSaving: boolean) => {
    const [own, doubled] = wasSaving ? [700, 1400] : [1000, 2000]
    const calm = days({ clicks: own, sold: wasSaving ? 95 : 100 })
    const more = days({ clicks: doubled, sold: wasSaving ? 190 : 200 })
    return { ...SAVED, after: [...calm.slice(0, day), ...more.slice(day)] }
  }
  // Worth 20 € at 10 € a conversion, twice as much of it would look like a great gain.
  const atOnce = ask({ changed: from(0, false) })
  expect(atOnce.verdict).toBe('improved')
  for (let day = 3; day < 24; day++)
    expect([day, ask({ changed: from(day, false) }).verdict]).not.toEqual([day, 'improved'])
  const late = ask({ changed: from(18, true) })
  expect(late.verdict).toBe('improved')
  expect(late.cost.estimate).toBeCloseTo(-0.3, 1)
  expect(ask({ changed: from(9, false) })).toMatchObject({
    verdict: 'inconclusive',
    reason: 'turned',
  })
})

test('nothing sold before, after or anywhere: what is saved counts, and every figure is one', () => {
  const unsold = (clicks: number) => days({ clicks, sold: 0 })
  const untouched = UNTOUCHED.map(() => ({ before: unsold(500), after: unsold(500) }))
  const measured = ask({ changed: { before: unsold(1000), after: unsold(700) }, untouched })
  expect(measured.cost.estimate).toBeCloseTo(-0.3, 2)
  const { estimate, low, high } = measured.monthlyMicros!
  for (const figure of [estimate, low, high, measured.chanceOfGain!, measured.usualMicros])
    expect(Number.isFinite(figure)).toBe(true)
})

test('what is stopped altogether saves what it would have cost, and loses what it would have sold', () => {
  // Clicks of unlike worth: what never sold is then not taken for unlucky.
  const unlike = UNTOUCHED.map((_, i) => ({
    before: days({ clicks: 400 + 20 * i, sold: 2 * i }),
    after: days({ clicks: 400 + 20 * i, sold: 2 * i }),
  }))
  const stopped = (sold: number) =>
    ask({
      untouched: unlike,
      changed: { before: days({ clicks: 1000, sold }), after: days({ clicks: 0, sold: 0 }) },
    })
  const saved = stopped(0)
  expect(saved.verdict).toBe('improved')
  // 1,000 clicks a day at 1 €, of which none sold.
  expect(saved.usualMicros / MICROS).toBeCloseTo(30_000, -3)
  expect(saved.monthlyMicros!.estimate / MICROS).toBeGreaterThan(28_000)
  // 100 conversions a day at 20 € cost half of what they were worth.
  const lost = stopped(100)
  expect(lost.verdict).toBe('worsened')
  expect(lost.monthlyMicros!.estimate / MICROS).toBeCloseTo(-30_000, -3)
})

test('a unit that doubles by itself is one pair of many, whichever half it is in', () => {
  const unit = (clicks: number): ArmSums => ({
    clicks,
    costMicros: clicks * MICROS,
    conversions: 0,
  })
  const pair = (i: number, after: number) => ({
    now: { before: unit(100 + i), after: unit(80 + i) },
    later: { before: unit(100 + i), after: unit(after + i) },
  })
  const pairs = Array.from({ length: 10 }, (_, i) => pair(i, 100))
  const noise = { dispersion: 1.5, soldDispersion: 1.5, drift: 0.1 }
  const calm = halvesEffect(pairs, noise, null)
  const wild = halvesEffect([pair(0, 200), ...pairs.slice(1)], noise, null)
  expect([calm.costP, wild.costP].every((p) => p < 0.05)).toBe(true)
  expect(wild.cost.low).toBeLessThan(calm.cost.low - 0.02)
  expect(wild.cost.high).toBeLessThan(0)
})

test.each(['2026-02-20', '2026-03-15', '2026-10-05', '2026-10-24'])(
  'windows around a change of the clock, applied on %s, are whole weeks one after the other',
  (appliedOn) => {
    const { before, after, readyOn } = effectWindows(appliedOn, 7)
    expect([daysInRange(before.from, before.to), daysInRange(after.from, after.to)]).toEqual([
      28, 28,
    ])
    expect(daysInRange(before.to, after.from)).toBe(10)
    expect(daysInRange(after.to, readyOn)).toBe(9)
  },
)
