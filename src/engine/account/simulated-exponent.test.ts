import { expect, test } from 'vitest'
import { MICROS } from '#shared/metrics.ts'
import { campaign } from '../samples/sample-account.ts'
import type { CampaignSimulation } from './inventory.ts'
import { simulatedExponent } from './simulated-exponent.ts'

type Type = CampaignSimulation['type']
type Over = Partial<Parameters<typeof campaign>[0]>

/** Conversions follow cost with exponent theta, value with half of it; cost follows what is changed. */
function curve(type: Type, theta: number, values: readonly number[]): CampaignSimulation {
  const points = values.map((value) => {
    const cost = type === 'TARGET_ROAS' ? 1 / value : value
    return {
      value: type === 'TARGET_ROAS' ? value : value * MICROS,
      clicks: 0,
      costMicros: Math.round(cost * 7 * MICROS),
      conversionsMicros: cost ** theta * MICROS,
      valueMicros: cost ** (theta / 2) * MICROS,
    }
  })
  return { campaignId: '2', type, from: '2026-11-01', to: '2026-11-07', points }
}

const BUDGETS = [30, 40, 50, 60, 70]
const told = (simulations: CampaignSimulation[], over: Over = {}) =>
  simulatedExponent({ inventory: { simulations } }, campaign({ id: '2', ...over }))

test('no curve, one of other values, or one that is flat tells nothing', () => {
  expect(told([])).toBeNull()
  expect(told([curve('BUDGET', 0.5, [60, 70, 80])])).toBeNull()
  expect(told([curve('BUDGET', 0.5, [40, 60])])).toBeNull()
  expect(told([curve('BUDGET', 0.5, [49, 50, 51])])).toBeNull()
  const flat = curve('BUDGET', 0.5, BUDGETS)
  const points = flat.points.map((point) => ({ ...point, costMicros: 7e6, conversionsMicros: 1e6 }))
  expect(told([{ ...flat, points }])).toBeNull()
})

test('the slope at what is set today, as far as Google may be believed', () => {
  const one = told([curve('BUDGET', 0.5, BUDGETS)])
  expect(one).toEqual({
    mean: expect.closeTo(0.5, 6),
    sd: expect.closeTo(0.1, 6),
    isOfBudget: true,
  })
  // Points that lie off leave it in more doubt.
  const rough = curve('BUDGET', 0.5, BUDGETS)
  const points = rough.points.map((point, i) => {
    return { ...point, conversionsMicros: point.conversionsMicros * (i % 2 ? 1.05 : 1) }
  })
  expect(told([{ ...rough, points }])!.sd).toBeGreaterThan(0.11)
})

test('a curve that bends is read near today', () => {
  const values = [5, 10, 20, 40, 50, 60]
  const bent = curve('BUDGET', 0.9, values)
  const points = bent.points.map((point, i) => {
    const above = Math.max(1, values[i]! / 40)
    return { ...point, conversionsMicros: Math.min(40, values[i]!) ** 0.9 * above ** 0.2 * MICROS }
  })
  const low = told([{ ...bent, points }], { budgetMicros: 10e6 })!
  expect(low.mean).toBeCloseTo(0.9, 1)
  expect(told([{ ...bent, points }], { budgetMicros: 60e6 })!.mean).toBeLessThan(0.4)
})

test('its target tells, or its budget where that is what limits', () => {
  const both = [curve('TARGET_CPA', 0.3, [8, 9, 10, 11, 12]), curve('BUDGET', 0.6, BUDGETS)]
  const aimed = { targetCpaMicros: 10e6 }
  expect(told(both, aimed)).toMatchObject({ mean: expect.closeTo(0.3, 6), isOfBudget: false })
  // A budget that leaves room says nothing of what a target buys last.
  expect(told(both.slice(1), aimed)).toBeNull()
  const impressionShare = { eligible: 400_000, lostToBudget: 40_000, lostToRank: 180_000 }
  const limited = { ...aimed, impressionShare }
  expect(told(both, limited)).toMatchObject({ mean: expect.closeTo(0.6, 6), isOfBudget: true })
  expect(told(both.slice(0, 1), limited)).toMatchObject({ isOfBudget: false })
})

test('of what it bids for: value, where that is its target', () => {
  const simulation = curve('TARGET_ROAS', 0.8, [3, 3.5, 4, 4.5, 5])
  const over = { biddingStrategyType: 'TARGET_ROAS', targetRoas: 4 }
  expect(told([simulation], over)!.mean).toBeCloseTo(0.4, 6)
  const budget = [curve('BUDGET', 0.8, BUDGETS)]
  expect(told(budget, { biddingStrategyType: 'MAXIMIZE_CONVERSION_VALUE' })!.mean).toBeCloseTo(
    0.4,
    6,
  )
})
