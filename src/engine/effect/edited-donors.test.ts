import { expect, test } from 'vitest'
import type { Metrics } from '#shared/metrics.ts'
import { effectsOn, type WatchedEntity } from './account-effects.ts'
import { weighedMean } from './edited-donors.ts'

// Numbers from the whole matrix, variance + drift² on its diagonal and .3²·e·e′ beside, inverted elsewhere.
const moved = (edited: readonly number[]) =>
  [0.1, 0.2, -0.1].map((log, i) => ({
    log,
    variance: [0.01, 0.02, 0.01][i]!,
    edited: edited[i]!,
  }))

test('without edits it is the mean by the variances', () => {
  const { log, variance } = weighedMean(moved([0, 0, 0]), 0.01)
  expect(log).toBeCloseTo(0.05, 12)
  expect(variance).toBeCloseTo(0.0075, 12)
})

test('one of which much was changed weighs less, and one that was left alone more', () => {
  const { log, variance } = weighedMean(moved([0, 0.5, 0.2]), 0.01)
  expect(log).toBeCloseTo(0.037586206896551726, 12)
  expect(variance).toBeCloseTo(0.009982758620689655, 12)
})

test('where all were changed alike nothing averages their edits out: .3² · .1² stays, of however many', () => {
  const { log, variance } = weighedMean(moved([0.1, 0.1, 0.1]), 0.01)
  expect(log).toBeCloseTo(0.05, 12)
  expect(variance).toBeCloseTo(0.0084, 12)
  const many = Array.from({ length: 1_000 }, () => moved([0.1, 0.1, 0.1])).flat()
  expect(weighedMean(many, 0.01).variance).toBeGreaterThan(0.0009)
})

test('twenty of which a tenth was changed still tell of one, a little less surely than if nothing had been', () => {
  const day = (clicks: number): Metrics => ({
    impressions: clicks * 20,
    clicks,
    costMicros: clicks * 1e6,
    conversionsMicros: clicks * 5e4,
    valueMicros: 0,
  })
  const still = (clicks: number, edited: number): WatchedEntity => {
    const days = Array.from({ length: 28 }, () => day(clicks))
    return { before: days, after: days, edited }
  }
  const against = (edited: number) =>
    effectsOn(
      still(500, 0),
      Array.from({ length: 20 }, (_, i) => still(400 + 20 * i, edited)),
      { otherChanges: 0, worthMicros: null },
    )
  const [untouched, edited] = [against(0), against(0.1)]
  for (const name of ['cost', 'conversions'] as const) {
    expect(edited[name].log).toBeCloseTo(untouched[name].log, 12)
    const more = edited[name].variance - untouched[name].variance
    expect(more).toBeCloseTo(0.0009, 4)
  }
})
