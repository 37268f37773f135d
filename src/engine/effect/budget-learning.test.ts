import { expect, test } from 'vitest'
import type { Measured } from '#shared/measured.ts'
import { exponentOf, usualExponent } from '../statistics/budget-response.ts'
import { drawNormal, uniformsFrom } from '../statistics/random.ts'
import { budgetResponses, responseSumsOf, type ShownExponent, shownBy } from './budget-learning.ts'
import { NOTHING_LEARNED } from './calibration.ts'

const about = (log: number, sd: number) => ({
  estimate: Math.expm1(log),
  low: Math.expm1(log - 1.96 * sd),
  high: Math.expm1(log + 1.96 * sd),
})
const STEP = Math.log(1.2)
const measured = (money: object, over: object = {}) =>
  ({ money: { campaignIds: ['1'], ...money }, ...over }) as unknown as Measured

/** Budgets raised by a fifth and used up, so many conversions that their rate is known to `sd`. */
const cards = (count: number, exponent: number, sd: number): ShownExponent[] => {
  const next = uniformsFrom(`budgets ${exponent} ${sd}`)
  return Array.from({ length: count }, (_, i) => {
    const cost = STEP + 0.02 * drawNormal(next)
    const perCost = (exponent - 1) * STEP + sd * drawNormal(next)
    const seen = measured({
      campaignIds: [`${i}`],
      cost: about(cost, 0.02),
      conversions: about(cost + perCost, 0.2),
      perCost: about(perCost, sd),
    })
    return shownBy(seen, STEP)!
  })
}

test('one card, by hand: conversions per cost fell by .1 where the cost rose by .2', () => {
  const seen = measured({
    cost: about(0.2, 0.1),
    conversions: about(0.1, 0.2),
    perCost: about(-0.1, 0.15),
  })
  // Asked for .2 as well, to .1: cost rose by .2, and that is known to a variance of 1/200.
  const { exponent, precision } = shownBy(seen, 0.2)!
  expect(exponent).toBeCloseTo(0.5, 9)
  expect(precision).toBeCloseTo(0.04 / (0.15 ** 2 + 0.18 ** 2 / 200), 9)
})

test('a strong truth moves the belief, a weak one hardly does', () => {
  const before = usualExponent()
  const weak = budgetResponses(cards(16, 0.4, 0.3), NOTHING_LEARNED).usual
  expect(Math.abs(weak.mean - before.mean)).toBeLessThan(0.06)
  expect(weak.sd).toBeLessThan(before.sd)
  expect(weak.sd).toBeGreaterThan(0.9 * before.sd)
  const strong = budgetResponses(cards(60, 0.4, 0.01), NOTHING_LEARNED)
  expect(strong.usual.mean).toBeLessThan(0.5)
  expect(strong.usual.sd).toBeLessThan(0.09)
  // A card of its own tells more of a campaign.
  expect(strong.campaigns['3']!.sd).toBeLessThan(strong.usual.sd)
  expect(exponentOf(strong, '3')).toBe(strong.campaigns['3'])
  expect(exponentOf(strong, 'other')).toBe(strong.usual)
  const together = cards(2, 0.4, 0.01).map((one) => ({ ...one, campaignIds: ['1', '2'] }))
  expect(budgetResponses(together, NOTHING_LEARNED).campaigns).toEqual({})
})

test('without any it is as usual, to the digit', () => {
  const { usual, campaigns } = budgetResponses([], NOTHING_LEARNED)
  expect(campaigns).toEqual({})
  expect(usual).toEqual(usualExponent())
  expect(exponentOf(undefined, '1')).toEqual(usualExponent())
})

test('the posterior is that of the joint normal, solved elsewhere', () => {
  const shown = [
    { campaignIds: ['1'], exponent: 0.4, precision: 100, shared: 0.003 },
    { campaignIds: ['2'], exponent: 0.6, precision: 50, shared: 0.003 },
  ]
  const { usual, campaigns } = budgetResponses(shown, NOTHING_LEARNED)
  // World and account .0105, campaign .0064, common .003, errors .01 and .02: the two observations' covariance inverted by hand.
  const [a, b, c] = [0.0105 + 0.0064 + 0.003 + 0.01, 0.0105 + 0.003, 0.0105 + 0.0064 + 0.003 + 0.02]
  const det = a * c - b * b
  const solved = (x: number, y: number) => [(c * x - b * y) / det, (a * y - b * x) / det] as const
  const believed = (with1: number, with2: number) => {
    const [one, two] = solved(0.4 - 0.82, 0.6 - 0.82)
    const [first, second] = solved(with1, with2)
    return {
      mean: 0.82 + with1 * one + with2 * two,
      sd: Math.sqrt(0.0169 - with1 * first - with2 * second),
    }
  }
  for (const [seen, wanted] of [
    [usual, believed(0.0105, 0.0105)],
    [campaigns['1']!, believed(0.0169, 0.0105)],
    [campaigns['2']!, believed(0.0105, 0.0169)],
  ] as const) {
    expect(seen.mean).toBeCloseTo(wanted.mean, 9)
    expect(seen.sd).toBeCloseTo(wanted.sd, 9)
  }
})

test('what all were held against does not average out, however many there are', () => {
  const many = Array.from({ length: 1_000 }, (_, i) => ({
    ...{ campaignIds: [`${i}`], exponent: 0.4 },
    ...{ precision: 50, shared: 0.01 },
  }))
  const { mean, sd } = budgetResponses(many, NOTHING_LEARNED).usual
  expect(mean).toBeCloseTo(0.82 - (0.42 * 0.0105) / 0.0205, 2)
  expect(sd).toBeGreaterThan(Math.sqrt(0.0064 + (0.0105 * 0.01) / 0.0205))
  expect(responseSumsOf(many).weight).toBeLessThan(100)
})

test('what may be something else’s, or was not used up, tells nothing or next to it', () => {
  const money = {
    cost: about(0.18, 0.1),
    conversions: about(0.1, 0.2),
    perCost: about(-0.1, 0.15),
  }
  expect(shownBy(measured({ ...money, hasOtherCause: true }), STEP)).toBeNull()
  expect(shownBy(measured(money), 0)).toBeNull()
  expect(shownBy(measured({ ...money, perCost: undefined }), STEP)).toBeNull()
  const used = shownBy(measured(money), STEP)!
  const still = shownBy(measured({ ...money, cost: about(0, 0.01) }), STEP)!
  expect(still.precision).toBeLessThan(used.precision / 20)
})

test('in halves conversions and cost are told apart by themselves, which shows less', () => {
  const money = { cost: about(STEP, 0.05), conversions: about(0.1, 0.15) }
  const halves = { pairs: 16, p: 0.01, shareNow: 0.5 }
  const { exponent, precision } = shownBy(measured(money, { halves }), STEP)!
  expect(exponent).toBeCloseTo(0.1 / STEP, 9)
  const known = 1 / (STEP / 2) ** 2 + 1 / 0.05 ** 2
  const unsure = 0.15 ** 2 + 0.05 ** 2 + 0.18 ** 2 / known
  expect(precision).toBeCloseTo(STEP ** 2 / unsure, 6)
})

test('other accounts move it the more the more they know, by sums without a unit', () => {
  const sums = responseSumsOf(cards(60, 0.4, 0.01))
  expect(sums.cases).toBe(60)
  expect(sums.value / sums.weight).toBeCloseTo(0.4, 1)
  const others = (accounts: number) => ({ weight: 5 * accounts, value: 2 * accounts })
  expect(budgetResponses([], others(1)).usual.mean).toBeGreaterThan(0.6)
  expect(budgetResponses([], others(200)).usual.mean).toBeLessThan(0.5)
})
