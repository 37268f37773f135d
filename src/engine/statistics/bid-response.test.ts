import { expect, test } from 'vitest'
import {
  bidDirection,
  bidMultiplier,
  bidResponse,
  cappedStep,
  commonElasticity,
  elasticityOf,
  loweredResponse,
  profitableCpc,
  promisedResponse,
  usualResponse,
} from './bid-response.ts'
import { CommonDraws } from './common-draws.ts'
import { uniformsFrom } from './random.ts'

/** MobileAds' own, by which the figures were worked out. */
const elasticity = { eta: 1.05, kappa: 0.3 }
const [value, cpc] = [0.03 * 50, 2]

test('a click worth 1.50 bought at 2.00', () => {
  const best = profitableCpc(value, elasticity)
  expect(best).toBeCloseTo(1.166667, 6)
  expect(bidMultiplier(cpc, best, elasticity)).toBeCloseTo(0.165853, 5)
  const forTarget = bidMultiplier(cpc, value, elasticity)
  expect(forTarget).toBeCloseTo(0.383299, 5)
  expect(cappedStep(forTarget, 0.9)).toBeCloseTo(0.8, 9)
  expect(cappedStep(forTarget, 0.95)).toBeCloseTo(0.7, 9)
  expect((2.6 * value) / cpc).toBeCloseTo(1.95, 9)
})

test('a bid 10 % lower', () => {
  const answer = bidResponse(0.9, elasticity)
  expect(answer.clicks).toBeCloseTo(0.895271, 5)
  expect(answer.cpc).toBeCloseTo(0.968886, 5)
  expect(answer.cost).toBeCloseTo(0.867416, 5)
  expect((cpc / 0.03) * answer.costPerConversion).toBeCloseTo(64.592411, 4)
  expect(100 * answer.clicks * (value - cpc * answer.cpc)).toBeCloseTo(-39.192497, 4)
})

test('the sign must be sure', () => {
  const chances = [
    { raise: 0.8, lower: 0.1 },
    { raise: 0.5, lower: 0.79 },
    { raise: 0.2, lower: 0.8 },
  ]
  expect(chances.map(bidDirection)).toEqual(['raise', null, 'lower'])
})

test("the account's own curve replaces the default", () => {
  const points = [1, 1.5, 2, 3].map((bid) => ({
    value: bid,
    clicks: 100 * bid ** 0.8,
    costMicros: 100 * bid ** 0.8 * bid ** 0.4,
  }))
  const own = elasticityOf(points)!
  expect(own.eta).toBeCloseTo(0.8, 9)
  expect(own.kappa).toBeCloseTo(0.4, 9)
  expect(elasticityOf(points.slice(0, 2))).toBeNull()
})

test('where nearly all auctions are won a lower bid is expected to lose what is usual, not the little that the share lets expect', () => {
  const usual = usualResponse()
  expect(usualResponse(0.95).elasticity.eta).toBeLessThan(usual.elasticity.eta)
  expect(loweredResponse(usualResponse(0.95), usual)).toBe(usual)
  const steep = usualResponse(0.1)
  expect(loweredResponse(steep, usual)).toBe(steep)
  const own = { ...usualResponse(0.95), source: 'own' as const }
  expect(loweredResponse(own, usual)).toBe(own)
})

test('clicks that a higher bid adds cost at least that of today, a lower bid saves what the clicks cost', () => {
  // Of 100 clicks at 0.32 € under a bid of 1.14 €, 1.2 ^ 1.05 - 1 = 21.1 % more.
  const raised = bidResponse(1.2, elasticity, { bidPerCpc: 1.14 / 0.32 })
  expect(raised.clicks).toBeCloseTo(1.210991, 5)
  expect((raised.cost - 1) / (raised.clicks - 1)).toBeCloseTo(1.14 / 0.32, 9)
  expect(raised.cpc * raised.clicks).toBeCloseTo(raised.cost, 9)
  expect(bidResponse(0.9, elasticity, { bidPerCpc: 5 })).toEqual(bidResponse(0.9, elasticity))
})

test('where it is known what an added click costs over the bid, cost follows from that and not from the mean click', () => {
  const known = { bidPerCpc: 1.5, perBid: 1.1 }
  const price = (step: number) => 1.1 * 1.5 * Math.sqrt(step)
  const raised = bidResponse(1.2, elasticity, known)
  expect(raised.clicks).toBeCloseTo(1.210991, 5)
  expect((raised.cost - 1) / (raised.clicks - 1)).toBeCloseTo(price(1.2), 9)
  // What it costs to be shown more often is no less than today's bid.
  const low = bidResponse(1.2, elasticity, { ...known, perBid: 0.8 })
  expect((low.cost - 1) / (low.clicks - 1)).toBeCloseTo(1.5, 9)
  const lowered = bidResponse(0.9, elasticity, known)
  expect(lowered.clicks).toBeCloseTo(0.895271, 5)
  expect((1 - lowered.cost) / (1 - lowered.clicks)).toBeCloseTo(price(0.9), 9)
})

test('far below the bid a click costs, hardly one is bought at it, so that a lower bid loses few', () => {
  const { clicks, cost, cpc } = bidResponse(0.8, elasticity, { bidPerCpc: 3, perBid: 1 })
  expect(clicks).toBeGreaterThan(0.8 ** elasticity.eta)
  expect(cost).toBeLessThan(clicks)
  // Those that stay cost .8 of what they did, at the least.
  expect(cpc).toBeCloseTo(0.8, 9)
})

test('two bids of one campaign answer alike in part, and each by itself as is believed', () => {
  const next = uniformsFrom('two bids')
  const common = new CommonDraws(next)
  const belief = { ...usualResponse(), elasticity: { eta: 3, kappa: 3 } }
  const pairs = Array.from({ length: 4_000 }, () => {
    common.renew()
    const one = commonElasticity(common, next, belief).eta - 3
    common.at = 0
    return [one, commonElasticity(common, next, belief).eta - 3] as const
  })
  const mean = (of: (pair: (typeof pairs)[number]) => number) =>
    pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length
  const variance = mean(([one]) => one ** 2)
  expect(Math.sqrt(variance) / belief.doubt.eta).toBeCloseTo(1, 1)
  expect(mean(([one, other]) => one * other) / variance).toBeCloseTo(0.5, 1)
})

test('a higher bid is promised fewer clicks than the mean of a campaign lets expect, unless the account’s own bids tell', () => {
  const usual = usualResponse()
  expect(promisedResponse(usual).elasticity.eta).toBeLessThan(0.8 * usual.elasticity.eta)
  const own = { ...usual, source: 'own' as const }
  expect(promisedResponse(own)).toBe(own)
})
