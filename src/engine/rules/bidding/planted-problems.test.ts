import { expect, test } from 'vitest'
import { MICROS } from '#shared/metrics.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import { analyseAccount } from '../../analyse-account.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { campaign, keyword, sampleAccount, searchTerm, sums } from '../../samples/sample-account.ts'
import { RULE_NAMES } from '../rules.ts'

/** Rules of keywords, bids and budgets. */
const FIRST = RULE_NAMES.indexOf('idle-keywords')
const OWN = new Set<string>(RULE_NAMES.slice(FIRST, RULE_NAMES.indexOf('thin-budgets') + 1))

const share = (lostToBudget: number, lostToRank: number) => ({
  eligible: 400_000,
  lostToBudget,
  lostToRank,
})

/** One problem for nearly every rule, in campaigns that do not disturb each other. */
function planted(): AccountSnapshot {
  const base = sampleAccount()
  const hand = { biddingStrategyType: 'MANUAL_CPC' }
  const exact = { matchType: 'EXACT' as const }
  return {
    ...base,
    targetCpaMicros: 12.5 * MICROS,
    campaigns: [
      campaign({ ...hand, impressionShare: share(0, 200_000) }),
      campaign({
        ...hand,
        id: '2',
        name: 'Botas',
        budgetId: '92',
        sums: sums(9_000, 700),
        impressionShare: share(200_000, 0),
      }),
      campaign({ id: '3', name: 'Marca', budgetId: '93', impressionShare: share(0, 60_000) }),
      campaign({
        id: '4',
        name: 'Bolsos',
        budgetId: '94',
        biddingStrategyType: 'TARGET_CPA',
        targetCpaMicros: 6 * MICROS,
      }),
      campaign({
        id: '5',
        name: 'Cintos',
        budgetId: '95',
        budgetMicros: 4 * MICROS,
        sums: sums(9_000, 600),
        impressionShare: share(0, 200_000),
      }),
    ],
    keywords: [
      ...base.keywords,
      keyword('botas lluvia', sums(600, 6), { bidMicros: 600_000 }),
      keyword('tacones boda', sums(420, 0)),
      keyword('botín', sums(900, 50), { ...exact, criterionId: 'a' }),
      keyword('Botin', sums(900, 12), { ...exact, criterionId: 'b' }),
      keyword('zapatos', sums(3_000, 40), { matchType: 'BROAD' }),
      ...Array.from({ length: 24 }, (_, i) =>
        keyword(`cinto ${i}`, sums(60, 3), {
          campaignId: '5',
          adGroupId: '51',
          qualityScore: 3,
          criterionId: `c${i}`,
        }),
      ),
      ...Array.from({ length: 9 }, (_, i) => keyword(`rara ${i}`, sums(0, 0), { campaignId: '2' })),
    ],
    searchTerms: [
      searchTerm('zapatos piel', sums(1_000, 80), exact),
      ...['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((word) =>
        searchTerm(`zapatillas de ${word}`, sums(125, 4), { matchType: 'NEAR_EXACT' }),
      ),
    ],
  }
}

const own = (snapshot: AccountSnapshot) =>
  analyseAccount(snapshot).recommendations.filter(({ rule }) => OWN.has(rule))
const bytes = (snapshot: AccountSnapshot) => JSON.stringify(analyseAccount(snapshot))
/** Every number under one of these keys, at any depth. */
const mapped = (keys: RegExp, to: (value: number) => number): AccountSnapshot =>
  JSON.parse(JSON.stringify(planted()), (key, value) =>
    keys.test(key) && typeof value === 'number' ? to(value) : value,
  ) as AccountSnapshot

test('each problem is found by its rule, with no number that is not on the card', () => {
  const found = own(planted())
  expect([...new Set(found.map(({ rule }) => rule))].toSorted()).toEqual([
    'bid-targets',
    'brand-mix',
    'broad-without-smart-bidding',
    'budget-shift',
    'dear-keywords',
    'duplicate-keywords',
    'idle-keywords',
    'keyword-bids',
    'lost-to-rank',
    'low-quality-score',
    'match-type-mix',
    'silent-keywords',
    'smart-bidding',
    'thin-budgets',
  ])
  expect(found.flatMap(unsupportedNumbers)).toEqual([])
})

test('whatever the order of the rows', () => {
  const account = planted()
  const reversed = {
    ...account,
    campaigns: account.campaigns.toReversed(),
    keywords: account.keywords.toReversed(),
    searchTerms: account.searchTerms.toReversed(),
  }
  expect(bytes(reversed)).toBe(bytes(account))
})

test('in another currency everything scales and nothing changes place', () => {
  const dear = mapped(/^(cost|value|budget|bid|targetCpa)Micros$/, (value) => value * 128)
  const [a, b] = [own(planted()), own(dear)]
  expect(b.map((r) => [r.fingerprint, r.priority])).toEqual(
    a.map((r) => [r.fingerprint, r.priority]),
  )
  b.forEach((one, i) => {
    expect(one.probability).toBeCloseTo(a[i]!.probability, 6)
    const wanted = a[i]!.expectedValueMicros * 128
    expect(Math.abs(one.expectedValueMicros - wanted)).toBeLessThanOrEqual(
      Math.abs(wanted) * 0.02 + 64,
    )
  })
})

test('every campaign paused: nothing to do', () => {
  const account = planted()
  const campaigns = account.campaigns.map((one) => ({ ...one, status: 'PAUSED' as const }))
  expect(own({ ...account, campaigns })).toEqual([])
})

test('without conversions only what is set up wrongly is told, and no amount', () => {
  const found = own(mapped(/^(conversions|value)Micros$/, () => 0))
  expect(found.every(({ evidence }) => evidence.forecast === null)).toBe(true)
  const judging = [
    'keyword-bids',
    'idle-keywords',
    'limited-budgets',
    'budget-shift',
    'bid-targets',
  ]
  expect(found.map(({ rule }) => rule).filter((rule) => judging.includes(rule))).toEqual([])
})

test('micros at the edge of 64 bits stay numbers', () => {
  const huge = mapped(/^(cost|budget|bid|targetCpa)Micros$/, (value) => value * 1e9)
  for (const one of own(huge)) {
    const { evidence } = one
    expect(Number.isFinite(one.expectedValueMicros)).toBe(true)
    expect(Number.isFinite(evidence.forecast?.monthlyMidMicros ?? 0)).toBe(true)
    expect(JSON.stringify(evidence.change?.operations ?? [])).not.toMatch(/NaN|Infinity|\de\+/)
  }
})

test('a report from a file gets advice but no operation', () => {
  const account = planted()
  const found = own({ ...account, account: { ...account.account, source: 'imported' } })
  expect(found.length).toBeGreaterThan(8)
  expect(found.flatMap(({ evidence }) => evidence.change?.operations ?? [])).toEqual([])
})

test('conversions above clicks, fractional or of a currency without decimals break nothing', () => {
  const odd = mapped(/^conversionsMicros$/, (value) => Math.round(value * 30.5))
  const coins = { ...odd, account: { ...odd.account, currencyCode: 'JPY' } }
  for (const account of [odd, coins]) {
    expect(own(account).flatMap(unsupportedNumbers)).toEqual([])
    for (const { probability } of own(account)) {
      expect(probability).toBeGreaterThan(0)
      expect(probability).toBeLessThanOrEqual(1)
    }
  }
})
