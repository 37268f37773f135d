import { expect, test } from 'vitest'
import type { BidStep } from '../account/snapshot.ts'
import { learnMarginalPrice, likelyMarginals } from './marginal-price.ts'
import { drawNormal, uniformsFrom } from './random.ts'

/** A bid of 1 € at which a click costs .6 was cut by a fifth; `added`: what a saved click costs over the bid half-way. */
function cuts({
  count = 60,
  added = () => 1,
  saved = (i) => 30 + 60 * (i % 5),
}: {
  count?: number
  added?: (i: number) => number
  saved?: (i: number) => number
} = {}): BidStep[] {
  const half = Math.sqrt(1_000_000 * 800_000)
  const next = uniformsFrom('cuts')
  const sums = (clicks: number, costMicros: number) => ({ clicks, costMicros })
  const changed = Array.from({ length: count }, (_, i) => {
    const [before, chance] = [400, Math.sqrt(800 - saved(i)) * drawNormal(next)]
    const cost = (before + chance) * 600_000 - saved(i) * added(i) * half
    return {
      adGroupId: '1',
      criterionId: `${i}`,
      fromMicros: 1_000_000,
      toMicros: 800_000,
      before: sums(before, before * 600_000),
      after: sums(before + chance - saved(i), cost * (1 + 0.02 * drawNormal(next))),
    }
  })
  const rest = { before: sums(4_000, 2_400_000_000), after: sums(4_000, 2_400_000_000) }
  return [{ campaignId: '1', day: '2026-10-01', changed, rest }]
}

test('of keywords that answer unlike each other, what a saved click costs over the bid is learned', () => {
  const { ln, sd, spread } = learnMarginalPrice(cuts())!
  expect(ln).toBeCloseTo(0, 1)
  expect(Math.hypot(sd, spread)).toBeLessThan(0.1)
  expect(learnMarginalPrice(cuts({ added: () => 1.25 }))!.ln).toBeCloseTo(Math.log(1.25), 1)
})

test('not where it differs from keyword to keyword, nor from a few changes, nor where bids moved nothing', () => {
  expect(learnMarginalPrice(cuts({ added: (i) => (i % 2 ? 0.8 : 1.5) }))).toBeNull()
  expect(learnMarginalPrice(cuts({ count: 9 }))).toBeNull()
  expect(learnMarginalPrice(cuts({ saved: () => 0 }))).toBeNull()
  expect(learnMarginalPrice([])).toBeNull()
})

test('what others did in the same days is no answer to the bid', () => {
  const [one] = cuts()
  const { before } = one!.rest!
  const double = { ...before, clicks: 2 * before.clicks, costMicros: 2 * before.costMicros }
  const busier = one!.changed.map(({ after, ...moved }) => ({
    ...moved,
    after: { ...after, clicks: 2 * after.clicks, costMicros: 2 * after.costMicros },
  }))
  const seen = learnMarginalPrice([{ ...one!, changed: busier, rest: { before, after: double } }])!
  expect(seen.ln).toBeCloseTo(learnMarginalPrice([one!])!.ln, 1)
  expect(learnMarginalPrice([{ ...one!, rest: undefined }])).toBeNull()
})

test('its likely values lie around it, by both doubts', () => {
  const values = likelyMarginals({ ln: 0.1, sd: 0.03, spread: 0.04 })
  expect(values).toHaveLength(20)
  expect(Math.sqrt(values[9]! * values[10]!)).toBeCloseTo(Math.exp(0.1), 9)
  // A standard deviation is near the 84 % point.
  expect(Math.log(values[16]!)).toBeCloseTo(0.1 + 0.05 * 0.935, 2)
  expect(values).toEqual(values.toSorted((a, b) => a - b))
})
