import { expect, test } from 'vitest'
import { MICROS } from '#shared/metrics.ts'
import type { CampaignSimulation } from '../../account/inventory.ts'
import type { WholeSnapshot } from '../../account/snapshot.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { campaign, sampleAccount } from '../../samples/sample-account.ts'
import { found } from '../../samples/sample-analysis.ts'

const base = sampleAccount()
const rule = 'bid-targets'

/** Conversions ~ target^a, cost ~ target^b around 12.50 €. */
const simulation = (a: number, b: number): CampaignSimulation => ({
  campaignId: '1',
  type: 'TARGET_CPA',
  from: '2026-11-01',
  to: '2026-11-07',
  points: [9, 10, 11, 12, 12.5, 13, 14, 15].map((value) => ({
    value: value * MICROS,
    clicks: 700,
    costMicros: 350 * (value / 12.5) ** b * MICROS,
    conversionsMicros: 28 * (value / 12.5) ** a * MICROS,
    valueMicros: 0,
  })),
})
const simulated = (a: number, b: number, more: Partial<WholeSnapshot> = {}) =>
  sampleAccount({
    campaigns: [campaign({ biddingStrategyType: 'TARGET_CPA', targetCpaMicros: 12.5 * MICROS })],
    targetCpaMicros: 30 * MICROS,
    inventory: { simulations: [simulation(a, b)] },
    ...more,
  })

test('Google’s simulation says which one is worth more, at most 15 % away', () => {
  const [up] = found(simulated(1.2, 1.6), rule)
  expect(up!.evidence.change!.operations).toEqual([
    {
      campaignOperation: {
        updateMask: 'targetCpa.targetCpaMicros',
        update: {
          resourceName: 'customers/{customerId}/campaigns/1',
          targetCpa: { targetCpaMicros: '14370000' },
        },
      },
    },
  ])
  expect(up!.evidence.forecast!.monthlyMidMicros).toBeGreaterThan(0)
  expect(unsupportedNumbers(up!)).toEqual([])
  const [down] = found(simulated(0.3, 2, { targetCpaMicros: 12 * MICROS }), rule)
  expect(down!.title).toContain('Baja el CPA objetivo')
  expect(unsupportedNumbers(down!)).toEqual([])
})

test('what a curve’s points err by is no gain', () => {
  // As many for 2 % less, or 1.5 % more for as much, where each point may be 1 % off; with a fifth less it is sure enough.
  expect(found(simulated(0, 0.15), rule)).toEqual([])
  expect(found(simulated(-0.1, 0), rule)).toEqual([])
  expect(found(simulated(0, 1.6), rule)[0]!.title).toContain('Baja el CPA objetivo')
})

test('one point that errs is not taken for the best target', () => {
  const flat = simulation(1, 1.95)
  const erring = flat.points.map((point) =>
    point.value === 14 * MICROS
      ? { ...point, conversionsMicros: 1.06 * point.conversionsMicros }
      : point,
  )
  const inventory = { simulations: [{ ...flat, points: erring }] }
  expect(found(simulated(1, 1.95, { inventory }), rule)).toEqual([])
})

test('where a budget holds the cost, a lower target that buys more says so', () => {
  const [card] = found(simulated(-0.6, 0), rule)
  expect(card!.description).toMatch(/y el coste un 0\s%: se compran más sin gastar más\./)
})

test('the coming month of a target has other clicks and rates than the window', () => {
  const ofClicks = (clicks: number) => {
    const { accountDays } = base
    const days = accountDays.map((day, i) => ({
      ...day,
      clicks: (day.clicks ?? 0) * (i % 60 < 30 ? 1 + clicks : 1 - clicks),
    }))
    const { forecast } = found(simulated(1.2, 1.6, { accountDays: days }), rule)[0]!.evidence
    return forecast!.monthlyHighMicros / forecast!.monthlyMidMicros
  }
  expect(ofClicks(0.5)).toBeGreaterThan(1.05 * ofClicks(0))
})

test('without the client’s figure or without a sure gain the target stays', () => {
  expect(found(simulated(1.2, 1.6, { targetCpaMicros: undefined }), rule)).toEqual([])
  expect(found(simulated(1, 1.95), rule)).toEqual([])
  const imported = simulated(1.2, 1.6, { account: { ...base.account, source: 'imported' } })
  expect(found(imported, rule)[0]!.evidence.change!.operations).toEqual([])
})
