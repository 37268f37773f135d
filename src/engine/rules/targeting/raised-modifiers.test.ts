import { expect, test } from 'vitest'
import type { BidStep, WholeSnapshot } from '../../account/snapshot.ts'
import { campaign, keyword, sums } from '../../samples/sample-account.ts'
import { found } from '../../samples/sample-analysis.ts'
import { equippedAccount, healthyInventory } from '../../samples/sample-inventory.ts'
import { campaignBidBeliefs } from '../keywords/bid-beliefs.ts'

/** Wins that much of its auctions. */
const winning = (id: string, won: number) =>
  campaign({
    ...{ id, biddingStrategyType: 'MANUAL_CPC', sums: sums(9_000, 360) },
    impressionShare: {
      eligible: 180_000 / won,
      lostToBudget: 0,
      lostToRank: 180_000 / won - 180_000,
    },
  })

/** Bids of campaign 2 were raised, and clicks followed with that exponent. */
const raised = (eta: number): BidStep => ({
  ...{ campaignId: '2', day: '2026-04-01' },
  changed: [1, 1.1, 1.2, 1.3, 1.4].map((times, i) => ({
    ...{ adGroupId: '21', criterionId: `${i}`, fromMicros: 1e6, toMicros: times * 1e6 },
    before: { clicks: 4_000, costMicros: 4_000e6 },
    after: { clicks: 4_000 * times ** eta, costMicros: 4_000e6 * times ** (eta + 0.4) },
  })),
})

test('what a higher modifier adds is a part of what is left to win, also where only other campaigns have shown how bids work', () => {
  const of = (bidSteps: BidStep[], way: 'raise' | 'lower', won: number) =>
    campaignBidBeliefs(
      equippedAccount({}, { campaigns: [winning('1', won), winning('2', 0.5)], bidSteps }),
    )('1', way).elasticity.eta
  for (const bidSteps of [[], [raised(0.5), raised(0.5)]]) {
    const half = of(bidSteps, 'raise', 0.5)
    expect(of(bidSteps, 'lower', 0.5)).toBeCloseTo(half, 9)
    expect(of(bidSteps, 'raise', 0.8) / half).toBeCloseTo(Math.sqrt(0.4), 9)
    expect(of(bidSteps, 'lower', 0.8)).toBeCloseTo(half, 9)
  }
})

test('a click that a higher modifier adds costs at least what is bid for it', () => {
  const [first] = healthyInventory().audiences!
  const audiences = [{ ...first!, sums: sums(1_000, 170) }]
  const promised = (bidMicros: number, over: Partial<WholeSnapshot> = {}) => {
    const keywords = [keyword('zapatos', sums(9_000, 360), { bidMicros })]
    const account = equippedAccount(
      { audiences },
      { campaigns: [winning('1', 0.45)], keywords, ...over },
    )
    return found(account, 'audience-setup').map(
      ({ evidence }) => evidence.forecast!.monthlyMidMicros / 1e6,
    )
  }
  const [cheap] = promised(0.5e6)
  const [dear] = promised(1e6)
  expect(dear).toBeLessThan(0.9 * cheap!)
})
