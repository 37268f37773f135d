import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import * as spanishNumbers from '#shared/spanish-numbers.ts'
import { contextOf } from '../../account/context.ts'
import type { AccountChange } from '../../account/inventory.ts'
import { campaign, sampleAccount, sums } from '../../samples/sample-account.ts'
import { type BidBelief, usualResponse } from '../../statistics/bid-response.ts'
import { CommonDraws } from '../../statistics/common-draws.ts'
import { uniformsFrom } from '../../statistics/random.ts'
import { sayIn } from '../../words/say.ts'
import {
  adviseSlices,
  type BidSlice,
  bestOfEachCampaign,
  settlingSilence,
  sliceClaims,
  sliceDraw,
  takesModifiers,
} from './bid-slices.ts'

/** Everything reported already, so that clicks count whole. */
const manual = campaign({ biddingStrategyType: 'MANUAL_CPC' })
const account = sampleAccount({ lagCurve: [1], targetCpaMicros: 9_000_000, campaigns: [manual] })
const say = sayIn('EUR', spanishNumbers)
const context = contextOf(account, say)
const advise = (slices: readonly BidSlice[], response: BidBelief = usualResponse()) =>
  adviseSlices(slices, context, () => response)
const slice = (own: [number, number], rest: [number, number], over: Partial<BidSlice> = {}) => ({
  campaign: manual,
  dimension: 'device',
  value: 'MOBILE',
  label: 'en móvil',
  sums: sums(...own),
  rest: sums(...rest),
  present: 1,
  ...over,
})

test('modifiers are asked of bids that use them', () => {
  const strategies = ['MANUAL_CPC', 'TARGET_SPEND', 'TARGET_IMPRESSION_SHARE', 'TARGET_CPA']
  const obeying = strategies.filter((biddingStrategyType) =>
    takesModifiers(campaign({ biddingStrategyType })),
  )
  expect(obeying).toEqual(['MANUAL_CPC', 'TARGET_SPEND'])
})

test('24 of 1,200 against 32 of 800: half the rate, shrunk to 0.68, one step of 30 %', () => {
  const [one] = advise([slice([1_200, 24], [800, 32])])
  expect(one!.ratio.value).toBeCloseTo(Math.log(0.5), 9)
  expect(one!.ratio.variance).toBeCloseTo(0.070833, 5)
  expect(Math.exp(one!.belief.value)).toBeCloseTo(0.678497, 5)
  expect(one!.next).toBe(0.7)
})

test('few conversions are tested by their own count: one where 2.5 were expected is chance', () => {
  expect(advise([slice([182, 1], [3_866, 53])])).toEqual([])
  expect(advise([slice([60, 0], [1_564, 78])])).toEqual([])
  const [sure] = advise([slice([900, 1], [3_100, 53])])
  expect(sure!.next).toBeLessThan(1)
  expect(sure!.adjustedP).toBeLessThan(0.01)
})

test('a step starts from the modifier there is, and ends where the rates do', () => {
  const next = (present: number) =>
    advise([slice([1_200, 24], [800, 32], { present })]).map((one) => one.next)
  expect(next(1)).toEqual([0.7])
  expect(next(0.8)).toEqual([0.68])
  expect(next(0.68)).toEqual([])
})

test('what is bought since a few days with another modifier is not judged by what it was before', () => {
  const own = slice([1_200, 24], [800, 32])
  const at = (daysAgo: number, campaignId = manual.id) => {
    const day = addDays(account.account.today, -daysAgo)
    const change: AccountChange = {
      ...{ at: `${day} 10:00:00`, clientType: 'GOOGLE_ADS_API', campaignId },
      ...{ resourceType: 'CAMPAIGN_CRITERION', operation: 'CREATE' },
      changedFields: ['device.type', 'bid_modifier'],
    }
    const told = contextOf({ ...account, inventory: { changes: [change] } }, say)
    const advice = adviseSlices([own], told, () => usualResponse())
    return [advice.length, settlingSilence([own], told) !== null]
  }
  expect(at(3)).toEqual([0, true])
  expect(at(15)).toEqual([1, false])
  expect(at(3, '77')).toEqual([1, false])
})

test('what the other campaigns show is where the shrinking ends', () => {
  const belief = (centre: number) =>
    advise([slice([1_200, 24], [800, 32], { centre })])[0]!.belief.value
  expect(belief(0)).toBeCloseTo(0.559585 * Math.log(0.5), 5)
  expect(belief(-0.4)).toBeCloseTo(-0.4 + 0.559585 * (Math.log(0.5) + 0.4), 5)
})

test('the more is compared, the more it takes', () => {
  const one = slice([900, 27], [900, 46])
  const even = Array.from({ length: 30 }, (_, i) => slice([900, 36], [900, 36], { value: `${i}` }))
  expect(advise([one])).toHaveLength(1)
  expect(advise([one, ...even])).toEqual([])
})

test('under 30 conversions in all nothing is said, however unlike', () => {
  expect(advise([slice([3_000, 2], [300, 27])])).toEqual([])
  expect(advise([slice([3_000, 2], [300, 28])])).toHaveLength(1)
})

test('two thousand clicks without any conversion count as evidence', () => {
  const [one] = advise([slice([2_000, 0], [4_000, 160])])
  expect(one!.next).toBe(0.7)
  expect(one!.probability).toBeGreaterThan(0.99)
})

test('a lower bid claims the share it saves, a higher one nothing', () => {
  const [lower] = advise([slice([1_200, 24], [800, 32])])
  const [claim] = sliceClaims(lower!)
  expect(claim!.key).toBe('1/#device=MOBILE')
  expect(claim!.costMicros / lower!.sums.costMicros).toBeCloseTo(1 - 0.7 ** 1.45, 9)
  const [higher] = advise([slice([1_000, 300], [4_000, 240])])
  expect(higher!.next).toBe(1.3)
  expect(sliceClaims(higher!)).toEqual([])
})

test('bids of the account that answered so before decide what usual answers leave open', () => {
  const impressionShare = { eligible: 400_000, lostToBudget: 0, lostToRank: 200_000 }
  const outbid = campaign({
    biddingStrategyType: 'MANUAL_CPC',
    budgetMicros: 250e6,
    impressionShare,
  })
  const unsure = slice([900, 100], [900, 50], { campaign: outbid })
  expect(advise([unsure])).toEqual([])
  const own: BidBelief = {
    elasticity: { eta: 1.1, kappa: 0.3 },
    doubt: { eta: 0.1, kappa: 0.1 },
    source: 'own',
  }
  const [one] = advise([unsure], own)
  expect(one!.next).toBeGreaterThan(1)
  expect(one!.response).toBe(own)
})

test('what is paid for a higher bid is taken from the rest, where the budget is spent', () => {
  const eligible = 400_000
  const raised = (lost: number, budgetMicros: number) => {
    const impressionShare = { eligible, lostToBudget: lost * eligible, lostToRank: 120_000 }
    const own = campaign({ biddingStrategyType: 'MANUAL_CPC', budgetMicros, impressionShare })
    const known = { lagCurve: [1], targetCpaMicros: 30_000_000, campaigns: [own] }
    const about = contextOf(sampleAccount(known), sayIn('EUR', spanishNumbers))
    const better = slice([9_000, 600], [9_000, 360], { campaign: own })
    return adviseSlices([better], about, () => usualResponse()).map(({ next }) => next > 1)
  }
  expect(raised(0, 250e6)).toEqual([true])
  expect(raised(0.09, 52e6)).toEqual([])
})

test('of what maximises clicks within its budget a higher modifier moves money, and brings no more of it', () => {
  const raised = (budgetMicros: number) => {
    const impressionShare = { eligible: 400_000, lostToBudget: 0, lostToRank: 200_000 }
    const own = campaign({ biddingStrategyType: 'TARGET_SPEND', budgetMicros, impressionShare })
    const known = { lagCurve: [1], targetCpaMicros: 30_000_000, campaigns: [own] }
    const about = contextOf(sampleAccount(known), sayIn('EUR', spanishNumbers))
    const better = slice([4_500, 250], [4_500, 110], { campaign: own })
    return adviseSlices([better], about, () => usualResponse()).map(({ next }) => next > 1)
  }
  // It spends 50 € a day.
  expect(raised(100e6)).toEqual([true])
  expect(raised(50e6)).toEqual([])
})

/** Of two slices, of one truth after another. */
function drawn(response: BidBelief): [number, number][] {
  const own = slice([90_000, 1_800], [80_000, 3_200])
  const [one, other] = advise([own, { ...own, value: 'TABLET' }], response).map((advice) =>
    sliceDraw(advice, context),
  )
  const next = uniformsFrom('slices')
  const common = new CommonDraws(next)
  return Array.from({ length: 4_000 }, () => {
    const first = one!(next, common.renew())
    common.at = 0
    return [first, other!(next, common)]
  })
}

test('the coming month has other clicks than the window, however sure the rates and the answer', () => {
  const sure: BidBelief = {
    elasticity: { eta: 1, kappa: 0.45 },
    doubt: { eta: 0, kappa: 0 },
    source: 'own',
  }
  const { relative } = moments(drawn(sure))
  // Clicks of a campaign move by .15, and those of all of an account besides.
  expect(relative).toBeGreaterThan(0.2)
  expect(relative).toBeLessThan(0.4)
})

test('what bids of an account are answered alike, and its month, is common to its slices', () => {
  const { correlation } = moments(drawn(usualResponse()))
  expect(correlation).toBeGreaterThan(0.2)
  expect(correlation).toBeLessThan(0.8)
})

function moments(pairs: readonly [number, number][]) {
  const mean = (of: (pair: [number, number]) => number) =>
    pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length
  const [a, b] = [mean(([x]) => x), mean(([, y]) => y)]
  const [va, vb] = [mean(([x]) => (x - a) ** 2), mean(([, y]) => (y - b) ** 2)]
  const covariance = mean(([x, y]) => (x - a) * (y - b))
  return { relative: Math.sqrt(va) / a, correlation: covariance / Math.sqrt(va * vb) }
}

test('by hand, where only the mean is known, a slice a little dearer than it is not bid down', () => {
  // 44.90 € a conversion on computers, 41.30 € in all, 24 € on mobiles that are hardly bought.
  const campaigns = [
    campaign({
      biddingStrategyType: 'MANUAL_CPC',
      budgetMicros: 250e6,
      sums: sums(7_705, 292, 1.57),
    }),
  ]
  const rest = { sums: sums(6_935, 242, 1.57), rest: sums(770, 50, 1.57), campaign: campaigns[0]! }
  const desktop = { ...slice([0, 0], [0, 0]), ...rest, value: 'DESKTOP' }
  const among = (targetCpaMicros: number | undefined) => {
    const one = sampleAccount({ lagCurve: [1], targetCpaMicros, campaigns })
    return adviseSlices([desktop], contextOf(one, sayIn('EUR', spanishNumbers)), () =>
      usualResponse(),
    )
  }
  expect(among(30_000_000)).toHaveLength(1)
  expect(among(undefined)).toEqual([])
})

test('a slice whose change is shown stays while it is nearly as sure, and nearly the best', () => {
  const unsure = [slice([1_000, 24], [1_000, 36])]
  const staying = (some: readonly BidSlice[]) =>
    adviseSlices(
      some,
      context,
      () => usualResponse(),
      () => true,
    )
  expect(advise(unsure)).toEqual([])
  expect(staying(unsure)).toHaveLength(1)
  expect(staying([slice([1_000, 27], [1_000, 36])])).toEqual([])
  const two = [slice([1_200, 24], [800, 40]), slice([1_150, 23], [850, 40], { value: 'DESKTOP' })]
  const advice = advise(two)
  const bestWith = (shown: string) =>
    bestOfEachCampaign(advice, ({ value }) => value === shown).map(({ value }) => value)
  expect(advice).toHaveLength(2)
  expect(['', 'MOBILE', 'DESKTOP'].map(bestWith)).toEqual([['MOBILE'], ['MOBILE'], ['DESKTOP']])
})

test('a slice whose change is shown stays though it is wrong a little more often than is accepted', () => {
  const doubtful = [slice([500, 96], [1_000, 40])]
  const isShown = () => true
  const [shown] = adviseSlices(doubtful, context, () => usualResponse(), isShown)
  expect(advise(doubtful)).toEqual([])
  expect(shown!.probability).toBeLessThan(0.95)
  expect(shown!.probability).toBeGreaterThan(0.9)
})
