import { expect, test } from 'vitest'
import { accountTotal, type CountedCard, countedCard } from './account-total.ts'

/** 100 a month give or take 100 of its own and what all have in common. */
const card = (id: string, over: Partial<CountedCard> = {}, inCommon = IN_COMMON): CountedCard => ({
  id,
  campaignIds: [id],
  appliedOn: '2026-01-01',
  measuredTo: '2026-02-05',
  estimate: 100,
  usual: 1000,
  spread: { ...inCommon, allMicros: Math.hypot(100, inCommon.controlMicros, inCommon.worthMicros) },
  ...over,
})
const IN_COMMON = { controlMicros: 40, worthMicros: 0 }
const sdOf = (cards: readonly CountedCard[]) => {
  const { range95 } = accountTotal(cards)!
  return (range95.high - range95.low) / 2 / 1.96
}
const ten = (inCommon = IN_COMMON) =>
  Array.from({ length: 10 }, (_, i) => card(`c${i}`, {}, inCommon))

test('what all cards were held against does not average out', () => {
  expect(accountTotal(ten())!.estimate).toBe(1000)
  expect(sdOf(ten())).toBeCloseTo(509.9, 1)
  expect(sdOf(ten({ controlMicros: 0, worthMicros: 0 }))).toBeCloseTo(316.23, 1)
})

test('nor does doubt of what a conversion is worth, but gains and losses of it cancel', () => {
  const gained = ten({ controlMicros: 0, worthMicros: 50 })
  expect(sdOf(gained)).toBeCloseTo(Math.hypot(316.23, 500), 0)
  const mixed = gained.map((one, i) =>
    i % 2 ? one : { ...one, spread: { ...one.spread, worthMicros: -50 } },
  )
  expect(sdOf(mixed)).toBeCloseTo(316.23, 0)
})

test('a campaign counts once while it is measured, and again after', () => {
  const [first, second, later] = [
    card('a', { campaignIds: ['1'] }),
    card('b', { campaignIds: ['1', '2'], appliedOn: '2026-01-20', measuredTo: '2026-02-25' }),
    card('c', { campaignIds: ['1'], appliedOn: '2026-03-01', measuredTo: '2026-04-05' }),
  ]
  const total = accountTotal([later, second, first])!
  expect(total.counted).toEqual(['a', 'c'])
  expect(total.within).toEqual({ b: 'a' })
  expect(total.estimate).toBe(200)
})

test('losses count like gains, and nothing measured is no total', () => {
  const loss = card('x', { estimate: -400 })
  expect(accountTotal([card('y'), loss])!.estimate).toBe(-300)
  expect(accountTotal([])).toBeNull()
})

test('what another cause may have made is not added up', () => {
  const flat = { estimate: 0, low: -0.1, high: 0.1 }
  const money = {
    cost: flat,
    conversions: flat,
    worthMicros: null,
    worthText: null,
    marginMicros: 0,
    spread: { allMicros: 10, ...IN_COMMON },
    chanceOfGain: null,
    leftOut: [],
  }
  const counted = (hasOtherCause?: true) =>
    countedCard({
      applicationId: 'a',
      campaignIds: ['1'],
      appliedOn: '2026-01-01',
      measured: {
        verdict: 'inconclusive',
        kpi: { label: 'Coste', change: flat },
        monthlyMicros: { estimate: -400, low: -500, high: -300 },
        money: hasOtherCause ? { ...money, hasOtherCause } : money,
        measuredOn: '2026-02-10',
        confounders: [],
        note: null,
      },
    })
  expect(counted()).toMatchObject({ estimate: -400 })
  expect(counted(true)).toBeNull()
})
