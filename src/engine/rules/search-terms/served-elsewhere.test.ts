import { expect, test } from 'vitest'
import type { WholeSnapshot } from '../../account/snapshot.ts'
import { campaign, searchTerm, sums } from '../../samples/sample-account.ts'
import { found, withTerms } from '../../samples/sample-analysis.ts'

const RULE = 'wasted-search-terms'
const TERM = 'disfraz flamenca'

/** A second campaign by hand that shows the same search, to people of the same region unless told otherwise. */
function twice(
  here: ReturnType<typeof sums>,
  there: ReturnType<typeof sums>,
  region = '20282',
): WholeSnapshot {
  const account = withTerms(
    searchTerm(TERM, here),
    searchTerm(TERM, there, { campaignId: '2', adGroupId: '21' }),
    ...Array.from({ length: 20 }, (_, i) =>
      searchTerm(`botas modelo${i}`, sums(150, 6), { campaignId: '2', adGroupId: '21' }),
    ),
  )
  const byHand = { biddingStrategyType: 'MANUAL_CPC' }
  const regions = [
    { campaignId: '1', regionId: '20282', name: 'Madrid', sums: sums(9_000, 360) },
    { campaignId: '2', regionId: region, name: 'Madrid', sums: sums(4_000, 160) },
  ]
  return {
    ...account,
    campaigns: [
      campaign(byHand),
      campaign({ ...byHand, id: '2', name: 'Botas', budgetId: '92', sums: sums(4_000, 160) }),
    ],
    adGroups: [
      ...account.adGroups,
      { id: '21', campaignId: '2', name: 'Piel', status: 'ENABLED' as const },
    ],
    targetCpaMicros: 15_000_000,
    inventory: { regions },
  }
}

const savingOf = (account: WholeSnapshot) => {
  const [card] = found(account, RULE)
  return card?.evidence.forecast?.monthlyMidMicros ?? null
}
const placesOf = (account: WholeSnapshot) =>
  found(account, RULE).map(({ evidence }) =>
    evidence.change!.operations.map(
      ({ campaignCriterionOperation: one }) => (one!.create as { campaign: string }).campaign,
    ),
  )
const PLACE = 'customers/{customerId}/campaigns/'

test('a search that another campaign shows at a higher price is not handed over to it', () => {
  const [here, dearer] = [sums(380, 0), sums(12, 6, 1.5)]
  expect(placesOf(twice(here, dearer))).toEqual([])
  expect(placesOf(twice(here, dearer, '20271'))).toEqual([[`${PLACE}1`]])
})

test('one for those on a list, in the other campaign, does not go on with it', () => {
  const account = twice(sums(380, 0), sums(12, 6, 1.5))
  const listed = {
    ...{ campaignId: '2', adGroupId: '21', criterionId: '5', name: 'Clientes', type: 'USER_LIST' },
    sums: sums(90, 4),
  }
  const restrictedAdGroups = [{ campaignId: '2', adGroupId: '21', dimensions: ['AUDIENCE'] }]
  const inventory = { ...account.inventory, audiences: [listed], restrictedAdGroups }
  expect(placesOf({ ...account, inventory })).toEqual([[`${PLACE}1`]])
})

test('at a lower price it is, less what is paid there, and the card names the campaign', () => {
  const [here, cheaper] = [sums(380, 0), sums(40, 2, 0.2)]
  const account = twice(here, cheaper)
  expect(placesOf(account)).toEqual([[`${PLACE}1`]])
  expect(savingOf(account)!).toBeLessThan(0.95 * savingOf(twice(here, cheaper, '20271'))!)
  const doubts = found(account, RULE)[0]!.evidence.counterEvidence.join(' ')
  expect(doubts).toContain('También sale en «Botas»')
})

test('where all that show it waste, one card stops it in all of them, for all that it costs', () => {
  const both = twice(sums(380, 0), sums(380, 0, 0.6))
  expect(placesOf(both).map((places) => places.toSorted())).toEqual([[`${PLACE}1`, `${PLACE}2`]])
  const apart = twice(sums(380, 0), sums(380, 0, 0.6), '20271')
  const alone = found(apart, RULE).map(({ evidence }) => evidence.forecast!.monthlyMidMicros)
  const all = alone.reduce((sum, one) => sum + one, 0)
  expect(savingOf(both)! / all).toBeGreaterThan(0.9)
  const doubts = found(both, RULE)[0]!.evidence.counterEvidence.join(' ')
  expect(doubts).not.toContain('También sale')
})
