import { expect, test } from 'vitest'
import type { Measured, NetSpread } from '#shared/measured.ts'
import { accountTotal, countedCard } from './account-total.ts'
import type { CountedCard } from './counted-once.ts'

/** 100 a month give or take 100 of its own and what all have in common. */
const card = (
  id: string,
  over: Partial<CountedCard> = {},
  inCommon: Omit<NetSpread, 'allMicros'> = IN_COMMON,
): CountedCard => ({
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

/** Card by card what both errors come to in the net: √(80² + 40² − 2 · ½ · 80 · 40). */
const NET = Math.sqrt(4800)
const PAYS_WELL = {
  ...{ controlMicros: NET, controlValueMicros: 80, controlCostMicros: 40 },
  worthMicros: 0,
}
const JUST_PAYS = { ...PAYS_WELL, controlValueMicros: 40, controlCostMicros: 80 }

test('what would have been sold and what it would have cost are off each by its own', () => {
  const unlike = [card('a', {}, PAYS_WELL), card('b', {}, JUST_PAYS)]
  expect(sdOf(unlike)).toBeCloseTo(Math.hypot(100, 100, 120), 6)
  const alike = [card('a', {}, PAYS_WELL), card('b', {}, PAYS_WELL)]
  expect(sdOf(alike)).toBeCloseTo(Math.hypot(100, 100, 2 * NET), 6)
  expect(sdOf([card('a', {}, JUST_PAYS)])).toBeCloseTo(Math.hypot(100, NET), 6)
})

test('a result kept without the two is added as all were', () => {
  const { controlMicros, worthMicros } = PAYS_WELL
  const earlier = card('b', {}, { controlMicros, worthMicros })
  expect(sdOf([card('a', {}, JUST_PAYS), earlier])).toBeCloseTo(Math.hypot(100, 100, 2 * NET), 6)
})

test('what halves or an experiment tell is kept as drawn', () => {
  const measured = { ...MEASURED, money: MONEY }
  const halves = { pairs: 8, p: 0.01, shareNow: 0.4 }
  const running = { state: 'running' } as const
  const kept = [
    countedCard({ ...APPLICATION, measured: { ...measured, halves } }),
    countedCard({ ...APPLICATION, measured, experiment: running }),
    countedCard({ ...APPLICATION, measured }),
  ]
  expect(kept.map((one) => one!.isDrawn)).toEqual([true, true, undefined])
})

test('losses count like gains, and nothing measured is no total', () => {
  const loss = card('x', { estimate: -400 })
  expect(accountTotal([card('y'), loss])!.estimate).toBe(-300)
  expect(accountTotal([])).toBeNull()
})

test('a half of a card has half of what is kept of its errors', () => {
  const measured = {
    ...MEASURED,
    money: { ...MONEY, spread: { ...PAYS_WELL, allMicros: 10 } },
    halves: { pairs: 8, p: 0.01, shareNow: 0.5 },
  }
  const half = countedCard({ ...APPLICATION, measured, second: { state: 'waiting' } })
  const { controlMicros, controlValueMicros, controlCostMicros } = half!.spread
  expect([controlMicros, controlValueMicros, controlCostMicros]).toEqual([NET / 2, 40, 20])
})

test('what another cause may have made is not added up', () => {
  const counted = (money: typeof MONEY & { hasOtherCause?: true }) =>
    countedCard({ ...APPLICATION, measured: { ...MEASURED, money } })
  expect(counted(MONEY)).toMatchObject({ estimate: -400 })
  expect(counted({ ...MONEY, hasOtherCause: true })).toBeNull()
})

const FLAT = { estimate: 0, low: -0.1, high: 0.1 }
const APPLICATION = {
  adGroupId: null,
  applicationId: 'a',
  campaignIds: ['1'],
  appliedOn: '2026-01-01',
}
const MONEY = {
  cost: FLAT,
  conversions: FLAT,
  worthMicros: null,
  worthText: null,
  marginMicros: 0,
  spread: { allMicros: 10, ...IN_COMMON },
  chanceOfGain: null,
  leftOut: [],
}
const MEASURED: Measured = {
  verdict: 'inconclusive',
  kpi: { label: 'Coste', change: FLAT },
  monthlyMicros: { estimate: -400, low: -500, high: -300 },
  money: MONEY,
  measuredOn: '2026-02-10',
  confounders: [],
  note: null,
}
