import { expect, test } from 'vitest'
import type { Measured } from '#shared/measured.ts'
import { uniformsFrom } from '../statistics/random.ts'
import { clustersOfTexts } from './halves-clusters.ts'
import { drawHalves } from './halves-draw.ts'
import type { ArmSums, ComparedPair } from './halves-effect.ts'
import { halvesEffect } from './halves-effect.ts'
import { chanceOfHalves, leastSeenInHalves } from './halves-promise.ts'
import type { HalvesOutlook } from './halves-variance.ts'
import { measuredInHalves } from './halves-verdict.ts'

const EURO = 1_000_000
const worth = { micros: 30 * EURO, sd: 0.1 }
const noise = { dispersion: 1.5, soldDispersion: 1.5, drift: 0.15 }
const unit = (clicks: number, conversions = 0): ArmSums => ({
  clicks,
  costMicros: clicks * EURO,
  conversions,
})

const outlook = (
  pairs: number,
  clicks: number,
  more: Partial<HalvesOutlook> = {},
): HalvesOutlook => ({
  pairs: Array.from({ length: pairs }, () => [unit(clicks), unit(clicks)] as const),
  wholeCostMicros: 2 * pairs * clicks * EURO,
  noise,
  worth,
  isStopped: true,
  ...more,
})

test('what all of it saves is seen in many pairs, and in five never', () => {
  const all = (pairs: number) => chanceOfHalves(outlook(pairs, 100), 2 * pairs * 100 * EURO)
  expect(all(12)).toBeGreaterThan(0.9)
  expect(all(5)).toBe(0)
  expect(leastSeenInHalves(outlook(5, 100))).toBeNull()
  // Eight pairs of which one is most of it are no eight.
  const heavy = [20_000, 4, 4, 4, 4, 4, 4, 4].map((clicks) => [unit(clicks), unit(clicks)] as const)
  expect(chanceOfHalves({ ...outlook(8, 100), pairs: heavy }, 20_000 * EURO)).toBe(0)
})

test('the smallest effect that is seen is seen in four of five cases, and falls with the pairs', () => {
  const least = leastSeenInHalves(outlook(12, 100))!
  expect(chanceOfHalves(outlook(12, 100), least)).toBeGreaterThanOrEqual(0.8)
  expect(chanceOfHalves(outlook(12, 100), least * 0.8)).toBeLessThan(0.8)
  const share = (pairs: number) =>
    leastSeenInHalves(outlook(pairs, 100))! / outlook(pairs, 100).wholeCostMicros
  expect(share(40)).toBeLessThan(share(12))
})

test('more is seen of what stops than of what only changes', () => {
  const of = (isStopped: boolean) => chanceOfHalves(outlook(12, 100, { isStopped }), 700 * EURO)
  expect(of(true)).toBeGreaterThan(of(false))
})

const question = (pairs: readonly ComparedPair[]) => ({
  pairs,
  noise,
  worth: { ...worth, source: 'goal' as const },
  shareNow: 0.5,
  shareCompared: 0.5,
  windowDays: 28,
  crossed: { units: 0, of: pairs.length },
  measuredOn: '2026-11-20',
  measuredTo: '2026-11-12',
  currencyCode: 'EUR',
  campaignIds: ['1'],
})

const stopped = (cost: number, sold: number): ComparedPair => ({
  now: { before: unit(cost, sold), after: unit(0) },
  later: { before: unit(cost, sold), after: unit(cost, sold) },
})

test('nothing sold on either side: what was saved is the gain, carried over to the whole card', () => {
  const measured = measuredInHalves(
    question(Array.from({ length: 8 }, (_, i) => stopped(90 + i, 0))),
  )
  expect(measured).toMatchObject({ verdict: 'improved', halves: { pairs: 8, p: 2 / 256 } })
  // 8 × 93.5 € in 28 days, of half a card.
  const { estimate, low, high } = measured.monthlyMicros!
  expect(estimate / EURO).toBeCloseTo(((8 * 93.5) / 28) * 30 * 2, 0)
  expect([low < estimate, high > estimate].every(Boolean)).toBe(true)
  expect(JSON.parse(JSON.stringify(measured))).toEqual(measured)
})

test('worse where what was stopped sold more than it cost; nothing where half the others were changed too', () => {
  const pairs = Array.from({ length: 8 }, (_, i) => stopped(90 + i, 8))
  expect(measuredInHalves(question(pairs)).verdict).toBe('worsened')
  const crossed = measuredInHalves({ ...question(pairs), crossed: { units: 4, of: 8 } })
  expect(crossed).toMatchObject({ verdict: 'inconclusive', monthlyMicros: null })
  // What is no comparison any more shows no figure of one.
  const none = { estimate: 0, low: 0, high: 0 }
  expect(crossed).toMatchObject({ kpi: { change: none }, money: { conversions: none } })
  expect(crossed.note).toContain('4 de las 8 partes')
})

test('nothing sold on either side tells little where one sale would be worth more than was saved', () => {
  const pairs = Array.from({ length: 8 }, (_, i) => stopped(90 + i, 0))
  const dear = { micros: 400 * EURO, sd: 0.1, source: 'goal' as const }
  const measured = measuredInHalves({ ...question(pairs), worth: dear })
  expect(measured).toMatchObject({ verdict: 'inconclusive', halves: { p: 2 / 256 } })
  expect(measured.monthlyMicros!.low).toBeLessThan(0)
  expect(measured.note).toMatch(/se vendió tan poco que aún no se sabe si compensa\.$/)
})

test('of what pays for itself and sells twice a window hardly any is called better, as was said before', () => {
  const next = uniformsFrom('rare')
  const tried = Array.from({ length: 200 }, () => {
    const pairs = Array.from({ length: 8 }, () => rareStop(next))
    const worthSold = { micros: PAYS_AT * EURO, sd: 0.1, source: 'goal' as const }
    return {
      ...measuredInHalves({ ...question(pairs), worth: worthSold }),
      promised: chanceOfHalves(
        outlook(8, 100, {
          pairs: pairs.map(({ now, later }) => [now.before, later.before] as const),
          worth: worthSold,
        }),
        0,
      ),
    }
  })
  const share = (of: (one: (typeof tried)[number]) => boolean) => tried.filter(of).length / 200
  expect(share(({ verdict }) => verdict === 'improved')).toBeLessThan(0.05)
  expect(share(({ verdict }) => verdict === 'worsened')).toBeLessThan(0.05)
  const isHeld = ({ monthlyMicros }: Measured) =>
    monthlyMicros!.low <= 0 && monthlyMicros!.high >= 0
  expect(share(isHeld)).toBeGreaterThan(0.93)
  const promised = tried.reduce((sum, one) => sum + one.promised, 0) / 200
  expect(promised).toBeLessThan(0.05)
})

const SOLD_A_WINDOW = 2
const PAYS_AT = (8 * 100) / SOLD_A_WINDOW

/** Of a hundred clicks each; all eight units of a side sell twice a window. */
function rareStop(next: () => number): ComparedPair {
  const sells = () => (next() < SOLD_A_WINDOW / 8 ? 1 : 0)
  return {
    now: { before: unit(100, sells()), after: unit(0) },
    later: { before: unit(100, sells()), after: unit(100, sells()) },
  }
}

test('where a conversion may be worth half or double, what depends on it is not decided', () => {
  const pairs = Array.from({ length: 8 }, (_, i) => stopped(90 + i, 4))
  const guessed = { ...question(pairs), worth: { ...worth, sd: 0.5, source: 'average' as const } }
  const measured = measuredInHalves(guessed)
  expect(measured.verdict).toBe('inconclusive')
  expect(measured.halves!.p).toBeLessThan(0.05)
  expect(measured.note).toContain('depende de cuánto vale una conversión')
})

test('five pairs give a verdict to nothing, and no amount that cannot be kept', () => {
  const measured = measuredInHalves(question(Array.from({ length: 5 }, () => stopped(90, 0))))
  expect(measured).toMatchObject({ verdict: 'inconclusive', monthlyMicros: null })
  expect(JSON.stringify(measured)).not.toContain('null,"high"')
})

const saved = (weeks: number, times: number): ComparedPair[] =>
  Array.from({ length: 8 }, (_, i) => {
    const before = unit(weeks * 25 + i)
    // Three of eight pairs say the contrary.
    const isOdd = i < 3
    const now = unit((weeks * 25 + i) * (isOdd ? 1 + times / 3 : 1 - times))
    return { now: { before, after: now }, later: { before, after: unit(weeks * 25 + i) } }
  })
const cheap = { micros: 3 * EURO, sd: 0.1, source: 'goal' as const }
const dayOfLook = (weeks: number) => `2026-12-${weeks + 10}`

test('what may still be chance is looked at again on a day that is said, and is no verdict until then', () => {
  const look = { weeks: 4, fractions: [], earlier: [], isStopped: false, dayOfLook }
  const first = measuredInHalves({ ...question(saved(4, 0.3)), worth: cheap, look })
  expect(first.looks!.next).toEqual({ weeks: 8, on: '2026-12-18' })
  expect(first.looks!.fractions[0]).toBeLessThan(0.9)
  expect(first).toMatchObject({
    verdict: 'inconclusive',
    note: expect.stringMatching(/Aún puede ser casualidad\.$/),
  })
  const last = {
    weeks: 12,
    fractions: [0.4, 0.7],
    earlier: [saved(4, 0.3), saved(8, 0.3)],
    isStopped: false,
    dayOfLook,
  }
  const third = measuredInHalves({ ...question(saved(12, 0.3)), worth: cheap, look: last })
  expect(third.looks).toEqual({ fractions: [0.4, 0.7, 1], next: null })
  expect(third.verdict).toBe('inconclusive')
})

test('a difference that five of a hundred throws give decides alone, but not as the first of several looks', () => {
  const sizes = [40, 45, 50, 55, 150, 160, 170]
  const pairs = [...sizes.map((size) => stopped(size, 0)), stopped(63, 4)]
  const sure = { ...question(pairs), worth: { ...worth, sd: 0, source: 'goal' as const } }
  const look = { weeks: 4, fractions: [], earlier: [], isStopped: true, dayOfLook }
  const [alone, first] = [measuredInHalves(sure), measuredInHalves({ ...sure, look })]
  expect(alone).toMatchObject({ verdict: 'improved', halves: { p: 12 / 256 } })
  expect(first).toMatchObject({ verdict: 'inconclusive', halves: { p: 12 / 256 } })
  expect(first.looks!.next).toEqual({ weeks: 8, on: '2026-12-18' })
})

test('ten thousand units are drawn and judged in seconds, and their flips are the same coins', () => {
  const next = uniformsFrom('many')
  const units = Array.from({ length: 10_000 }, (_, i) => ({
    key: `u${i}`,
    costMicros: EURO * (1 + 20 * next()),
    conversions: 0,
  }))
  const started = performance.now()
  const { pairs } = drawHalves(units, 'many')
  expect(pairs).toHaveLength(5_000)
  const compared = pairs.map((): ComparedPair => stopped(10 * (0.5 + next()), 0))
  const effect = halvesEffect(compared, noise, worth)
  expect(effect.netMicros!.low).toBeGreaterThan(0)
  expect(performance.now() - started).toBeLessThan(20_000)
})

test('of thousands of units each is looked at as often as of a few: the dialog does not wait for it', () => {
  const readsOfEach = (pairs: number) => {
    let reads = 0
    const counted = (clicks: number) => ({
      costMicros: clicks * EURO,
      conversions: 0,
      get clicks() {
        reads++
        return clicks
      },
    })
    const own = Array.from({ length: pairs }, () => [counted(100), counted(100)] as const)
    chanceOfHalves(outlook(pairs, 100, { pairs: own }), pairs * 100 * EURO)
    return reads / pairs
  }
  expect(readsOfEach(800)).toBeCloseTo(readsOfEach(50), 6)
})

test('searches of nearly the same words stay together, those of other words do not', () => {
  const clusters = clustersOfTexts([
    'zapatos de mujer baratos',
    'zapato barato mujer',
    'comprar zapatos mujer baratos',
    'botas de montaña',
    'sandalias de niño',
  ])
  expect(new Set(clusters.slice(0, 3)).size).toBe(1)
  expect(new Set(clusters).size).toBe(3)
})
