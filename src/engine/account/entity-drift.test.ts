import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { analyseAccount } from '../analyse-account.ts'
import { campaign, keyword, sampleAccount, searchTerm, sums } from '../samples/sample-account.ts'
import { drawNormal, uniformsFrom } from '../statistics/random.ts'
import { accountDrifts } from './entity-drift.ts'
import type { AccountSnapshot } from './snapshot.ts'

const WHOLE = { mean: 1, spread: 1 }
const USUAL = { drift: { rate: 0.22, clicks: 0.3 }, searchDrift: { rate: 0.22, clicks: 0.45 } }

type Months = { rate?: number; clicks?: number; lateRate?: number; count?: number }

/** Keywords of 900 clicks of which 90 sold, whose newest third differs by itself (sd) and for all (`lateRate`). */
function rowsOf(seed: string, { rate = 0, clicks = 0, lateRate = 1, count = 200 }: Months) {
  const next = uniformsFrom(seed)
  return Array.from({ length: count }, (_, i) => {
    const late = Math.round(300 * Math.exp(clicks * drawNormal(next)))
    const early = 600
    const sold = (of: number, times: number) =>
      Array.from({ length: of }, () => next() < 0.1 * times).filter(Boolean).length
    const lateSold = sold(late, lateRate * Math.exp(rate * drawNormal(next)))
    const recent = { clicks: late, conversionsMicros: lateSold * 1e6 }
    const all = sums(early + late, sold(early, 1) + lateSold)
    return keyword(`palabra ${i}`, all, { recent })
  })
}

const learned = (over: Partial<AccountSnapshot<'keyword' | 'searchTerm'>>) =>
  accountDrifts(sampleAccount(over as object), WHOLE)

test('keywords tell how far rates move by themselves; without their parts it is as usual', () => {
  expect(learned({})).toEqual(USUAL)
  expect(learned({ keywords: rowsOf('still', {}) }).drift.rate).toBeLessThan(0.1)
  const { drift, searchDrift } = learned({ keywords: rowsOf('moving', { rate: 0.4 }) })
  expect(drift.rate).toBeGreaterThan(0.32)
  expect(drift.rate).toBeLessThan(0.48)
  expect(searchDrift).toEqual(USUAL.searchDrift)
})

test('searches tell of searches', () => {
  const searchTerms = rowsOf('searches', { rate: 0.5 }).map(({ text, sums, recent }) =>
    searchTerm(text, sums, { recent }),
  )
  const { drift, searchDrift } = learned({ searchTerms })
  expect(drift).toEqual(USUAL.drift)
  expect(searchDrift.rate).toBeGreaterThan(0.38)
})

test('what happens to all is no drift of one', () => {
  const keywords = rowsOf('all sold more', { lateRate: 2 })
  expect(learned({ keywords }).drift.rate).toBeLessThan(0.1)
})

test('clicks move further than usual or as usual, but a bid that was changed is no drift', () => {
  expect(learned({ keywords: rowsOf('still', {}) }).drift.clicks).toBe(0.3)
  const keywords = rowsOf('clicks', { clicks: 0.7 })
  const { clicks } = learned({ keywords }).drift
  expect(clicks).toBeGreaterThan(0.55)
  expect(clicks).toBeLessThan(0.8)
  const { window } = sampleAccount()
  const traffic = { before: { clicks: 9, costMicros: 1 }, after: { clicks: 9, costMicros: 1 } }
  const changed = keywords.map(({ adGroupId, criterionId }) => {
    return { adGroupId, criterionId, fromMicros: 1, toMicros: 2, ...traffic }
  })
  const steps = (day: string) => [{ campaignId: '1', day, changed }]
  const moved = learned({ keywords, bidSteps: steps(addDays(window.to, -20)) })
  expect(moved.drift.clicks).toBe(0.3)
  expect(learned({ keywords, bidSteps: steps(addDays(window.from, -1)) }).drift.clicks).toBe(clicks)
})

test('a short window tells less, and four weeks tell of no month', () => {
  const keywords = rowsOf('still', { count: 8 })
  const { to } = sampleAccount().window
  const ofDays = (days: number) =>
    learned({ keywords, window: { from: addDays(to, 1 - days), to } }).drift.rate
  expect(ofDays(27)).toBe(0.22)
  expect(ofDays(45)).toBeGreaterThan(ofDays(90) * 1.05)
  expect(ofDays(45)).toBeLessThan(0.22)
})

test('a keyword that was begun or stopped meanwhile tells nothing', () => {
  const stopped = (share: 0 | 1) =>
    rowsOf('stopped', {}).map((row) => {
      const { clicks, conversionsMicros } = row.sums
      const recent = { clicks: share * clicks, conversionsMicros: share * conversionsMicros }
      return { ...row, recent }
    })
  const others = rowsOf('others', { clicks: 0.5 })
  const alone = learned({ keywords: others })
  for (const share of [0, 1] as const) {
    expect(learned({ keywords: stopped(share) })).toEqual(USUAL)
    expect(learned({ keywords: [...others, ...stopped(share)] })).toEqual(alone)
  }
})

/** Of the same sums as those that hold still. */
function movingOf(rows: ReturnType<typeof rowsOf>) {
  return rows.map(({ recent, ...row }, i) => {
    const conversionsMicros = Math.round(row.sums.conversionsMicros * (i % 2 ? 0.5 : 0.2))
    return { ...row, recent: { ...recent!, conversionsMicros } }
  })
}

test('a keyword or a search a little too dear is stopped where rates of its kind hold still, not where they move', () => {
  const still = rowsOf('still', {})
  const moving = movingOf(still)
  const isStopped = (rule: string, over: Partial<ReturnType<typeof sampleAccount>>) => {
    const campaigns = [campaign({ biddingStrategyType: 'MANUAL_CPC' })]
    const account = sampleAccount({ ...over, campaigns, targetCpaMicros: 8e6 })
    return analyseAccount(account).recommendations.some((one) => one.rule === rule)
  }
  const ofKeywords = (rows: typeof still) =>
    isStopped('idle-keywords', { keywords: [...rows, keyword('botas caras', sums(60, 0, 1.6))] })
  expect([ofKeywords(still), ofKeywords(moving)]).toEqual([true, false])
  const ofSearches = (rows: typeof still, keywords: typeof still) => {
    const terms = rows.map(({ text, sums, recent }) => searchTerm(text, sums, { recent }))
    const searchTerms = [...terms, searchTerm('botas caras', sums(60, 0, 1.6))]
    return isStopped('wasted-search-terms', { searchTerms, keywords })
  }
  expect([ofSearches(still, moving), ofSearches(moving, still)]).toEqual([true, false])
})
