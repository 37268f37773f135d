import { expect, test } from 'vitest'
import { MICROS } from '#shared/metrics.ts'
import { campaign, searchTerm, sums } from '../../samples/sample-account.ts'
import { found, withTerms } from '../../samples/sample-analysis.ts'

const middling = searchTerm('zapatilla fina', sums(3_000, 52))

const TWO = ['disfraz flamenca', 'peluca rizada']

/** Of 12.50 € a conversion, with a search at 29 €, and two that sell nothing; each conversion is worth 30 €. */
function account(
  idle: number,
  lostToBudget: number,
  { budgetShared = false, texts = TWO, judged = middling } = {},
) {
  const rows = texts.map((text) => searchTerm(text, sums(idle / texts.length, 0)))
  const spent = sums(9_000 + 3_000 + idle, 360 + judged.sums.conversionsMicros / MICROS)
  const byHand = campaign({
    biddingStrategyType: 'MANUAL_CPC',
    budgetMicros: Math.round(spent.costMicros / 90),
    budgetShared,
    sums: spent,
    impressionShare: { eligible: 1_100_000, lostToBudget, lostToRank: 90_000 },
  })
  const share = { eligible: 1_100, lostToBudget: lostToBudget / 1_000, lostToRank: 90 }
  const beside = { ...byHand, id: '2', name: 'Otra', sums: sums(17, 1), impressionShare: share }
  return {
    ...withTerms(...rows, judged),
    campaigns: budgetShared ? [byHand, beside] : [byHand],
    targetCpaMicros: 30 * MICROS,
  }
}

const stopped = (...of: Parameters<typeof account>) =>
  found(account(...of), 'wasted-search-terms').flatMap(({ evidence }) =>
    (evidence.change?.operations ?? []).map((one) => JSON.stringify(one)),
  )

test('where a budget runs out a search is held against what is left once the others are excluded', () => {
  expect(stopped(5_000, 600_000)).toHaveLength(3)
  expect(stopped(5_000, 600_000).join()).toContain('zapatilla fina')
})

test('where it does not, by what a conversion is worth', () => {
  expect(stopped(5_000, 0)).toHaveLength(2)
  expect(stopped(5_000, 0).join()).not.toContain('zapatilla fina')
})

test('so little of a day is spent without them that the budget holds nothing back any more', () => {
  expect(stopped(5_000, 60_000)).toHaveLength(2)
  expect(stopped(5_000, 180_000)).toHaveLength(2)
  // One that is shared is left as much.
  expect(stopped(5_000, 180_000, { budgetShared: true })).toHaveLength(2)
  expect(stopped(5_000, 600_000, { budgetShared: true })).toHaveLength(3)
})

test('of what sold nothing some is bad luck: without it the rest is not as cheap as it looks', () => {
  const texts = [
    ...TWO,
    'mesa camilla',
    'cuna nido',
    'faro led',
    'tela vaquera',
    'pala zinc',
    'olla gres',
  ]
  const judged = searchTerm('zapatilla fina', sums(3_000, 70))
  const eight = stopped(8 * 150, 600_000, { texts, judged })
  expect(eight).toHaveLength(8)
  expect(eight.join()).not.toContain('zapatilla fina')
})
