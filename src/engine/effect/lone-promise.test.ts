import { expect, test } from 'vitest'
import { lonePromiseOf } from './lone-promise.ts'
import { boundsOf, chanceOfLooks } from './looks.ts'
import type { MeasuredEffect } from './measure-effect.ts'
import { errorOf } from './net-effect.ts'

const monthlyMicros = { estimate: 0, low: -196, high: 196 }
const ERROR = errorOf(monthlyMicros)
/** Weeks in which nothing was applied, with so much of all information at the first of three looks. */
const promised = (first: number) =>
  lonePromiseOf({ reason: null, monthlyMicros, fractions: [first] } as MeasuredEffect)!

test('where all is chance, weeks thin it out: two looks more, each of which sees less', () => {
  const { looks, chanceOf } = promised(1 / 3)
  expect(looks.map(({ weeks }) => weeks)).toEqual([4, 8, 12])
  const least = looks.map(({ leastMicros }) => leastMicros)
  expect(least).toEqual(least.toSorted((a, b) => b - a))
  expect(least[2]! / least[0]!).toBeLessThan(0.6)
  const thirds = chanceOfLooks([1 / 3, 2 / 3, 1], (2 * ERROR) / (ERROR * Math.sqrt(1 / 3)))
  expect(chanceOf(2 * ERROR)).toBeCloseTo(thirds, 6)
})

test('where half is drift, which goes on, twelve weeks promise hardly more than four', () => {
  const { looks, chanceOf } = promised(2 / 3)
  expect(looks.map(({ weeks }) => weeks)).toEqual([4, 8, 12])
  const once = chanceOfLooks([1], 2)
  const ifItStoodStill = chanceOfLooks(
    [2 / 3, 5 / 6, 1],
    2 / Math.sqrt(2 / 3),
    boundsOf([2 / 3, 5 / 6, 1]),
  )
  expect(chanceOf(2 * ERROR)).toBeLessThan(ifItStoodStill - 0.04)
  expect(chanceOf(2 * ERROR)).toBeLessThan(once + 0.01)
})

test('where all is drift there is one look, and nothing is promised of what could not be judged', () => {
  expect(promised(1).looks.map(({ weeks }) => weeks)).toEqual([4])
  const unjudged = { reason: 'no-control', monthlyMicros, fractions: [1] } as unknown
  expect(lonePromiseOf(unjudged as MeasuredEffect)).toBeNull()
})
