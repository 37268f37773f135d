import { expect, test } from 'vitest'
import { campaign, sums } from '../samples/sample-account.ts'
import { withMarginalCost } from './marginal-cost.ts'
import { limitOf } from './targets.ts'

const held = { micros: 10e6, origin: 'campaign' as const }
const said = { micros: 30e6, origin: 'goal' as const }
/** Of 180,000 impressions. */
const half = { eligible: 360_000, lostToBudget: 0, lostToRank: 180_000 }
/** What is spent a day: 50 €, at 12.50 € a conversion. */
const limited = (
  target: typeof held | typeof said,
  over: Parameters<typeof campaign>[0] = {},
  saidMicros = 0,
) => withMarginalCost(target, campaign(over), { saidMicros, askedMicros: 0, days: 90, times: 1 })

test('bids that are set by hand spend nothing again', () => {
  expect(limited(held, { biddingStrategyType: 'MANUAL_CPC' })).toBe(held)
  expect(limited(held, { biddingStrategyType: 'TARGET_SPEND' })).toBe(held)
})

test('a target is an average, and the last conversions cost more', () => {
  // Half of the auctions won: 1 × .5 / (π/4 − .5) = 1.7519 times as much. Worth 13.76 in the middle, a third of the month at once.
  const { limit } = limited(held, { impressionShare: half })
  expect(limit!.again.lastOverAverage.mean).toBeCloseTo(1.7519, 4)
  expect(limit!.micros / 1e6).toBeCloseTo((13.76 + 17.519) / 2, 2)
  expect(limit!.relativeVariance).toBeCloseTo(((0.6 * 0.7519) / 1.7519) ** 2 * 0.3137, 4)
})

test('the more so, the fewer auctions are left to win', () => {
  const won = (eligible: number) =>
    limitOf(limited(held, { impressionShare: { eligible, lostToBudget: 0, lostToRank: 0 } }))
  expect(won(200_000)).toBeGreaterThan(1.1 * won(600_000))
  // Of next to none 1.5 times, (s + 1) / s of shape 2.
  const few = { eligible: 180_000_000, lostToBudget: 0, lostToRank: 0 }
  const { again } = limited(held, { impressionShare: few }).limit!
  expect(again.lastOverAverage.mean).toBeCloseTo(1.5, 2)
})

test('what its owner says a conversion is worth is not doubted', () => {
  const { limit } = limited(held, { impressionShare: half }, 40e6)
  expect(limit!.again.worth).toEqual({ least: 40e6, most: 40e6 })
  // 30 / 7.519 of what is freed is earned again in two thirds of the month: .889 of the weight on 17.52, the rest on 40.
  expect(limit!.micros / 1e6).toBeCloseTo(20.02, 2)
})

test('a budget buys again at what its last conversions cost', () => {
  // 12.50 × 1.7519 = 21.90, and 30 / 21.90 of two thirds against a third.
  const { limit } = limited(said, { impressionShare: half })
  expect(limit!.again).toMatchObject({ isHeld: false, averageMicros: 12.5e6 })
  expect(limit!.micros / 1e6).toBeCloseTo(24.07, 1)
})

test('a target above what a conversion is worth gains nothing by what it buys again', () => {
  expect(limitOf(limited(held, {}, 8e6))).toBe(8e6)
})

test('without a target only a budget that is spent is spent again', () => {
  const idle = { budgetMicros: 80e6 }
  expect(limited(said, idle)).toBe(said)
  expect(limited(held, idle).limit).toBeDefined()
  const lost = { eligible: 400_000, lostToBudget: 40_000, lostToRank: 40_000 }
  expect(limited(said, { ...idle, impressionShare: lost }).limit).toBeDefined()
  const dear = { ...idle, sums: sums(9_000, 60), budgetMicros: 50e6 }
  // Worth 30 €, and the last one costs 1.7 × 75 €.
  expect(limitOf(limited(said, dear))).toBeGreaterThan(50e6)
})

test('a target holds the average, a budget that is spent before buys at less', () => {
  const againOf = (over: Parameters<typeof campaign>[0]) =>
    limited({ micros: 15e6, origin: 'campaign' as const }, over).limit!.again
  // 50 € a day at 12.50 € a conversion, all of its budget or a part of it.
  expect(againOf({})).toMatchObject({ isHeld: false, averageMicros: 12.5e6 })
  expect(againOf({ budgetMicros: 80e6 })).toMatchObject({ isHeld: true, averageMicros: 15e6 })
  expect(limited(held).limit!.again).toMatchObject({ isHeld: true, averageMicros: 10e6 })
})

test('what a target leaves open is worth between it and what the last conversion costs', () => {
  const { averageMicros, lastOverAverage, worth } = limited(held).limit!.again
  expect(worth).toEqual({ least: 10e6, most: averageMicros * lastOverAverage.mean })
})

test('a campaign told a target is held to it, whatever its owner says conversions are worth', () => {
  const campaignOf = campaign({ budgetMicros: 80e6 })
  const known = { saidMicros: 30e6, askedMicros: 20e6, days: 90, times: 1 }
  const { limit } = withMarginalCost(said, campaignOf, known)
  expect(limit!.again).toMatchObject({ isHeld: true, averageMicros: 20e6 })
})

test('conversions that bring twice as much may cost twice as much, and so may the last of them', () => {
  const [one, two] = [1, 2].map(
    (times) =>
      withMarginalCost({ micros: 30e6 * times, origin: 'goal' }, campaign({ budgetMicros: 50e6 }), {
        saidMicros: 30e6,
        askedMicros: 0,
        days: 90,
        times,
      }).limit!.again,
  )
  expect(two!.averageMicros).toBe(2 * one!.averageMicros)
  expect(two!.worth).toEqual({ least: 60e6, most: 60e6 })
})
