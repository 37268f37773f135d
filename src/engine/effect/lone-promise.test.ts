import { expect, test } from 'vitest'
import { lonePromiseOf } from './lone-promise.ts'
import { boundsOf, chanceOfLooks } from './looks.ts'
import type { MeasuredEffect } from './measure-effect.ts'
import { errorOf } from './net-effect.ts'

const within = (times: number) => ({ estimate: 0, low: -196 * times, high: 196 * times })
const ERROR = errorOf(within(1))
/** Weeks in which nothing was applied, with so much of all information by then, told so many times as badly as the first. */
const looked = (fractions: number[], times = 1, more: Partial<MeasuredEffect> = {}) =>
  ({
    reason: null,
    monthlyMicros: within(times),
    fractions,
    ...more,
  }) as unknown as MeasuredEffect
const promised = (...past: MeasuredEffect[]) => lonePromiseOf(past)!

test('where all is chance, weeks thin it out: two looks more, each of which sees less', () => {
  const { looks } = promised(looked([1 / 3]))
  expect(looks.map(({ weeks }) => weeks)).toEqual([4, 8, 12])
  const least = looks.map(({ leastMicros }) => leastMicros)
  expect(least).toEqual(least.toSorted((a, b) => b - a))
  expect(least[2]! / least[0]!).toBeLessThan(0.65)
})

test('what is nearly sure is promised less surely, and what is unlikely is not ruled out: the error to come is not known', () => {
  const { chanceOf } = promised(looked([1 / 3]))
  const thirds = (errors: number) => chanceOfLooks([1 / 3, 2 / 3, 1], errors * Math.sqrt(3))
  // Withheld verdicts alone would leave .95 of it.
  expect(chanceOf(2 * ERROR)).toBeLessThan(0.94 * thirds(2))
  expect(chanceOf(0.4 * ERROR)).toBeGreaterThan(thirds(0.4))
})

test('what is told as seen in four of five cases is promised with that chance', () => {
  const { looks, chanceOf } = promised(looked([1 / 2]))
  expect(chanceOf(looks.at(-1)!.leastMicros)).toBeCloseTo(0.8, 4)
})

test('where half is drift, which goes on, twelve weeks promise hardly more than four', () => {
  const { looks, chanceOf } = promised(looked([2 / 3]))
  expect(looks.map(({ weeks }) => weeks)).toEqual([4, 8, 12])
  const ifItStoodStill = chanceOfLooks(
    [2 / 3, 5 / 6, 1],
    2 / Math.sqrt(2 / 3),
    boundsOf([2 / 3, 5 / 6, 1]),
  )
  expect(chanceOf(2 * ERROR)).toBeLessThan(ifItStoodStill - 0.04)
  expect(chanceOf(2 * ERROR)).toBeLessThan(promised(looked([1])).chanceOf(2 * ERROR) + 0.02)
})

test('what eight and twelve weeks told of the past is half of what is promised of them', () => {
  // A quarter of the first look's variance is drift: .25 · 2 + .75 / 2 and .25 · 3 + .75 / 3 of it are expected of the others.
  const [eight, twelve] = [Math.sqrt(0.875), 1]
  const chanceWhere = (times: number) =>
    promised(
      looked([0.5]),
      looked([0.5, 0.75], times * eight),
      looked([0.5, 0.75, 1], times * twelve),
    ).chanceOf(1.5 * ERROR)
  const byLaw = promised(looked([0.5])).chanceOf(1.5 * ERROR)
  expect(chanceWhere(1)).toBeCloseTo(byLaw, 6)
  expect(chanceWhere(0.6)).toBeGreaterThan(byLaw + 0.05)
  expect(chanceWhere(1.4)).toBeLessThan(byLaw - 0.02)
})

test('where eight weeks of the past told as much as twelve could, they are the last', () => {
  const { looks } = promised(looked([0.5]), looked([0.5, 1]))
  expect(looks.map(({ weeks }) => weeks)).toEqual([4, 8])
})

test('a longer past that tells nothing, or is not known, leaves it to the shorter one', () => {
  const short = promised(looked([0.5])).chanceOf(ERROR)
  const silent = looked([0.5, 0.6], 9, { reason: 'disturbed' })
  expect(promised(looked([0.5]), silent).chanceOf(ERROR)).toBe(short)
})

test('nothing is promised for sure: a verdict may be withheld for odd days', () => {
  expect(promised(looked([0.5])).chanceOf(9 * ERROR)).toBeLessThan(0.96)
})

test('where all is drift there is one look, and nothing is promised of what could not be judged', () => {
  expect(promised(looked([1])).looks.map(({ weeks }) => weeks)).toEqual([4])
  expect(lonePromiseOf([looked([1], 1, { reason: 'no-control' })])).toBeNull()
  expect(lonePromiseOf([])).toBeNull()
})
