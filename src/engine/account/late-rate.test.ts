import { expect, test } from 'vitest'
import { MICROS } from '#shared/metrics.ts'
import { analyseAccount } from '../analyse-account.ts'
import { campaign, keyword, sampleAccount, searchTerm, sums } from '../samples/sample-account.ts'
import { accountDrifts } from './entity-drift.ts'
import { lateRateOf } from './late-rate.ts'
import type { RecentSums } from './snapshot.ts'

const WHOLE = { mean: 1, spread: 1 }

const late = (clicks: number, sold: number): RecentSums => {
  return { clicks, conversionsMicros: sold * MICROS }
}

/** A hundred of 900 clicks, a third of them late, half of which sell often; late they sold so many times as before, in turn. */
function others(...times: number[]) {
  return Array.from({ length: 100 }, (_, i) => {
    const early = i % 4 < 2 ? 30 : 240
    const lateSold = (early / 2) * times[i % times.length]!
    const recent = late(300, lateSold)
    return keyword(`palabra ${i}`, sums(900, early + lateSold, 0.6), { recent })
  })
}
const STILL = others(1)
const MOVING = others(0.5, 1.5)

const driftOf = (keywords: typeof STILL) => accountDrifts(sampleAccount({ keywords }), WHOLE).drift
const rateOf = (recent: RecentSums | undefined, keywords: typeof STILL) =>
  lateRateOf([keyword('botas', sums(900, 90), { recent })], driftOf(keywords), WHOLE)

test('where rates move, what sold less of late is expected to, as far as its own counts tell', () => {
  expect(rateOf(late(300, 10), MOVING)).toBeLessThan(0.55)
  expect(rateOf(late(300, 10), MOVING)).toBeGreaterThan(10 / 30)
  expect(rateOf(late(300, 30), MOVING)).toBeCloseTo(1, 6)
  expect(rateOf(late(300, 50), MOVING)).toBeGreaterThan(1.3)
  expect(rateOf(late(300, 10), STILL)).toBeGreaterThan(0.95)
  expect(rateOf(undefined, MOVING)).toBe(1)
})

test('what happened to all is not its own, and rows of one search are one', () => {
  // Twice as many clicks sell of late: 900 clicks are worth 1,200 of before.
  const doubled = others(2)
  expect(driftOf(doubled).late?.change).toBeCloseTo(2, 6)
  expect(rateOf(late(300, 45), doubled)).toBeCloseTo(1, 6)
  const half = keyword('botas', sums(450, 45), { recent: late(150, 5) })
  expect(lateRateOf([half, half], driftOf(MOVING), WHOLE)).toBeCloseTo(
    rateOf(late(300, 10), MOVING),
    9,
  )
})

test('a bid is raised on what sold less of late where rates hold still, not where they move', () => {
  const isRaised = (own: RecentSums, keywords: typeof STILL) => {
    const cheap = keyword('botas lluvia', sums(600, 240), { bidMicros: 600_000, recent: own })
    const account = sampleAccount({
      targetCpaMicros: 12.5 * MICROS,
      campaigns: [campaign({ biddingStrategyType: 'MANUAL_CPC' })],
      keywords: [...keywords, cheap],
    })
    const { recommendations } = analyseAccount(account)
    return recommendations.some(({ rule, title }) => rule === 'keyword-bids' && /Sube/.test(title))
  }
  expect(isRaised(late(200, 80), MOVING)).toBe(true)
  expect(isRaised(late(200, 25), MOVING)).toBe(false)
  expect(isRaised(late(200, 25), STILL)).toBe(true)
})

test('nor does a new keyword begin with a higher bid there', () => {
  const firstBid = (own: RecentSums, rows: typeof STILL) => {
    const home = { criterionId: 'zapatos mujer', bidMicros: 600_000 }
    const term = searchTerm('botín piel señora', sums(900, 420), {
      criterionId: home.criterionId,
      recent: own,
    })
    const account = sampleAccount({
      targetCpaMicros: 12.5 * MICROS,
      campaigns: [campaign({ biddingStrategyType: 'MANUAL_CPC' })],
      keywords: [keyword('zapatos mujer', sums(1_200, 500), home)],
      searchTerms: [
        ...rows.map(({ text, sums: own, recent }) => searchTerm(text, own, { recent })),
        term,
      ],
    })
    const cards = analyseAccount(account).recommendations
    const card = cards.find(({ rule }) => rule === 'converting-terms')
    const created = (card?.evidence.change?.operations ?? []).map(
      (one) => (one as unknown as Operation).adGroupCriterionOperation.create,
    )
    return Number(created.find(({ keyword: { text } }) => text === term.term)?.cpcBidMicros)
  }
  expect(firstBid(late(300, 140), MOVING)).toBeGreaterThan(600_000)
  expect(firstBid(late(300, 50), MOVING)).toBe(600_000)
  expect(firstBid(late(300, 50), STILL)).toBeGreaterThan(600_000)
})

type Operation = {
  adGroupCriterionOperation: { create: { keyword: { text: string }; cpcBidMicros?: string } }
}
