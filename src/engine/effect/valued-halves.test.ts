import { describe, expect, test } from 'vitest'
import { MICROS } from '#shared/metrics.ts'
import type { ExperimentFigures } from './experiment-effect.ts'
import { measuredInExperiment } from './experiment-verdict.ts'
import type { CountedSales } from './sold-by-value.ts'
import { valuedHalves } from './valued-halves.ts'
import { countedUnits } from './valued-units.ts'

/** A target ROAS tried on half: it sells fewer and dearer, for less. Google's estimates at 95 %. */
const figures: ExperimentFigures = {
  control: { clicks: 9_000, costMicros: 9_000 * MICROS, conversions: 600, value: 48_000 },
  treatment: { clicks: 7_600, costMicros: 7_200 * MICROS, conversions: 420, value: 52_800 },
  cost: { estimate: -0.2, margin: 0.04, p: 1e-20 },
  conversions: { estimate: -180, margin: 62.7, p: 1.83e-8 },
  value: { estimate: 0.1, margin: 0.1372, p: 0.1531 },
  byDay: null,
}

const judged = (sales: CountedSales, found = figures) =>
  measuredInExperiment({
    figures: found,
    sales,
    worth: { micros: 20 * MICROS, sd: 0.05, source: 'roas' },
    look: { weeks: 12, fractions: [1 / 3, 2 / 3] },
    dayOfLook: () => '2027-01-01',
    windowDays: 84,
    measuredOn: '2027-01-01',
    measuredTo: '2026-12-24',
    currencyCode: 'EUR',
    campaignId: '5',
  })

describe('an experiment with what bids for value', () => {
  test('by number it is worse, by what its sales bring it is better', () => {
    expect(judged('by-number').verdict).toBe('worsened')
    const byValue = judged('by-value')
    expect(byValue.verdict).toBe('improved')
    expect(byValue.money).toMatchObject({ isByValue: true })
    expect(byValue.money!.conversions.estimate).toBeCloseTo(0.1, 6)
  })

  test('its error is the one that Google prints of values', () => {
    const { low, high } = judged('by-value').money!.conversions
    expect(Math.log((1 + high) / (1 + low)) / 2).toBeCloseTo(0.1372 / 1.1, 6)
  })

  test('where Google does not tell what one half brought, number is what there is', () => {
    const { value: _, ...control } = figures.control
    expect(valuedHalves({ ...figures, control })).toBeNull()
    expect(judged('by-value', { ...figures, control })).toEqual(
      judged('by-number', { ...figures, control }),
    )
  })

  test('days count alike, in sales of the half that was left alone', () => {
    const day = { clicks: 100, costMicros: 100 * MICROS, conversions: 5, value: 800 }
    const byDay = { treatment: [day], control: [{ ...day, value: 400 }] }
    expect(valuedHalves({ ...figures, byDay })!.byDay).toMatchObject({
      treatment: [{ conversions: 10 }],
      control: [{ conversions: 5 }],
    })
  })
})

describe('units of a drawn card', () => {
  const sums = (conversions: number, value: number) => ({
    ...{ clicks: 50, costMicros: 50 * MICROS },
    ...{ conversions, value },
  })
  // Forty a sale before; one then sells half as many at twice as much.
  const units = new Map([
    ['a', [sums(4, 160), sums(4, 160), sums(2, 160)]],
    ['b', [sums(2, 80), sums(2, 80), sums(2, 80)]],
  ])

  test('count by what they brought, at what was usual before anything changed', () => {
    const { figures: counted, isByValue } = countedUnits(units, { sales: 'by-value', known: 2 })
    expect(isByValue).toBe(true)
    expect(counted.get('a')!.map(({ conversions }) => conversions)).toEqual([4, 4, 4])
    expect(counted.get('b')!.map(({ conversions }) => conversions)).toEqual([2, 2, 2])
  })

  test('or by number, where that is asked or nothing has an amount', () => {
    const byNumber = countedUnits(units, { sales: 'by-number', known: 2 })
    expect(byNumber).toEqual({ figures: units, isByValue: false })
    const without = new Map([['a', [sums(4, 0), sums(4, 0), sums(2, 90)]]])
    const none = countedUnits(without, { sales: 'by-value', known: 2 })
    expect(none).toEqual({ figures: without, isByValue: false })
  })
})
