import { expect, test } from 'vitest'
import { campaign, keyword, searchTerm, sums } from '../../samples/sample-account.ts'
import { found, numbersMissing, reasonOf, withTerms } from '../../samples/sample-analysis.ts'

const RULE = 'duplicate-search-terms'

/** The same search in ad groups 11 and 12. */
function twins(better: number, worse: number, over = {}) {
  const account = withTerms(
    searchTerm('sandalia playa', sums(400, better)),
    searchTerm('sandalia playa', sums(400, worse), { adGroupId: '12', ...over }),
  )
  const adGroup = { id: '12', campaignId: '1', name: 'Verano', status: 'ENABLED' as const }
  return { ...account, adGroups: [...account.adGroups, adGroup] }
}

test('the dearer ad group gets an exact negative', () => {
  const [one] = found(twins(40, 8), RULE)
  expect([one!.objectType, one!.objectId]).toEqual(['adgroup', '12'])
  expect(one!.title).toMatch(/^Deja la búsqueda «sandalia playa» solo en «Mujer»: en «Verano»/)
  expect(one!.evidence.change!.operations).toEqual([
    {
      adGroupCriterionOperation: {
        create: {
          adGroup: 'customers/{customerId}/adGroups/12',
          negative: true,
          keyword: { text: 'sandalia playa', matchType: 'EXACT' },
        },
      },
    },
  ])
  const { monthlyLowMicros, monthlyHighMicros } = one!.evidence.forecast!
  expect(monthlyLowMicros).toBeGreaterThan(0)
  // What its clicks sell more counts besides what they cost less, and is not all that was seen of it.
  expect(monthlyHighMicros).toBeLessThan(200e6)
})

test('the people are the same: what chance makes of one search in two ad groups is no difference', () => {
  expect(found(twins(40, 10), RULE)).toHaveLength(1)
  expect(found(twins(20, 8), RULE)).toEqual([])
})

test('under a lower bid some of them no longer come, which is no saving', () => {
  const middle = (bidMicros: number) => {
    const account = twins(40, 8)
    const bids = [keyword('zapatos mujer', sums(0, 0), { criterionId: 'one', bidMicros })]
    const theirs = { adGroupId: '12', criterionId: 'two', bidMicros: 1_000_000 }
    const ofBids = found(
      {
        ...account,
        campaigns: account.campaigns.map((one) => ({ ...one, biddingStrategyType: 'MANUAL_CPC' })),
        keywords: [...account.keywords, ...bids, keyword('playa', sums(0, 0), theirs)],
        searchTerms: account.searchTerms.map((row) =>
          row.term === 'sandalia playa'
            ? { ...row, criterionId: row.adGroupId === '12' ? 'two' : 'one' }
            : row,
        ),
      },
      RULE,
    )
    return ofBids[0]?.evidence.forecast?.monthlyMidMicros ?? 0
  }
  expect(middle(1_000_000)).toBeGreaterThan(0)
  expect(middle(500_000)).toBeLessThan(0.9 * middle(1_000_000))
})

test('the wider the gap, the surer; alike, few impressions or another campaign say nothing', () => {
  expect(found(twins(40, 4), RULE)[0]!.probability).toBeGreaterThan(
    found(twins(40, 12), RULE)[0]!.probability,
  )
  expect(found(twins(20, 18), RULE)).toEqual([])
  expect(reasonOf(twins(20, 18), RULE)).toContain('no se puede asegurar')
  expect(found(twins(40, 8, { sums: { ...sums(400, 8), impressions: 40 } }), RULE)).toEqual([])
  expect(found(twins(40, 8, { campaignId: '2' }), RULE)).toEqual([])
})

test("an ad group's own keyword is not stopped", () => {
  const account = twins(40, 8)
  const own = keyword('sandalias de playa', sums(9, 1), { adGroupId: '12' })
  expect(found({ ...account, keywords: [...account.keywords, own] }, RULE)).toEqual([])
})

test('it is left alone in the only place where it still shows, and in one where it shows no more', () => {
  const account = twins(40, 8)
  const told = (status: 'ENABLED' | 'PAUSED' | 'REMOVED', off: '11' | '12') => {
    const brought = keyword('playa', sums(400, 8), { adGroupId: off, criterionId: 'it', status })
    return found(
      {
        ...account,
        keywords: [...account.keywords, brought],
        searchTerms: account.searchTerms.map((row) =>
          row.term === 'sandalia playa' && row.adGroupId === off
            ? { ...row, criterionId: 'it' }
            : row,
        ),
      },
      RULE,
    )
  }
  for (const off of ['11', '12'] as const) {
    expect(told('ENABLED', off)).toHaveLength(1)
    expect(told('PAUSED', off)).toEqual([])
    const adGroups = account.adGroups.map((one) =>
      one.id === off ? { ...one, status: 'REMOVED' as const } : one,
    )
    expect(found({ ...account, adGroups }, RULE)).toEqual([])
  }
})

/** The broad first campaign shows what the second has as an exact keyword, in the same region unless told otherwise. */
function crossed(
  over: Partial<Parameters<typeof keyword>[2]> = {},
  region = '20282',
  budget = 900,
) {
  const account = withTerms(
    searchTerm('sandalia playa', sums(400, 4)),
    searchTerm('sandalia playa', sums(400, 40), { campaignId: '2', adGroupId: '21' }),
  )
  const budgetMicros = budget * 1_000_000
  const exact = { campaignId: '2', adGroupId: '21', matchType: 'EXACT' as const, ...over }
  return {
    ...account,
    campaigns: [
      ...account.campaigns,
      campaign({ id: '2', name: 'Exactas', budgetId: '92', budgetMicros, sums: sums(4_000, 160) }),
    ],
    adGroups: [
      ...account.adGroups,
      { id: '21', campaignId: '2', name: 'Playa', status: 'ENABLED' as const },
    ],
    keywords: [...account.keywords, keyword('sandalia playa', sums(400, 40), exact)],
    inventory: {
      regions: ['1', '2'].map((campaignId) => ({
        ...{ campaignId, name: 'Madrid', sums: sums(4_000, 160) },
        regionId: campaignId === '1' ? region : '20282',
      })),
    },
  }
}

test('a campaign that shows the exact keyword of another, and sells it dearer, leaves it to that', () => {
  const [one, ...others] = found(crossed(), RULE)
  expect(others).toEqual([])
  expect([one!.objectType, one!.objectId, one!.adGroupId]).toEqual(['campaign', '1', null])
  expect(one!.title).toContain('solo en «Exactas»')
  expect(one!.evidence.change!.operations).toEqual([
    {
      campaignCriterionOperation: {
        create: {
          campaign: 'customers/{customerId}/campaigns/1',
          negative: true,
          keyword: { text: 'sandalia playa', matchType: 'EXACT' },
        },
      },
    },
  ])
  expect(numbersMissing(one!)).toEqual([])
})

test('it is left where the keyword is not exact, reaches others, has no money left, or is its own too', () => {
  expect(found(crossed({ matchType: 'PHRASE' }), RULE)).toEqual([])
  expect(found(crossed({ status: 'PAUSED' }), RULE)).toEqual([])
  expect(found(crossed({}, '20283'), RULE)).toEqual([])
  expect(found(crossed({}, '20282', 1), RULE)).toEqual([])
  const account = crossed()
  const own = keyword('sandalias de playa', sums(9, 1), { status: 'PAUSED' })
  expect(found({ ...account, keywords: [...account.keywords, own] }, RULE)).toEqual([])
})
