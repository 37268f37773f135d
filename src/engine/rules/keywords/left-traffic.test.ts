import { expect, test } from 'vitest'
import { MICROS } from '#shared/metrics.ts'
import type { NegativeKeyword } from '../../account/snapshot.ts'
import { analyseAccount } from '../../analyse-account.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { campaign, keyword, sampleAccount, searchTerm, sums } from '../../samples/sample-account.ts'

const base = sampleAccount()
const WASTE = [
  'esquelas de hoy',
  'flores para tanatorio',
  'tanatorio teléfono',
  'trabajo tanatorio',
]

/** A keyword of 1,600 clicks on four searches that sell nothing, and `clicks` on others, which Google does not show; a conversion may cost 12.50 €. */
function account(clicks: number, conversions: number, negatives: readonly NegativeKeyword[] = []) {
  const brought = (term: string, own: ReturnType<typeof sums>) =>
    searchTerm(term, own, { keywordText: 'tanatorio', criterionId: 'tanatorio' })
  return sampleAccount({
    targetCpaMicros: 12.5 * MICROS,
    campaigns: [campaign({ biddingStrategyType: 'MANUAL_CPC' })],
    keywords: [
      ...base.keywords,
      keyword('tanatorio', sums(1_600 + clicks, conversions), {
        matchType: 'BROAD',
        bidMicros: 600_000,
      }),
    ],
    searchTerms: [...base.searchTerms, ...WASTE.map((term) => brought(term, sums(400, 0)))],
    negatives,
  })
}

const excluded: NegativeKeyword[] = WASTE.map((text) => ({
  scope: 'campaign',
  campaignId: '1',
  text,
  matchType: 'EXACT',
}))

const cards = (snapshot: ReturnType<typeof account>, name: string) =>
  analyseAccount(snapshot).recommendations.filter(({ rule }) => rule === name)
const bidsOf = (snapshot: ReturnType<typeof account>) => cards(snapshot, 'keyword-bids')

test('a bid is not lowered for searches that another card excludes', () => {
  expect(cards(account(600, 32), 'wasted-search-terms')).toHaveLength(1)
  expect(bidsOf(account(600, 32))).toEqual([])
})

test('nor for those that are excluded by now', () => {
  expect(bidsOf(account(600, 32, excluded))).toEqual([])
})

test('a cut that is right of what is left is told, by that alone where the rest is excluded by now', () => {
  const [before, after] = [[], excluded].map(
    (negatives) => bidsOf(account(2_400, 24, negatives))[0]!,
  )
  const caveats = [before, after].map((one) => one!.evidence.counterEvidence.join())
  expect([before!.title, after!.title]).toEqual([
    expect.stringMatching(/^Baja/),
    expect.stringMatching(/^Baja/),
  ])
  expect(caveats[0]).not.toContain('sin las búsquedas que ya están excluidas')
  expect(caveats[1]).toContain('sin las búsquedas que ya están excluidas')
  // 1,600 of its 4,000 clicks do not come any more.
  const high = (one: typeof before) => one!.evidence.forecast!.monthlyHighMicros
  expect(high(after)).toBeLessThan((2_400 * 0.5 * MICROS * (1 - 0.3)) / 3)
  expect(unsupportedNumbers(after!)).toEqual([])
})

test('a keyword without sales is not paused for searches that are excluded by now', () => {
  const pauses = (clicks: number) => cards(account(clicks, 0, excluded), 'idle-keywords')
  expect(pauses(10)).toEqual([])
  const [one] = pauses(1_600)
  expect(one!.title.replace(/\u00a0/g, ' ')).toContain('«tanatorio»: 800,00 €')
  expect(one!.evidence.counterEvidence.join()).toContain('las búsquedas que ya están excluidas')
  expect(unsupportedNumbers(one!)).toEqual([])
})

test('a bid is not raised for searches that have an exact keyword by now', () => {
  const plain = account(0, 0)
  const [word, row] = [keyword('entierros', sums(600, 170)), { criterionId: 'entierros' }]
  const raised = (status: 'ENABLED' | 'PAUSED') => {
    const own = keyword('contratar entierro', sums(0, 0), { matchType: 'EXACT', status })
    const sold = searchTerm('contratar entierro', sums(120, 145), row)
    return bidsOf({
      ...plain,
      keywords: [...base.keywords, { ...word, bidMicros: 600_000 }, own],
      searchTerms: [...base.searchTerms, { ...sold, status: 'ADDED' }],
    })
  }
  expect(raised('PAUSED')[0]!.title).toMatch(/^Sube/)
  expect(raised('ENABLED')).toEqual([])
})
