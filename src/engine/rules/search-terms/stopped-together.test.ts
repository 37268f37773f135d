import { expect, test } from 'vitest'
import { MICROS } from '#shared/metrics.ts'
import { campaign, searchTerm, sums } from '../../samples/sample-account.ts'
import { found, withTerms } from '../../samples/sample-analysis.ts'

const middling = searchTerm('zapatilla fina', sums(3_000, 52))

/** Of 12.50 € a conversion, with a search at 29 €, and two that sell nothing; each conversion is worth 30 €. */
function account(idle: number, lostToBudget: number, budgetShared = false) {
  const rows = ['disfraz flamenca', 'peluca rizada'].map((text) =>
    searchTerm(text, sums(idle / 2, 0)),
  )
  const spent = sums(9_000 + 3_000 + idle, 412)
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
    ...withTerms(...rows, middling),
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
  expect(stopped(5_000, 180_000, true)).toHaveLength(2)
  expect(stopped(5_000, 600_000, true)).toHaveLength(3)
})
