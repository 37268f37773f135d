import { expect, test } from 'vitest'
import { campaign } from '../samples/sample-account.ts'
import { usualExponent } from '../statistics/budget-response.ts'
import { boundShare, byHandBeyond } from './bound-by-hand.ts'

/** It spends 50 € a day. */
const share = (over: Parameters<typeof campaign>[0]) =>
  boundShare(campaign({ biddingStrategyType: 'MANUAL_CPC', ...over }), 90)
const lost = (part: number) => ({
  impressionShare: { eligible: 200_000, lostToBudget: part * 180_000, lostToRank: 0 },
})

test('the more of what it could be shown for a budget holds back, the more days end with it', () => {
  // Without it 50 € / .75 would be spent: in 6 of 7 cases of a spread of .33 that is more than 50 €.
  expect(share({ ...lost(1 / 3), budgetMicros: 50e6 })).toBeCloseTo(0.836, 2)
  expect(share({ ...lost(0.05), budgetMicros: 52e6 })).toBeCloseTo(0.55, 2)
  expect(share({ ...lost(0.01), budgetMicros: 60e6 })).toBeCloseTo(0.333, 2)
})

test('a budget that held nothing back, or no longer does, is not spent', () => {
  expect(share({ ...lost(0), budgetMicros: 50e6 })).toBe(0)
  const newestShare = { impressions: 9_000, eligible: 10_000, lostToBudget: 0, lostToRank: 1_000 }
  expect(share({ ...lost(0.1), budgetMicros: 50e6, newestShare })).toBe(0)
})

test('what maximises clicks bids as high as its budget allows, and loses no auction for it', () => {
  const clicks = { biddingStrategyType: 'TARGET_SPEND', ...lost(0) }
  expect(share({ ...clicks, budgetMicros: 52e6 })).toBe(1)
  expect(share({ ...clicks, budgetMicros: 100e6 })).toBe(0)
})

test('without impression share, of days that differ as much as is usual', () => {
  const unknown = { impressionShare: undefined } as Parameters<typeof campaign>[0]
  expect(share({ ...unknown, budgetMicros: 60e6 })).toBeCloseTo(0.32, 2)
  expect(share({ ...unknown, budgetMicros: 0 })).toBe(0)
})

test('by the days on which it was shown, not those of the window', () => {
  const exposure = { servedDays: 45, from: '2026-08-01', to: '2026-10-01' } as const
  expect(share({ ...lost(0.01), budgetMicros: 120e6, exposure })).toBeCloseTo(0.333, 2)
})

test('of a budget that is shared only what Google says was lost to it tells', () => {
  expect(share({ ...lost(0), budgetMicros: 50e6, budgetShared: true })).toBe(0)
  expect(share({ ...lost(0.1), budgetMicros: 500e6, budgetShared: true })).toBeGreaterThan(0.5)
})

test('what is moved within a day costs half as much more as what a raised budget finds', () => {
  const { median, spread } = byHandBeyond(usualExponent())
  expect(1 / (1 + median)).toBeCloseTo(0.91, 6)
  // Half of .13, and where between the mean and that, a uniform of width sqrt(.18² + .13²).
  expect(spread * 0.91 * 0.09).toBeCloseTo(Math.hypot(0.065, 0.222 / Math.sqrt(12)), 4)
})

test('the more is freed at once, the more it costs, up to what a raised budget finds', () => {
  const theta = (freed: number) => 1 / (1 + byHandBeyond(usualExponent(), freed).median)
  expect(theta(0.1)).toBeCloseTo(0.865, 6)
  expect(theta(0.2)).toBeCloseTo(0.82, 6)
  expect(theta(2)).toBeCloseTo(0.82, 6)
  expect(byHandBeyond(usualExponent(), 2).spread * 0.82 * 0.18).toBeCloseTo(0.13, 6)
})
