import { describe, expect, test } from 'vitest'
import { type Metrics, MICROS } from '#shared/metrics.ts'
import { drawNormal, uniformsFrom } from '../statistics/random.ts'
import type { WatchedEntity } from './account-effects.ts'
import { measureEffect } from './measure-effect.ts'
import { type CountedSales, countedSales } from './sold-by-value.ts'
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
const ask = (factor: Factor, sales: CountedSales) =>
  measureEffect({
    kind: 'bids',
    changed: entity('own', factor),
    untouched: others(),
    worth: { micros: 20 * MICROS, sd: 0.05 },
    sales,
    confounders: 0,
  })

describe('a target ROAS was raised: fewer sales, dearer ones, for much less money', () => {
  const raised = { sold: 0.7, cost: 0.91, value: 1.8 }

  test('by their number it is worse, by what they bring it is better, and where that is not known of all nothing is said', () => {
    expect(ask(raised, 'by-number').verdict).toBe('worsened')
    expect(ask(raised, 'by-value')).toMatchObject({ verdict: 'improved', isByValue: true })
    expect(ask(raised, 'unlike')).toMatchObject({ verdict: 'inconclusive', reason: 'other-values' })
  })

  test('where each brings what it did, its number tells as well', () => {
    expect(ask({ sold: 0.7 }, 'unlike').verdict).toBe('worsened')
    expect(ask({ sold: 0.7 }, 'by-value').verdict).toBe('worsened')
  })

  test('amounts that shrink are seen though as many are sold', () => {
    expect(ask({ value: 0.6 }, 'by-number').verdict).not.toBe('worsened')
    expect(ask({ value: 0.6 }, 'by-value').verdict).toBe('worsened')
  })

  test('without a recorded amount they are counted by number', () => {
    const own = entity('own', { ...raised, value: 0 })
    const none = { ...own, before: own.before.map((day) => ({ ...day, valueMicros: 0 })) }
    const question = { kind: 'bids', changed: none, untouched: others() } as const
    const asked = { ...question, worth: { micros: 20 * MICROS, sd: 0.05 }, confounders: 0 }
    expect(measureEffect({ ...asked, sales: 'by-value' })).toEqual(
      measureEffect({ ...asked, sales: 'by-number' }),
    )
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

test('amounts as unlike as those of a shop are no effect: of sixty that did nothing, few are told to have one', () => {
  const verdicts = Array.from({ length: 60 }, (_, i) =>
    measureEffect({
      kind: 'bids',
      changed: entity(`still ${i}`),
      untouched: Array.from({ length: 10 }, (_, k) => entity(`still ${i} ${k}`)),
      worth: { micros: 20 * MICROS, sd: 0.05 },
      sales: 'by-value',
      confounders: 0,
    }),
  )
  const told = verdicts.filter(({ verdict }) => verdict === 'improved' || verdict === 'worsened')
  expect(told.length).toBeLessThanOrEqual(5)
})

const counted = (all: Parameters<typeof countedSales>[0], aimsAtValue?: boolean) =>
  countedSales(all, ['1'], aimsAtValue)

test('what sales bring counts where Google bids for it and it is recorded of all that sells', () => {
  const campaign = (biddingStrategyType: string, value: number, sold = 10) => ({
    ...{ id: '1', name: 'Tienda', status: 'ENABLED' as const, channelType: 'SEARCH' },
    ...{ budgetShared: false, biddingStrategyType },
    sums: { conversionsMicros: sold * MICROS, valueMicros: value * MICROS },
  })
  expect(counted([campaign('TARGET_CPA', 800)])).toBe('by-number')
  expect(counted([campaign('TARGET_ROAS', 800)])).toBe('by-value')
  expect(counted([campaign('TARGET_ROAS', 800), campaign('TARGET_CPA', 400)])).toBe('by-value')
  expect(counted([campaign('TARGET_ROAS', 800), campaign('TARGET_CPA', 0)])).toBe('unlike')
  expect(counted([campaign('TARGET_ROAS', 800), campaign('TARGET_CPA', 0, 0)])).toBe('by-value')
  expect(counted([campaign('TARGET_ROAS', 0)])).toBe('unlike')
  // Tried on one half: the campaign itself bids otherwise.
  expect(counted([campaign('TARGET_CPA', 800)], true)).toBe('by-value')
})
