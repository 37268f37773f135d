import { expect, test } from 'vitest'
import { campaign } from '../samples/sample-account.ts'
import { lastBeyond } from './last-conversion.ts'

/** Half of the auctions won: .75 × 2^.7 beyond the mean one, conversions ~ cost^.451. */
const half = campaign({
  impressionShare: { eligible: 360_000, lostToBudget: 0, lostToRank: 180_000 },
})
const told = (mean: number, sd = 0.1, isOfBudget = false) =>
  lastBeyond(half, { mean, sd, isOfBudget })

test('without a curve what is usual', () => {
  expect(lastBeyond(half)).toEqual({ median: expect.closeTo(1.218, 3), spread: 0.6 })
})

test('a curve that agrees leaves less doubt', () => {
  const { median, spread } = told(1 / 2.218)
  expect(median).toBeCloseTo(1.218, 3)
  // .1486 from what is usual, .1 of the curve: .083 together, over .451 × .549.
  expect(spread).toBeCloseTo(0.335, 3)
})

test('one that does not moves it by how sure either is', () => {
  // (45.3 × .451 + 100 × .7) / 145.3 = .622
  expect(told(0.7).median).toBeCloseTo(1 / 0.6224 - 1, 2)
  expect(told(0.7, 0.01).median).toBeCloseTo(1 / 0.7 - 1, 1)
  expect(told(0.7, 10).median).toBeCloseTo(1.218, 1)
})

test('a budget may keep it out of auctions, which a steep curve then says', () => {
  expect(told(0.95, 0.1, true).median).toBeLessThan(0.6 * told(0.95).median)
  // As bids alone would have it: hardly more conversions than that.
  expect(told(0.45, 0.1, true).median).toBeGreaterThan(0.85 * told(0.45).median)
})

test('never as good as the mean, nor out of reach', () => {
  expect(told(1.3, 0.01).median).toBeCloseTo(1 / 0.95 - 1, 9)
  expect(told(-0.2, 0.01).median).toBeCloseTo(19, 9)
})
