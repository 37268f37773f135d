import { expect, test } from 'vitest'
import type { CountedCard } from './counted-once.ts'
import { ruleVerdict } from './rule-verdict.ts'

const NONE = { controlMicros: 0, worthMicros: 0 }
const card = (estimate: number, error: number, inCommon = NONE): CountedCard => ({
  id: `${estimate}`,
  campaignIds: [],
  appliedOn: '2026-01-01',
  measuredTo: '2026-02-05',
  estimate,
  usual: 1_000,
  spread: {
    ...inCommon,
    allMicros: Math.hypot(error, inCommon.controlMicros, inCommon.worthMicros),
  },
})

const ESTIMATES = [410, -90, 95, 620, 20, -210, 250, 60, 5, 330]
const ERRORS = [120, 90, 60, 200, 45, 110, 130, 80, 70, 100]
const ten = (inCommon = NONE) => ESTIMATES.map((one, i) => card(one, ERRORS[i]!, inCommon))

test('mean and spread of ten unlike cards are those of Paule and Mandel', () => {
  const { share, verdict, cards, chanceOfGain } = ruleVerdict(ten())!
  expect(share.estimate).toBeCloseTo(0.123962, 5)
  // 73.081, t with nine degrees of freedom.
  expect(share.high - share.estimate).toBeCloseTo(2.262157 * 0.073081, 4)
  expect([cards, verdict]).toEqual([10, 'inconclusive'])
  // Φ(123.96 / √(207.57² + 73.08²)).
  expect(chanceOfGain).toBeCloseTo(0.7133, 3)
})

test('many that none of them could tell alone are told together, either way', () => {
  const all = Array.from({ length: 18 }, (_, i) => card(180 + (i % 3) * 20, 140))
  const alone = all.filter(({ estimate, spread }) => estimate > 1.96 * spread.allMicros)
  expect(alone).toEqual([])
  expect(ruleVerdict(all)!.verdict).toBe('improved')
  const lost = all.map((one) => ({ ...one, estimate: -one.estimate }))
  expect(ruleVerdict(lost)!.verdict).toBe('worsened')
  const none = Array.from({ length: 30 }, (_, i) => card((i % 2 ? 1 : -1) * 20, 60))
  expect(ruleVerdict(none)!.verdict).toBe('unchanged')
})

test('what all were held against, and what a conversion is worth, does not average out', () => {
  const reach = (inCommon: typeof NONE) => {
    const { low, high } = ruleVerdict(ten(inCommon))!.share
    return (high - low) / 2
  }
  const own = 2.262157 * 0.073081
  expect(reach({ controlMicros: 60, worthMicros: 0 })).toBeCloseTo(Math.hypot(own, 1.96 * 0.06), 4)
  expect(reach({ controlMicros: 0, worthMicros: 90 })).toBeCloseTo(Math.hypot(own, 1.96 * 0.09), 4)
})

test('how unlike the untouched are is known from few of them: with eleven degrees of freedom their part reaches further', () => {
  const inCommon = { controlMicros: 60, worthMicros: 0, controlFreedom: 11 }
  const { low, high } = ruleVerdict(ten(inCommon))!.share
  const own = 2.262157 * 0.073081
  expect((high - low) / 2).toBeCloseTo(Math.hypot(own, 2.200985 * 0.06), 4)
})

test('what happened to sell more varies more, and weighs no less for it', () => {
  const lucky = (side: 1 | -1, stillTimes?: number) => ({
    ...card(side * 100, 100 * (1 + 0.2 * side)),
    spread: { ...NONE, allMicros: 100 * (1 + 0.2 * side), ...(stillTimes && { stillTimes }) },
  })
  const mean = (still: boolean) =>
    ruleVerdict(
      Array.from({ length: 10 }, (_, i) =>
        i % 2 ? lucky(1, still ? 1 / 1.2 : undefined) : lucky(-1, still ? 1 / 0.8 : undefined),
      ),
    )!.share.estimate
  expect(mean(true)).toBeCloseTo(0, 12)
  expect(mean(false)).toBeLessThan(-0.02)
})

test('four cards are no rule, nor those that cost nothing', () => {
  expect(ruleVerdict(ten().slice(0, 4))).toBeNull()
  expect(ruleVerdict(ten().map((one) => ({ ...one, usual: 0 })))).toBeNull()
})
