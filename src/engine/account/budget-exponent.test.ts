import { expect, test } from 'vitest'
import { campaign } from '../samples/sample-account.ts'
import { budgetExponentOf } from './budget-exponent.ts'

/** Of 180,000 impressions. */
const smart = (eligible: number) =>
  campaign({
    id: '2',
    impressionShare: { eligible, lostToBudget: 0, lostToRank: eligible - 180_000 },
  })

test('by hand what is usual, or was learned', () => {
  const hand = campaign({ id: '2', biddingStrategyType: 'MANUAL_CPC' })
  expect(budgetExponentOf({}, hand)).toEqual({
    mean: 0.82,
    sd: 0.13,
    isMeasured: false,
    isSimulated: false,
  })
  const campaigns = { '2': { mean: 0.6, sd: 0.05 } }
  const learned = { usual: { mean: 0.7, sd: 0.1 }, campaigns }
  expect(budgetExponentOf({ budgetResponses: learned }, hand)).toEqual({
    mean: 0.6,
    sd: 0.05,
    isMeasured: true,
    isSimulated: false,
  })
})

test('where Google bids what a conversion costs on average over what the last one does', () => {
  // Half of the auctions won: 1 / 2.22 or so, where the last conversion costs as much more.
  const half = budgetExponentOf({}, smart(360_000))
  expect(half.mean).toBeCloseTo(0.454, 3)
  expect(half.sd).toBeCloseTo(0.134, 3)
  expect(half.isMeasured).toBe(false)
  // Four of five won.
  expect(budgetExponentOf({}, smart(225_000)).mean).toBeCloseTo(0.314, 3)
})

test('what budgets of the account have shown moves it as it moves what is usual', () => {
  // .7 ± .05 instead of .82 ± .13 is .679 with a weight of 340.8, beside .454 with one of 55.7.
  const learned = { usual: { mean: 0.7, sd: 0.05 }, campaigns: {} }
  const { mean, sd, isMeasured } = budgetExponentOf({ budgetResponses: learned }, smart(360_000))
  expect(mean).toBeCloseTo((340.83 * 0.67916 + 55.71 * 0.4543) / 396.5, 3)
  expect(sd).toBeCloseTo(0.0502, 4)
  expect(isMeasured).toBe(true)
})
