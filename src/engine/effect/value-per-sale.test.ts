import { describe, expect, test } from 'vitest'
import { type Metrics, MICROS } from '#shared/metrics.ts'
import { drawNormal, uniformsFrom } from '../statistics/random.ts'
import type { WatchedEntity } from './account-effects.ts'
import { measureEffect } from './measure-effect.ts'
import { isAnotherValue } from './value-per-sale.ts'

type Factor = { sold?: number; cost?: number; value?: number }

/** Some 36 sales a day of 80 € each, give or take 60 %, for 700 €; after the change times the factors. */
function entity(seed: string, { sold = 1, cost = 1, value = 1 }: Factor = {}): WatchedEntity {
  const next = uniformsFrom(seed)
  const day = (of: Required<Factor>): Metrics => {
    const sales = Math.max(1, Math.round((36 + 7 * drawNormal(next)) * of.sold))
    const orders = Array.from({ length: sales }, () => 80 * Math.exp(0.6 * drawNormal(next)))
    return {
      impressions: 20_000,
      clicks: 1_000,
      costMicros: Math.round((700 + 25 * drawNormal(next)) * of.cost * MICROS),
      conversionsMicros: sales * MICROS,
      valueMicros: Math.round(orders.reduce((all, one) => all + one, 0) * of.value * MICROS),
    }
  }
  const days = (of: Required<Factor>) => Array.from({ length: 28 }, () => day(of))
  return {
    before: days({ sold: 1, cost: 1, value: 1 }),
    after: days({ sold, cost, value }),
  }
}

const others = (factor: Factor = {}) =>
  Array.from({ length: 14 }, (_, i) => entity(`other ${i}`, factor))
const ask = (factor: Factor, bidsForValue: boolean) =>
  measureEffect({
    kind: 'bids',
    changed: entity('own', factor),
    untouched: others(),
    worth: { micros: 20 * MICROS, sd: 0.05 },
    bidsForValue,
    confounders: 0,
  })

describe('a target ROAS was raised: fewer sales, dearer ones, for much less money', () => {
  const raised = { sold: 0.7, cost: 0.91, value: 1.5 }

  test('by their number it is worse; by what they bring it is not, and nothing is said', () => {
    expect(ask(raised, false).verdict).toBe('worsened')
    expect(ask(raised, true)).toMatchObject({ verdict: 'inconclusive', reason: 'other-values' })
  })

  test('where each brings what it did, it is judged', () => {
    expect(ask({ sold: 0.7 }, true).verdict).toBe('worsened')
  })
})

test('amounts that are recorded otherwise everywhere are no doing of the change', () => {
  const own = entity('own', { value: 0.5 })
  expect(isAnotherValue(own, others())).toBe(true)
  expect(isAnotherValue(own, others({ value: 0.5 }))).toBe(false)
  const unknown = entity('own', { value: 0 })
  expect(isAnotherValue(unknown, others())).toBe(false)
})

test('of what did not move it is said seldom', () => {
  const seen = Array.from({ length: 200 }, (_, i) => isAnotherValue(entity(`own ${i}`), others()))
  expect(seen.filter(Boolean).length).toBeLessThan(24)
})
