import { expect, test } from 'vitest'
import { campaign } from '../samples/sample-account.ts'
import { type Average, keptAverage } from './kept-average.ts'

/** Half of the auctions won: money is left to spend. */
const half = campaign({
  impressionShare: { eligible: 360_000, lostToBudget: 0, lostToRank: 180_000 },
})
const TARGET = 40e6
const average = (euros: number, conversions: number): Average => ({
  micros: euros * 1e6,
  conversions,
})
const kept = (seen: Average, rest: Average | null = null) => keptAverage(half, TARGET, seen, rest)

test('what conversions cost is kept as far as they tell', () => {
  // ln 2.5 × .0225 / (.0225 + 1.5 / 150)
  expect(kept(average(100, 150)).micros / 1e6).toBeCloseTo(40 * Math.exp(0.9163 * 0.6923), 1)
  expect(kept(average(100, 15)).micros).toBeLessThan(kept(average(100, 150)).micros)
})

test('where dear searches are why a target is missed by far, what they cost beyond it is saved', () => {
  // 15,000 € for 150, of which 11,400 € for 6: the rest is bought at 25 €.
  const { micros, slack } = kept(average(100, 150), average(25, 144))
  expect(micros).toBe(TARGET)
  // Beyond the target 150 × (75.4 - 40) = 5,310 € of the 11,160 € that would be freed.
  expect(slack).toBeCloseTo(0.49, 1)
  expect(kept(average(100, 150)).slack).toBeLessThan(0.1)
})

test('not where the rest misses it as far, nor where it is about kept', () => {
  const far = average(100, 150)
  expect(kept(far, average(80, 140))).toEqual(kept(far))
  const near = average(60, 150)
  expect(kept(near, average(30, 140))).toEqual(kept(near))
})
