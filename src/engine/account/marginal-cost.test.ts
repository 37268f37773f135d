import { expect, test } from 'vitest'
import { campaign, sums } from '../samples/sample-account.ts'
import { usualExponent } from '../statistics/budget-response.ts'
import { euroWorth, losesWhatItBuys, withMarginalCost } from './marginal-cost.ts'
import { limitOf, type Target, timesWorth } from './targets.ts'

const held = { micros: 10e6, origin: 'campaign' as const }
const said: Target = { micros: 30e6, origin: 'goal' }
/** Of 180,000 impressions. */
const half = { eligible: 360_000, lostToBudget: 0, lostToRank: 180_000 }
const NONE = { clicks: 0, costMicros: 0, conversionsMicros: 0 }
const KNOWN = {
  ...{ saidMicros: 0, askedMicros: 0, days: 90, knownShare: 1, simulated: null, times: 1 },
  dear: NONE,
  exponent: usualExponent(),
  usualMicros: null,
}
/** What is spent a day: 50 €, at 12.50 € a conversion. */
const limited = (target: Target, over: Parameters<typeof campaign>[0] = {}, saidMicros = 0) =>
  withMarginalCost(target, campaign(over), { ...KNOWN, saidMicros })

test('bids that are set by hand spend nothing again where the budget holds nothing back', () => {
  expect(limited(held, { biddingStrategyType: 'MANUAL_CPC' })).toBe(held)
  const clicks = { biddingStrategyType: 'TARGET_SPEND' }
  expect(limited(held, { ...clicks, budgetMicros: 80e6 })).toBe(held)
  // Of 50 € a day it spends all, though Google says that nothing is lost to it.
  const { again } = limited(held, { ...clicks, budgetMicros: 50e6 }).limit!
  expect(again).toMatchObject({ isAtOnce: true, slack: 0 })
})

test('who bids by hand and says nothing is taken to keep what he pays for the last conversions', () => {
  const paid = { micros: 10e6, origin: 'average' as const }
  const byHand = limited(paid, { biddingStrategyType: 'MANUAL_CPC' })
  expect(byHand.micros).toBe(10e6)
  expect(byHand.limit).toEqual({ micros: 14.5e6 })
  expect(timesWorth(byHand, 2).limit).toEqual({ micros: 29e6 })
})

test('by hand a budget that is spent buys others of the same auctions on the same day', () => {
  // A third of the clicks is not paid for: at 12.50 € a conversion, a tenth more for those that are bought instead.
  const short = { impressionShare: { eligible: 360_000, lostToBudget: 90_000, lostToRank: 90_000 } }
  const byHand = (target: Target, saidMicros: number) =>
    limited(target, { ...short, biddingStrategyType: 'MANUAL_CPC' }, saidMicros)
  const { limit } = byHand(said, 30e6)
  expect(limit!.again).toMatchObject({ isAtOnce: true, isHeld: false, averageMicros: 12.5e6 })
  expect(limit!.again!.slack).toBeLessThan(0.15)
  expect(limit!.again!.beyond.median).toBeCloseTo(1 / 0.91 - 1, 6)
  // What costs more than those is stopped, however much a conversion is worth, but for the days that are not held back.
  expect(limit!.micros / 1e6).toBeGreaterThan(13)
  expect(limit!.micros / 1e6).toBeLessThan(16)
  // A euro brings 30 / 13.75 there, or 6 / 13.75, and less where they are dearer than that.
  expect(euroWorth(byHand(said, 30e6))).toBeCloseTo(2, 1)
  expect(euroWorth(byHand({ ...said, micros: 6e6 }, 6e6))).toBeCloseTo(0.5, 1)
  expect(euroWorth(said)).toBe(1)
})

test('where a campaign sold too little to tell what its conversions cost, they are filled up with those of the account', () => {
  const impressionShare = { eligible: 360_000, lostToBudget: 90_000, lostToRank: 90_000 }
  const own = campaign({ impressionShare, biddingStrategyType: 'MANUAL_CPC', sums: sums(900, 4) })
  const averageWhere = (usualMicros: number | null) =>
    withMarginalCost(said, own, { ...KNOWN, saidMicros: 30e6, usualMicros }).limit?.again
      ?.averageMicros
  // Four for 450 €, six at 20 €.
  expect(averageWhere(20e6)).toBe(57e6)
  expect(averageWhere(null)).toBeUndefined()
})

test('of a budget that is shared, others of the campaigns that it holds back', () => {
  const byHand = { biddingStrategyType: 'MANUAL_CPC', budgetShared: true }
  const lost = (part: number) => ({ eligible: 360_000, lostToBudget: part, lostToRank: 90_000 })
  const free = campaign({ ...byHand, impressionShare: lost(0) })
  const short = { ...byHand, id: '2', impressionShare: lost(90_000), sums: sums(9_000, 180) }
  const withOthers = (...sharing: Parameters<typeof campaign>[0][]) =>
    withMarginalCost(said, free, { ...KNOWN, saidMicros: 30e6, sharing: sharing.map(campaign) })
  expect(withOthers()).toBe(said)
  expect(withOthers({ ...short, impressionShare: lost(0) })).toBe(said)
  // There a conversion costs 25 €.
  expect(withOthers(short).limit!.again!.averageMicros).toBe(25e6)
  const both = withOthers(short, { ...short, id: '3', sums: sums(9_000, 360) })
  expect(both.limit!.again!.averageMicros / 1e6).toBeCloseTo(16.67, 2)
})

test('so is who says nothing to a bidder that its budget does not hold back', () => {
  const paid = { micros: 10e6, origin: 'average' as const }
  const free = { biddingStrategyType: 'MAXIMIZE_CONVERSIONS', budgetMicros: 200e6 }
  const shares = { impressionShare: { eligible: 360_000, lostToBudget: 0, lostToRank: 180_000 } }
  expect(limited(paid, { ...free, ...shares }).limit).toEqual({ micros: 14.5e6 })
  expect(limited(said, { ...free, ...shares })).toBe(said)
})

test('a target is an average, and the last conversions cost more', () => {
  // Half of the auctions won: .75 × 2^.7 beyond the mean one of 12.07. Worth 10 to 16.7, and stopped above 15 or so.
  const { limit } = limited(held, { impressionShare: half })
  expect(limit!.again!.beyond).toEqual({ median: expect.closeTo(1.218, 3), spread: 0.6 })
  expect(limit!.micros / 1e6).toBeCloseTo(15.43, 2)
  expect(limit!.relativeVariance).toBeCloseTo(0.07, 3)
})

test('the more so, the fewer auctions are left to win, until next to none are left', () => {
  const won = (eligible: number) =>
    limited(held, { impressionShare: { eligible, lostToBudget: 0, lostToRank: 0 } })
  expect(limitOf(won(220_000))).toBeGreaterThan(1.05 * limitOf(won(600_000)))
  expect(won(180_000_000).limit!.again!.beyond.median).toBeCloseTo(0.75, 2)
  // 99 of a hundred: hardly anything is left to spend it on.
  expect(won(182_000).limit!.again!.slack).toBeGreaterThan(0.7)
  expect(limitOf(won(182_000))).toBeLessThan(limitOf(won(220_000)))
})

test('what its owner says a conversion is worth is not doubted', () => {
  const { limit } = limited(held, { impressionShare: half }, 40e6)
  expect(limit!.again!.worth).toEqual({ least: 40e6, most: 40e6 })
  // The last conversion costs 26.8 or so, and counts for two thirds of the month.
  expect(limit!.micros / 1e6).toBeCloseTo(31.5, 1)
})

test('where it is not said, conversions may be worth what the last one usually costs, though a curve says less', () => {
  const paid = { micros: 10e6, origin: 'average' as const }
  const worth = (mean: number | null) => {
    const simulated = mean === null ? null : { mean, sd: 0.01, isOfBudget: true }
    const own = campaign({ impressionShare: half })
    return withMarginalCost(paid, own, { ...KNOWN, simulated }).limit!.again!.worth.most
  }
  expect(worth(0.9)).toBe(worth(null))
  expect(worth(0.2)).toBeGreaterThan(1.5 * worth(null))
})

test('a budget buys again at what its last conversions cost', () => {
  // 12.50 × 2.22 = 27.73, less than what it is worth.
  const { limit } = limited(said, { impressionShare: half })
  expect(limit!.again).toMatchObject({ isHeld: false, averageMicros: 12.5e6 })
  expect(limit!.micros / 1e6).toBeCloseTo(29.61, 1)
})

test('a target above what a conversion is worth gains nothing by what it buys again', () => {
  expect(limitOf(limited(held, {}, 8e6))).toBeCloseTo(8e6, 3)
})

test('what it buys again loses where its target asks for more than a conversion is worth, not where it is missed', () => {
  const losesAt = (saidMicros: number) =>
    losesWhatItBuys(limited(held, { impressionShare: half }, saidMicros).limit!.again!)
  // At 12.07 € a conversion, of 10 € that are asked for.
  expect(losesAt(8e6)).toBe(true)
  expect(losesAt(9.9e6)).toBe(true)
  expect(losesAt(10e6)).toBe(false)
  expect(losesAt(11e6)).toBe(false)
  expect(losesAt(13e6)).toBe(false)
})

test('without a target only a budget that is spent is spent again', () => {
  const idle = { budgetMicros: 80e6 }
  expect(limited(said, idle)).toBe(said)
  expect(limited(held, idle).limit).toBeDefined()
  const lost = { eligible: 400_000, lostToBudget: 40_000, lostToRank: 40_000 }
  expect(limited(said, { ...idle, impressionShare: lost }).limit).toBeDefined()
  const dear = { ...idle, sums: sums(9_000, 60), budgetMicros: 50e6 }
  // Worth 30 €, and the last one costs more than twice 75 €.
  expect(limitOf(limited(said, dear))).toBeGreaterThan(45e6)
})

test('a target holds the average, a budget that is spent before buys at less', () => {
  const againOf = (over: Parameters<typeof campaign>[0]) =>
    limited({ micros: 15e6, origin: 'campaign' as const }, over).limit!.again!
  // 50 € a day at 12.50 € a conversion, all of its budget or a part of it.
  expect(againOf({})).toMatchObject({ isHeld: false, averageMicros: 12.5e6 })
  // Less than a target of 15 €, and more than one of 10 €: what was seen counts for most.
  const short = againOf({ budgetMicros: 80e6 })
  expect([short.isHeld, short.averageMicros / 1e6]).toEqual([true, expect.closeTo(12.86, 2)])
  const over = limited(held).limit!.again!
  expect([over.isHeld, over.averageMicros / 1e6]).toEqual([true, expect.closeTo(12.07, 2)])
})

test('conversions at far less than their target say that nothing dearer is to be had', () => {
  const slackAt = (micros: number) =>
    limited({ micros, origin: 'campaign' as const }, { budgetMicros: 80e6, impressionShare: half })
      .limit!.again!.slack
  expect(slackAt(13e6)).toBeLessThan(0.1)
  expect(slackAt(30e6)).toBeGreaterThan(0.99)
})

test('what is only asked for is worth up to five thirds of it, what is only paid as much as the last one costs', () => {
  expect(limited(held).limit!.again!.worth).toEqual({ least: 10e6, most: 16.7e6 })
  const paid = limited({ micros: 12.5e6, origin: 'average' as const }, { impressionShare: half })
  const { worth, beyond } = paid.limit!.again!
  expect(worth).toEqual({ least: 12.5e6, most: 12.5e6 * (1 + beyond.median) })
})

test('a campaign told a target is held to it, whatever its owner says conversions are worth', () => {
  const campaignOf = campaign({ budgetMicros: 80e6 })
  const known = { ...KNOWN, saidMicros: 30e6, askedMicros: 20e6 }
  const { limit } = withMarginalCost(said, campaignOf, known)
  // Between the 20 € of its target and 12.50 €.
  expect(limit!.again!.isHeld).toBe(true)
  expect(limit!.again!.averageMicros / 1e6).toBeCloseTo(13.45, 2)
})

test('conversions that bring twice as much may cost twice as much, and so may the last of them', () => {
  const [one, two] = [1, 2].map(
    (times) =>
      withMarginalCost({ micros: 30e6 * times, origin: 'goal' }, campaign({ budgetMicros: 50e6 }), {
        ...KNOWN,
        saidMicros: 30e6,
        times,
      }).limit!.again,
  )
  expect(two!.averageMicros).toBe(2 * one!.averageMicros)
  expect(two!.worth).toEqual({ least: 60e6, most: 60e6 })
})
