import { expect, test } from 'vitest'
import { campaign, sums } from '../samples/sample-account.ts'
import { withMarginalCost } from './marginal-cost.ts'
import { limitOf } from './targets.ts'

const held = { micros: 10e6, origin: 'campaign' as const }
const said = { micros: 30e6, origin: 'goal' as const }
/** What is spent a day: 50 €, at 12.50 € a conversion. */
const limited = (
  target: typeof held | typeof said,
  over: Parameters<typeof campaign>[0] = {},
  saidMicros = 0,
) => withMarginalCost(target, campaign(over), { saidMicros, days: 90 })

test('bids that are set by hand spend nothing again', () => {
  expect(limited(held, { biddingStrategyType: 'MANUAL_CPC' })).toBe(held)
  expect(limited(held, { biddingStrategyType: 'TARGET_SPEND' })).toBe(held)
})

test('a target is an average, and the last conversions cost more', () => {
  const { limit } = limited(held)
  expect(limit!.micros).toBeGreaterThan(12e6)
  expect(limit!.micros).toBeLessThan(25e6)
  expect(limit!.relativeVariance).toBeGreaterThan(0)
})

test('the more so, the fewer auctions are left to win', () => {
  const won = (eligible: number) =>
    limitOf(limited(held, { impressionShare: { eligible, lostToBudget: 0, lostToRank: 0 } }))
  expect(won(200_000)).toBeGreaterThan(1.1 * won(600_000))
})

test('what its owner says a conversion may cost is no more doubtful for it', () => {
  expect(limited(held, {}, 40e6).limit).toEqual({ micros: 40e6 })
  expect(limited(said).limit).toEqual({ micros: 30e6 })
})

test('without a target only a budget that is spent is spent again', () => {
  const idle = { budgetMicros: 80e6 }
  expect(limited(said, idle)).toBe(said)
  expect(limited(held, idle).limit).toBeDefined()
  const lost = { eligible: 400_000, lostToBudget: 40_000, lostToRank: 40_000 }
  expect(limited(said, { ...idle, impressionShare: lost }).limit).toBeDefined()
  const dear = { ...idle, sums: sums(9_000, 60), budgetMicros: 50e6 }
  expect(limitOf(limited(said, dear))).toBeGreaterThan(75e6)
})
