import { expect, test } from 'vitest'
import { MICROS } from '#shared/metrics.ts'
import { analyseAccount } from '../../analyse-account.ts'
import { sampleAccount, searchTerm, sums } from '../../samples/sample-account.ts'
import { equippedAccount, healthyInventory } from '../../samples/sample-inventory.ts'

test('an audience is held against all that its campaign brought, also where a part of that is excluded by now', () => {
  const [first] = healthyInventory().audiences!
  const found = (over: object) =>
    analyseAccount(
      equippedAccount(
        { audiences: [{ ...first!, sums: sums(3_000, 120) }] },
        { targetCpaMicros: 9 * MICROS, ...over },
      ),
    ).recommendations.filter(({ rule }) => rule === 'audience-setup')
  // As the rest, but for 3,000 clicks that never sold.
  const searchTerms = [...sampleAccount().searchTerms, searchTerm('disfraz', sums(3_000, 0))]
  const negatives = [
    { scope: 'campaign' as const, campaignId: '1', text: 'disfraz', matchType: 'BROAD' as const },
  ]
  expect(found({ searchTerms })).toEqual([])
  expect(found({ searchTerms, negatives })).toEqual([])
})
