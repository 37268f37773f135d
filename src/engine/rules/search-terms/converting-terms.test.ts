import { expect, test } from 'vitest'
import { MICROS } from '#shared/metrics.ts'
import { campaign, keyword, sampleAccount, searchTerm, sums } from '../../samples/sample-account.ts'
import { found, reasonOf, withTerms } from '../../samples/sample-analysis.ts'

const base = sampleAccount()

test('a converting search is added as exact keyword in its best ad group', () => {
  const term = searchTerm('botín piel señora', sums(90, 14))
  const [one] = found(withTerms(term), 'converting-terms')
  expect(one!.evidence.change!.operations).toEqual([
    {
      adGroupCriterionOperation: {
        create: {
          adGroup: 'customers/{customerId}/adGroups/11',
          status: 'ENABLED',
          keyword: { text: 'botín piel señora', matchType: 'EXACT' },
        },
      },
    },
  ])
})

test('an ad group of dynamic ads holds no keywords: nothing is added to it by itself', () => {
  const account = withTerms(searchTerm('botín piel señora', sums(90, 14)))
  const adGroups = account.adGroups.map((one) => ({ ...one, isDynamic: true as const }))
  const [one] = found({ ...account, adGroups }, 'converting-terms')
  expect(one!.evidence.change!.operations).toEqual([])
  expect(one!.title).toContain('Saca «botín piel señora» de los anuncios dinámicos')
  expect(one!.description).toContain('no caben palabras clave')
  expect(one!.description).not.toContain('otras palabras clave')
})

test('more conversions make the harvest surer; one conversion, a keyword or a negative stop it', () => {
  const rule = 'converting-terms'
  const account = (conversions: number) =>
    withTerms(searchTerm('botín piel señora', sums(90, conversions)))
  expect(found(account(1), rule)).toEqual([])
  const [a, b] = [found(account(12), rule)[0]!, found(account(18), rule)[0]!]
  expect(b.probability).toBeGreaterThan(a.probability)
  const keywords = [...base.keywords, keyword('bolsos de piel', sums(5, 1))]
  expect(found({ ...account(18), keywords }, rule)).toHaveLength(1)
  const same = [...base.keywords, keyword('Botines de piel señoras', sums(5, 1))]
  expect(found({ ...account(18), keywords: same }, rule)).toEqual([])
  const negatives = [
    { scope: 'adGroup' as const, adGroupId: '11', text: 'piel', matchType: 'BROAD' as const },
  ]
  expect(found({ ...account(18), negatives }, rule)).toEqual([])
})

test('one recommendation for each campaign, its best ad group first, each search an operation', () => {
  const terms = [
    searchTerm('botín piel señora', sums(90, 14)),
    searchTerm('alpargata cuña', sums(120, 20)),
    searchTerm('manoletina charol', sums(90, 14), { adGroupId: '12' }),
  ]
  const all = found(withTerms(...terms), 'converting-terms')
  expect(all.map(({ title, objectId }) => [title, objectId])).toEqual([
    ['Añade 3 búsquedas de «Zapatos» como palabras clave: ya han traído 48 conversiones', '1'],
  ])
  expect(all[0]!.evidence.table.rows.map(({ term }) => term)).toEqual([
    'alpargata cuña',
    'botín piel señora',
    'manoletina charol',
  ])
  expect(all[0]!.evidence.change!.operations).toHaveLength(3)
  const [one] = found(withTerms(...terms.slice(0, 2)), 'converting-terms')
  expect(one!.title.replace(/\u00a0/g, ' ')).toBe(
    'Añade 2 búsquedas como palabras clave en «Mujer»: 34 conversiones a 3,09 €',
  )
})

test('what would hardly change the result is left out', () => {
  const rule = 'converting-terms'
  const tiny = searchTerm('botín piel señora', sums(12, 4, 0.1))
  expect(found(withTerms(tiny), rule)).toEqual([])
  expect(reasonOf(withTerms(tiny), rule)).toContain('apenas cambiaría')
})

test('where the budget runs out, what they spend more is taken from the other searches of the campaign', () => {
  const short = { eligible: 400_000, lostToBudget: 120_000, lostToRank: 40_000 }
  const account = (conversions: number, impressionShare = short) => ({
    ...withTerms(searchTerm('botín piel señora', sums(900, conversions))),
    targetCpaMicros: 40 * MICROS,
    campaigns: base.campaigns.map((one) => ({ ...one, impressionShare })),
  })
  const rich = { ...short, lostToBudget: 0 }
  const best = (snapshot: ReturnType<typeof account>) =>
    found(snapshot, 'converting-terms')[0]?.evidence.forecast?.monthlyHighMicros ?? 0
  // The whole campaign sells to 4 % of its clicks.
  expect(best(account(90, rich))).toBeGreaterThan(1.3 * best(account(90)))
  expect(best(account(90))).toBeGreaterThan(0)
  expect(found(account(37, rich), 'converting-terms')).toHaveLength(1)
  expect(reasonOf(account(37), 'converting-terms')).toContain('apenas cambiaría')
})

/** The search comes through a keyword that has this bid, in a campaign with this strategy. */
function byHand(conversions: number, strategy = 'MANUAL_CPC') {
  const home = { criterionId: 'zapatos mujer', bidMicros: 600_000 }
  const row = searchTerm('botín piel señora', sums(900, conversions), {
    criterionId: home.criterionId,
  })
  return {
    ...withTerms(row),
    targetCpaMicros: 12.5 * MICROS,
    campaigns: base.campaigns.map((one) => ({ ...one, biddingStrategyType: strategy })),
    keywords: [...base.keywords, keyword('zapatos mujer', sums(1_200, 60), home)],
  }
}

const createdBid = (snapshot: ReturnType<typeof byHand>) => {
  const [one] = found(snapshot, 'converting-terms')
  const [operation] = one!.evidence.change!.operations as {
    adGroupCriterionOperation: { create: { cpcBidMicros?: string } }
  }[]
  return operation!.adGroupCriterionOperation.create.cpcBidMicros
}

test('where bids are set by hand the new keyword begins with that of the keyword that brings it', () => {
  expect(createdBid(byHand(50))).toBe('600000')
  expect(createdBid(byHand(50, 'TARGET_CPA'))).toBeUndefined()
  const [one] = found(byHand(50), 'converting-terms')
  expect(one!.evidence.table.rows[0]).toMatchObject({ bid: 600_000, newBid: 600_000 })
  expect(one!.evidence.counterEvidence.join()).toContain('empieza con la puja')
  const [smart] = found(byHand(50, 'TARGET_CPA'), 'converting-terms')
  expect(smart!.evidence.counterEvidence.join()).not.toContain('empieza con la puja')
})

test('a search that two keywords bring begins no lower than both serve it', () => {
  const account = byHand(50)
  const [row] = account.searchTerms.filter(({ term }) => term === 'botín piel señora')
  const beside = (bidMicros: number) => ({
    ...account,
    searchTerms: [
      ...account.searchTerms.filter((one) => one !== row),
      { ...row!, sums: sums(450, 30) },
      { ...row!, criterionId: 'botas mujer', sums: sums(450, 20) },
    ],
    keywords: [
      ...account.keywords,
      keyword('botas mujer', sums(1_200, 60), { criterionId: 'botas mujer', bidMicros }),
    ],
  })
  // Halfway between 0.60 and 0.90, as ratios.
  expect(createdBid(beside(900_000))).toBe('730000')
  expect(createdBid(beside(300_000))).toBe('600000')
})

test('a keyword that serves no more lends no bid', () => {
  const account = byHand(50)
  const keywords = account.keywords.map((one) =>
    one.criterionId === 'zapatos mujer' ? { ...one, status: 'PAUSED' as const } : one,
  )
  expect(createdBid({ ...account, keywords })).toBeUndefined()
})

test('the bids of one campaign are in the table where the best one bids by itself', () => {
  const account = byHand(50)
  const [manual] = account.campaigns
  const best = searchTerm('alpargata cuña', sums(900, 300), { campaignId: '2', adGroupId: '21' })
  const [one] = found(
    {
      ...account,
      campaigns: [
        ...account.campaigns,
        { ...manual!, id: '2', name: 'Botas', biddingStrategyType: 'TARGET_CPA', budgetId: '92' },
      ],
      adGroups: [
        ...account.adGroups,
        { id: '21', campaignId: '2', name: 'Piel', status: 'ENABLED' as const },
      ],
      searchTerms: [...account.searchTerms, best],
    },
    'converting-terms',
  )
  const { table, change } = one!.evidence
  expect(change!.operations).toHaveLength(2)
  expect(table.rows.map(({ term }) => term)).toEqual(['alpargata cuña', 'botín piel señora'])
  expect(table.columns.map(({ key }) => key)).toEqual(expect.arrayContaining(['bid', 'newBid']))
})

test('one step higher where its own clicks are worth far more than they cost, and the forecast knows', () => {
  const account = byHand(220)
  expect(createdBid(account)).toBe('780000')
  const isWon = account.campaigns.map((one) => ({
    ...one,
    impressionShare: { eligible: one.sums.impressions, lostToBudget: 0, lostToRank: 0 },
  }))
  const won = { ...account, campaigns: isWon }
  expect(createdBid(won)).toBe('600000')
  const middle = (snapshot: typeof account) =>
    found(snapshot, 'converting-terms')[0]!.evidence.forecast!.monthlyMidMicros
  expect(middle(account)).toBeGreaterThan(1.2 * middle(won))
})

test('what more of its clicks would bring is told without what they would cost', () => {
  const [one] = found(byHand(60, 'TARGET_CPA'), 'converting-terms')
  const { monthlyLowMicros, monthlyMidMicros } = one!.evidence.forecast!
  // Some 1 % of a month of three, which brought 690 € for 450 €; or none, as they are served already.
  expect(monthlyLowMicros).toBe(0)
  expect(monthlyMidMicros).toBeGreaterThan(0.0085 * 60 * MICROS)
  expect(monthlyMidMicros).toBeLessThan(0.0085 * 100 * MICROS)
})

test('what other campaigns show too is added to one that has money for more, or to none', () => {
  const short = { eligible: 400_000, lostToBudget: 120_000, lostToRank: 40_000 }
  const account = (shares: [boolean, boolean], region = 'madrid') => {
    const campaigns = ['1', '2'].map((id, i) =>
      campaign({ id, budgetId: `9${id}`, ...(shares[i] && { impressionShare: short }) }),
    )
    const other = { campaignId: '2', adGroupId: '21', criterionId: 'botines' }
    return {
      ...withTerms(
        searchTerm('botín piel señora', sums(900, 150)),
        searchTerm('botín piel señora', sums(500, 80), other),
      ),
      campaigns,
      adGroups: [
        ...base.adGroups,
        { id: '21', campaignId: '2', name: 'Otra', status: 'ENABLED' as const },
      ],
      inventory: {
        regions: ['1', '2'].map((campaignId) => ({
          ...{ campaignId, regionId: campaignId === '1' ? 'madrid' : region, name: 'Madrid' },
          sums: sums(900, 9),
        })),
      },
    }
  }
  const groups = (snapshot: ReturnType<typeof account>) =>
    found(snapshot, 'converting-terms').flatMap(({ evidence }) =>
      JSON.stringify(evidence.change!.operations).match(/adGroups\/\d+/g),
    )
  expect(groups(account([false, false]))).toEqual(['adGroups/11'])
  expect(groups(account([true, false]))).toEqual(['adGroups/21'])
  expect(groups(account([true, true]))).toEqual([])
  // Other people are not taken over.
  expect(groups(account([true, true], 'bilbao'))).toEqual(['adGroups/11'])
})

test('it is added where it still shows: in no group that is off, and not once it has ended', () => {
  const sold = { recent: { clicks: 40, conversionsMicros: 5 * MICROS } }
  const other = { ...sold, adGroupId: '12' }
  const groups = (
    terms: Parameters<typeof searchTerm>[],
    status: 'ENABLED' | 'PAUSED' | 'REMOVED' = 'ENABLED',
  ) => {
    const account = withTerms(...terms.map((one) => searchTerm(...one)))
    const adGroup = { id: '12', campaignId: '1', name: 'Verano', status }
    return found({ ...account, adGroups: [...account.adGroups, adGroup] }, 'converting-terms').map(
      (one) => JSON.stringify(one.evidence.change!.operations).match(/adGroups\/\d+/)![0],
    )
  }
  const text = 'botín piel señora'
  expect(groups([[text, sums(120, 24), other]])).toEqual(['adGroups/12'])
  expect(groups([[text, sums(120, 24), other]], 'PAUSED')).toEqual([])
  expect(groups([[text, sums(120, 24), other]], 'REMOVED')).toEqual([])
  const both: Parameters<typeof groups>[0] = [
    [text, sums(120, 24), other],
    [text, sums(90, 8), sold],
  ]
  expect(groups(both)).toEqual(['adGroups/12'])
  expect(groups(both, 'PAUSED')).toEqual(['adGroups/11'])
  expect(groups([[text, sums(120, 24), { recent: { clicks: 0, conversionsMicros: 0 } }]])).toEqual(
    [],
  )
})

test('whose keyword was paused it may get one of its own', () => {
  const account = withTerms(searchTerm('botín piel señora', sums(90, 14), { criterionId: 'wide' }))
  const wide = keyword('botín', sums(90, 14), { criterionId: 'wide', status: 'PAUSED' })
  const keywords = [...account.keywords, wide]
  expect(found({ ...account, keywords }, 'converting-terms')).toHaveLength(1)
})
