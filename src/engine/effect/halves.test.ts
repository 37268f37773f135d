import { expect, test } from 'vitest'
import { drawNormal, uniformsFrom } from '../statistics/random.ts'
import { flipTest } from './flip-test.ts'
import { drawHalves, type Unit } from './halves-draw.ts'
import { type ComparedPair, halvesEffect } from './halves-effect.ts'
import { partsOf } from './halves-parts.ts'

const equal = (differences: readonly number[]) =>
  differences.map((difference) => ({ difference, weight: 1 }))

test('p and interval of eight pairs are those of all 256 flips', () => {
  const { estimate, low, high, p } = flipTest(
    equal([-0.31, -0.12, -0.25, 0.06, -0.18, -0.4, -0.09, -0.22]),
  )
  expect(estimate).toBeCloseTo(-0.18875, 6)
  expect(p).toBeCloseTo(4 / 256, 9)
  expect(low).toBeCloseTo(-0.31, 4)
  expect(high).toBeCloseTo(-0.07, 4)
})

test('money by pair, and weights', () => {
  const money = flipTest(equal([120, 45, 60, -15, 80, 30, 95, -10]))
  expect(money.p).toBeCloseTo(8 / 256, 9)
  expect(money.low).toBeCloseTo(7.5, 2)
  expect(money.high).toBeCloseTo(91.67, 2)
  const variances = [0.04, 0.02, 0.1, 0.05]
  const weighted = [-0.25, -0.1, -0.4, 0.05].map((difference, i) => ({
    difference,
    weight: 1 / variances[i]!,
  }))
  expect(flipTest(weighted).estimate).toBeCloseTo(-0.135714, 6)
})

test('five pairs can never be sure', () => {
  expect(flipTest(equal([-1, -1.1, -0.9, -1.2, -1])).p).toBeGreaterThan(0.05)
})

const units = (count: number, seed = 'units'): Unit[] => {
  const next = uniformsFrom(seed)
  return Array.from({ length: count }, (_, i) => {
    const costMicros = Math.exp(16 + drawNormal(next))
    return { key: `u${i}`, costMicros, conversions: costMicros / 2e7 }
  })
}

test('the same units give the same halves in any order, another seed gives others', () => {
  const all = units(40)
  const drawn = drawHalves(all, 'card 1')
  expect(drawHalves(all.toReversed(), 'card 1')).toEqual(drawn)
  expect(drawHalves(all, 'card 2').pairs).not.toEqual(drawn.pairs)
  const seen = drawn.pairs.flatMap(({ now, later }) => [...now, ...later])
  expect(new Set([...seen, ...drawn.outside]).size).toBe(40)
})

test('both halves are alike in past cost, in whatever seed, and each is drawn as often', () => {
  const all = units(40)
  const cost = new Map(all.map(({ key, costMicros }) => [key, costMicros]))
  const sumOf = (keys: readonly string[]) => keys.reduce((sum, key) => sum + cost.get(key)!, 0)
  let first = 0
  for (let seed = 0; seed < 200; seed++) {
    const { pairs } = drawHalves(all, String(seed))
    const [now, later] = [pairs.flatMap((one) => one.now), pairs.flatMap((one) => one.later)]
    expect(sumOf(now) / sumOf(later)).toBeGreaterThan(0.6)
    expect(sumOf(now) / sumOf(later)).toBeLessThan(1.7)
    if (now.includes('u0')) first++
  }
  expect(first).toBeGreaterThan(70)
  expect(first).toBeLessThan(130)
})

test('one that would decide alone, one without cost and the odd one are changed now and prove nothing', () => {
  const all = [
    ...units(10),
    { key: 'whale', costMicros: 1e12, conversions: 1 },
    { key: 'idle', costMicros: 0, conversions: 0 },
  ]
  const { outside, pairs } = drawHalves(all, 'x')
  expect(outside).toEqual(expect.arrayContaining(['whale', 'idle']))
  expect(pairs.length * 2 + outside.length).toBe(12)
})

test('what takes each other’s traffic stays together', () => {
  const all = units(20).map((unit, i) => ({ ...unit, cluster: `c${i % 8}` }))
  const { pairs } = drawHalves(all, 'x')
  const cluster = new Map(all.map(({ key, cluster: own }) => [key, own]))
  for (const { now, later } of pairs)
    for (const arm of [now, later]) expect(new Set(arm.map((key) => cluster.get(key))).size).toBe(1)
})

test('ten thousand units are drawn in no time', () => {
  const began = performance.now()
  expect(drawHalves(units(10_000), 'x').pairs.length).toBeGreaterThan(4_900)
  expect(performance.now() - began).toBeLessThan(3_000)
})

/** 16 units of 1,000 clicks at 1 €, those changed now with a share of their cost. */
function pairsWith(share: number, seed: string, count = 8): ComparedPair[] {
  const next = uniformsFrom(seed)
  const arm = (times: number) => {
    const sums = (clicks: number) => ({
      clicks,
      costMicros: clicks * 1e6,
      conversions: clicks / 20,
    })
    return { before: sums(1000), after: sums(1000 * times * Math.exp(0.05 * drawNormal(next))) }
  }
  return Array.from({ length: count }, () => ({ now: arm(share), later: arm(1) }))
}

test('a fifth less cost in one half is seen, and is money', () => {
  const noise = { dispersion: 1.5, soldDispersion: 1.5, drift: 0.05 }
  const found = halvesEffect(pairsWith(0.8, 'fifth'), noise, { micros: 0, sd: 0 })
  expect(found.costP).toBeLessThan(0.05)
  expect(found.cost.low).toBeLessThan(-0.2)
  expect(found.cost.high).toBeGreaterThan(-0.2)
  expect(found.isEnough).toBe(true)
  expect(found.netMicros!.low).toBeGreaterThan(0)
  expect(found.netMicros!.estimate / 1e6).toBeGreaterThan(1_200)
  expect(found.netMicros!.estimate / 1e6).toBeLessThan(2_000)
  expect(halvesEffect(pairsWith(0.8, 'few', 5), noise, null).isEnough).toBe(false)
})

test('what stops saves what it costs: that some parts cost ten times as much as others is no chance', () => {
  const next = uniformsFrom('unlike')
  const arm = (clicks: number) => ({ clicks, costMicros: clicks * 1e6, conversions: clicks / 50 })
  const pairs = Array.from({ length: 12 }, (): ComparedPair => {
    const clicks = Math.round(1_000 * Math.exp(drawNormal(next)))
    const left = arm(Math.round(clicks * Math.exp(0.05 * drawNormal(next))))
    return {
      now: { before: arm(clicks), after: arm(0) },
      later: { before: arm(clicks), after: left },
    }
  })
  const noise = { dispersion: 1.5, soldDispersion: 1, drift: 0.05 }
  const worth = { micros: 20e6, sd: 0 }
  const { low, high, estimate, p } = halvesEffect(pairs, noise, worth, {
    isStopped: true,
  }).netMicros!
  expect(p).toBeCloseTo(2 / 2 ** 12, 9)
  // 12,342 €: 20,570 € were saved, less some 411 sales of 20 € that chance tells well.
  expect(estimate - low).toBeLessThan(0.15 * estimate)
  expect(high - estimate).toBeLessThan(0.15 * estimate)
})

test('pairs are held to parts by cost only where what stops does clearly more than chance, and parts never see the outcome', () => {
  const unit = (clicks: number, conversions: number) => ({
    clicks,
    costMicros: clicks * 1e6,
    conversions,
  })
  const sizes = [100, 200, 300, 400, 500, 900, 1_500, 2_000]
  const pairs = sizes.map((size) => [unit(size, size / 100), unit(size, size / 100)] as const)
  const net = (euros: number) => ({ perConversion: euros * 1e6, perCost: -1 })
  const stops = { isStopped: true, soldDispersion: 1.5 }
  const all = sizes.reduce((sum, size) => sum + size, 0)
  const byCost = sizes.map((size) => expect.closeTo(size / all, 9))
  const equal = sizes.map(() => 1 / 8)
  expect(partsOf(pairs, net(20), stops)).toEqual(byCost)
  // A conversion is worth what it costs.
  expect(partsOf(pairs, net(100), stops)).toEqual(equal)
  expect(partsOf(pairs, net(20), { ...stops, isStopped: false })).toEqual(equal)
  const free = pairs.map(() => [unit(0, 0), unit(0, 0)] as const)
  expect(partsOf(free, net(20), stops)).toEqual(equal)
})
