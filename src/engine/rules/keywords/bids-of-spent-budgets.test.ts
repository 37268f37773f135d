import { expect, test } from 'vitest'
import { MICROS } from '#shared/metrics.ts'
import { analyseAccount } from '../../analyse-account.ts'
import { campaign, keyword, sampleAccount, sums } from '../../samples/sample-account.ts'

const base = sampleAccount()

/** It spends 50 € a day, on conversions of 12.50 € each; worth `worth` €. One keyword has a bid. */
function bids({
  worth,
  conversions = 60,
  lost,
}: {
  worth: number
  conversions?: number
  lost: number
}) {
  const eligible = 400_000
  const account = sampleAccount({
    targetCpaMicros: worth * MICROS,
    campaigns: [
      campaign({
        biddingStrategyType: 'MANUAL_CPC',
        budgetMicros: lost > 0 ? 52e6 : 250e6,
        impressionShare: { eligible, lostToBudget: lost * eligible, lostToRank: 120_000 },
      }),
    ],
    keywords: [
      ...base.keywords,
      keyword('botas lluvia', sums(600, conversions), { bidMicros: 600_000 }),
    ],
  })
  const cards = analyseAccount(account).recommendations
  return cards.filter(({ rule }) => rule === 'keyword-bids')
}
const titles = (of: Parameters<typeof bids>[0]) =>
  bids(of).map(({ title }) => title.replace(/\u00a0/g, ' '))
const middle = (of: Parameters<typeof bids>[0]) =>
  bids(of)[0]!.evidence.forecast!.monthlyMidMicros / MICROS

test('what is paid for a higher bid is taken from searches that sell, where the budget is spent', () => {
  const raised = ['Sube la puja de «botas lluvia» de 0,60 € a 0,78 €']
  expect(titles({ worth: 25, lost: 0 })).toEqual(raised)
  // Nine of a hundred, below what counts as held back: a sale of 25 € there costs the others' money, half of whose sales are given up.
  for (const conversions of [60, 70])
    expect(titles({ worth: 25, conversions, lost: 0.09 })).toEqual([])
  // Of those that sell better still, less is left than without a budget.
  const best = { worth: 25, conversions: 240 }
  expect(titles({ ...best, lost: 0.09 })).toEqual(raised)
  expect(middle({ ...best, lost: 0.09 })).toBeLessThan(0.9 * middle({ ...best, lost: 0 }))
  // No less where more is held back: what it sells better than the rest is won all the same, and the card says of whom.
  expect(titles({ ...best, lost: 0.3 })).toEqual(raised)
  expect(bids({ ...best, lost: 0.3 })[0]!.evidence.counterEvidence.join()).toContain(
    'dejan de gastar otras',
  )
  expect(titles({ worth: 25, lost: 0.3 })).toEqual([])
})

test('a bid that is lowered there earns what the others bring with the money', () => {
  const dear = { worth: 25, conversions: 3 }
  expect(titles({ ...dear, lost: 0 })).toHaveLength(1)
  expect(middle({ ...dear, lost: 0.09 })).toBeGreaterThan(1.5 * middle({ ...dear, lost: 0 }))
})
