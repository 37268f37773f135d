import { describe, expect, test } from 'vitest'
import type { Column } from '#engine/account/known-figures.ts'
import { MICROS } from '#shared/metrics.ts'
import type { KeywordFacts, WholeSnapshot } from '../../account/snapshot.ts'
import { analyseAccount } from '../../analyse-account.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { campaign, keyword, sampleAccount, searchTerm, sums } from '../../samples/sample-account.ts'

const base = sampleAccount()
const withKeywords = (keywords: KeywordFacts<Column>[], over: Partial<WholeSnapshot> = {}) =>
  sampleAccount({ keywords: [...base.keywords, ...keywords], ...over })
const found = (snapshot: WholeSnapshot, rule: string) =>
  analyseAccount(snapshot).recommendations.filter((one) => one.rule === rule)
const reason = (snapshot: WholeSnapshot, rule: string) =>
  analyseAccount(snapshot).silenced.find((one) => one.rule === rule)?.reason

describe('duplicate keywords', () => {
  const rule = 'duplicate-keywords'
  const adGroups = [
    ...base.adGroups,
    { id: '12', campaignId: '1', name: 'Copia', status: 'ENABLED' as const },
    { id: '21', campaignId: '2', name: 'Otra', status: 'ENABLED' as const },
  ]
  const copies = (first: number, second: number, over: Partial<KeywordFacts<Column>> = {}) =>
    withKeywords(
      [
        keyword('botín marrón', sums(500, first)),
        keyword('Botin Marron', sums(500, second), {
          adGroupId: '12',
          criterionId: 'copia',
          matchType: 'EXACT',
          ...over,
        }),
      ].map((one) => ({ ...one, matchType: over.matchType ?? ('EXACT' as const) })),
      { adGroups },
    )

  test('the dearer copy is paused, with what it costs more', () => {
    const [one] = found(copies(30, 8), rule)
    expect(one!.evidence.change!.operations).toEqual([
      {
        adGroupCriterionOperation: {
          updateMask: 'status',
          update: {
            resourceName: 'customers/{customerId}/adGroupCriteria/12~copia',
            status: 'PAUSED',
          },
        },
      },
    ])
    // What is written otherwise is named: a card may only pause what it speaks of.
    expect(one!.evidence.change!.after).toBe(
      '«botín marrón» activa solo en «Mujer»; en pausa «Botin Marron».',
    )
    expect(one!.evidence.forecast!.monthlyMidMicros).toBeGreaterThan(0)
    expect(one!.evidence.forecast!.monthlyHighMicros).toBeLessThan(84_000_000)
    expect(unsupportedNumbers(one!)).toEqual([])
  })

  test('a copy whose waste is already excluded is still a copy, told without that amount', () => {
    const wasted = searchTerm('botin marron manualidades', sums(490, 0), {
      adGroupId: '12',
      criterionId: 'copia',
      matchType: 'EXACT',
    })
    const { searchTerms } = base
    const account = { ...copies(30, 12), searchTerms: [...searchTerms, wasted] }
    expect(found(account, 'wasted-search-terms')).toHaveLength(1)
    const [one, ...others] = found(account, rule)
    expect(others).toEqual([])
    expect(JSON.stringify(one!.evidence.change!.operations)).toContain('12~copia')
    expect(one!.evidence.forecast).toBeNull()
    expect(one!.estimatedImpact).toContain('ya lo ahorran otras recomendaciones')
  })

  test('a dear copy that hardly spends is told without an amount', () => {
    const [one] = found(copies(30, 0, { sums: sums(6, 0, 0.6) }), rule)
    expect(JSON.stringify(one!.evidence.change!.operations)).toContain('12~copia')
    expect(one!.evidence.forecast).toBeNull()
  })

  test('copies that convert alike are told without an amount', () => {
    const [one] = found(copies(20, 19), rule)
    expect(one!.evidence.forecast).toBeNull()
    expect(one!.priority).toBe('low')
    expect(unsupportedNumbers(one!)).toEqual([])
  })

  test('the better quality score stays although its conversions are no cheaper', () => {
    const account = copies(20, 19)
    const keywords = account.keywords.map((one) =>
      one.criterionId === 'copia' ? { ...one, qualityScore: 9 } : { ...one, qualityScore: 5 },
    )
    const [one] = found({ ...account, keywords }, rule)
    expect(JSON.stringify(one!.evidence.change!.operations)).toContain('11~botín marrón')
  })

  const byHand = (
    first: number,
    second: number,
    bids: readonly Partial<KeywordFacts<Column>>[],
  ) => {
    const account = copies(first, second)
    const [one, two] = account.keywords.slice(-2)
    return {
      ...account,
      campaigns: account.campaigns.map((own) => ({ ...own, biddingStrategyType: 'MANUAL_CPC' })),
      keywords: [
        ...account.keywords.slice(0, -2),
        { ...one!, ...bids[0] },
        { ...two!, ...bids[1] },
      ],
    }
  }

  test('of copies that convert alike the one whose bid Google prefers stays, so that no search gets another bid', () => {
    const bids = [
      { bidMicros: 850_000, qualityScore: 7 },
      { bidMicros: 1_000_000, qualityScore: 6 },
    ]
    const [one] = found(byHand(20, 19, bids), rule)
    expect(JSON.stringify(one!.evidence.change!.operations)).toContain('11~botín marrón')
    expect(one!.title).toContain('«Copia»')
    expect(one!.description).toContain('la que Google ya prefiere')
    expect(unsupportedNumbers(one!)).toEqual([])
  })

  test('a copy that is likely dearer never stays for its bid, though pausing it may not pay', () => {
    const bids = [{ bidMicros: 850_000 }, { bidMicros: 1_000_000 }]
    const [one] = found(byHand(80, 50, bids), rule)
    expect(one!.evidence.forecast).toBeNull()
    expect(JSON.stringify(one!.evidence.change!.operations)).toContain('12~copia')
  })

  test('nor is it paused where much fewer of its searches would be won, unless that is known to pay', () => {
    const bids = [{ bidMicros: 300_000 }, { bidMicros: 1_000_000 }]
    expect(found(byHand(80, 40, bids), rule)).toEqual([])
    expect(reason(byHand(80, 40, bids), rule)).toContain('bastante menos')
    // Nor for what is left of it once other findings have excluded its waste, which is why it paid.
    const paying = byHand(30, 8, [{ bidMicros: 700_000 }, { bidMicros: 1_000_000 }])
    expect(found(paying, rule)[0]!.evidence.forecast).not.toBeNull()
    const wasted = searchTerm('botin marron manualidades', sums(490, 0), {
      adGroupId: '12',
      criterionId: 'copia',
      matchType: 'EXACT',
    })
    const excluded = { ...paying, searchTerms: [...base.searchTerms, wasted] }
    expect(found(excluded, 'wasted-search-terms')).toHaveLength(1)
    expect(found(excluded, rule)).toEqual([])
  })

  test('a dearer copy that pays is worth less to pause where the bid that stays wins fewer of its searches', () => {
    const amount = (kept: number) => {
      const bids = [{ bidMicros: kept }, { bidMicros: 1_000_000 }]
      const [one] = found(byHand(60, 30, bids), rule)
      return one!.evidence.forecast?.monthlyMidMicros ?? 0
    }
    expect(amount(1_000_000)).toBeGreaterThan(0)
    expect(amount(800_000)).toBeLessThan(amount(1_000_000) * 0.9)
    // What a higher bid adds is not reckoned with.
    expect(amount(1_200_000)).toBe(amount(1_000_000))
  })

  test('no copy is paused whose searches another would take over at a much higher bid', () => {
    const bids = [{ bidMicros: 800_000 }, { bidMicros: 1_000_000 }]
    // Neither where they convert alike nor where those of the lower bid are dearer.
    for (const [first, second] of [
      [20, 19],
      [8, 30],
    ] as const) {
      expect(found(byHand(first, second, bids), rule)).toEqual([])
      expect(reason(byHand(first, second, bids), rule)).toContain('puja bastante más')
    }
    const [one] = found(byHand(30, 8, bids), rule)
    expect(JSON.stringify(one!.evidence.change!.operations)).toContain('12~copia')
  })

  test('the copy that is known to be dearer is paused, whatever its quality score', () => {
    const account = copies(30, 8)
    const keywords = account.keywords.map((one) =>
      one.criterionId === 'copia' ? { ...one, qualityScore: 9 } : { ...one, qualityScore: 5 },
    )
    const [one] = found({ ...account, keywords }, rule)
    expect(JSON.stringify(one!.evidence.change!.operations)).toContain('12~copia')
    expect(one!.evidence.forecast!.monthlyMidMicros).toBeGreaterThan(0)
  })

  test('where Google bids, copies of one ad group differ by chance: no amount', () => {
    const beside = copies(30, 8, { adGroupId: '11' })
    expect(found(beside, rule)[0]!.evidence.forecast).toBeNull()
    const campaigns = beside.campaigns.map((own) => ({
      ...own,
      biddingStrategyType: 'MANUAL_CPC',
    }))
    expect(found({ ...beside, campaigns }, rule)[0]!.evidence.forecast).not.toBeNull()
  })

  test('another match type, another order of the words, or a paused copy is no duplicate', () => {
    const account = copies(20, 8)
    const [one, two] = account.keywords.slice(-2)
    const foundOf = (first: Partial<KeywordFacts<Column>>, second: Partial<KeywordFacts<Column>>) =>
      found(
        {
          ...account,
          keywords: [
            { ...one!, ...first },
            { ...two!, ...second },
          ],
        },
        rule,
      )
    // There and back are two ways.
    const there = { text: 'vuelos madrid barcelona' }
    for (const matchType of ['EXACT', 'PHRASE', 'BROAD'] as const) {
      const back = { text: 'vuelos barcelona madrid', matchType }
      expect(foundOf({ ...there, matchType }, back)).toEqual([])
      expect(foundOf({ ...there, matchType }, { ...there, matchType })).toHaveLength(1)
    }
    expect(foundOf(there, { ...there, matchType: 'PHRASE' })).toEqual([])
    expect(found(copies(20, 8, { status: 'PAUSED' }), rule)).toEqual([])
    expect(reason(copies(20, 8, { status: 'PAUSED' }), rule)).toContain('Ninguna palabra clave')
  })

  test('small copies are not worth a word', () => {
    const small = [1, 2].map((i) =>
      keyword('botín', sums(20, 1), { criterionId: `${i}`, matchType: 'EXACT' }),
    )
    expect(found(withKeywords(small), rule)).toEqual([])
    expect(reason(withKeywords(small), rule)).toContain('casi no gastan')
  })

  test('in another campaign only where both reach the same regions', () => {
    const account = copies(30, 8, { campaignId: '2', adGroupId: '21' })
    const roomy = { budgetMicros: 200 * MICROS }
    const campaigns = [campaign(roomy), campaign({ id: '2', budgetId: '92', ...roomy })]
    const regions = (other: string) => ({
      regions: [
        { campaignId: '1', regionId: 'madrid', name: 'Madrid', sums: sums(900, 9) },
        { campaignId: '2', regionId: other, name: other, sums: sums(500, 9) },
      ],
    })
    expect(found({ ...account, campaigns }, rule)).toEqual([])
    const far = { ...account, campaigns, inventory: regions('bilbao') }
    expect(found(far, rule)).toEqual([])
    const near = { ...far, inventory: regions('madrid') }
    expect(found(near, rule)).toHaveLength(1)
    // Neither to one that has no money for more, nor from one that spends what is freed.
    const short = { eligible: 400_000, lostToBudget: 60_000, lostToRank: 40_000 }
    for (const i of [0, 1])
      for (const spent of [{ budgetMicros: 50 * MICROS }, { impressionShare: short }]) {
        const own = campaigns.map((one, at) => (at === i ? { ...one, ...spent } : one))
        expect(found({ ...near, campaigns: own }, rule)).toEqual([])
      }
  })

  test('not one that stands in a campaign for each town', () => {
    const towns = (count: number) => {
      const ids = Array.from({ length: count }, (_, i) => `${i + 1}`)
      return sampleAccount({
        campaigns: ids.map((id) =>
          campaign({ id, name: `Ciudad ${id}`, budgetId: `9${id}`, budgetMicros: 200 * MICROS }),
        ),
        adGroups: ids.map((id) => ({ id: `${id}1`, campaignId: id, name: 'G', status: 'ENABLED' })),
        keywords: ids.map((id) =>
          keyword('limpieza', sums(500, 20), {
            campaignId: id,
            adGroupId: `${id}1`,
            criterionId: id,
          }),
        ),
        searchTerms: [],
        inventory: {
          regions: ids.map((campaignId) => ({
            ...{ campaignId, regionId: 'andalucia', name: 'Andalucía', sums: sums(500, 20) },
          })),
        },
      })
    }
    expect(found(towns(4), rule)).toHaveLength(1)
    expect(found(towns(5), rule)).toEqual([])
  })
})

test('with conversions that cannot be believed a duplicate is still a duplicate, without amount', () => {
  const keywords = [1, 2].map((i) =>
    keyword('botín', sums(900, 0), { criterionId: `${i}`, matchType: 'EXACT' as const }),
  )
  const account = sampleAccount({
    keywords,
    campaigns: [campaign({ sums: sums(1_800, 0) })],
    searchTerms: [],
    accountDays: [],
  })
  const [one] = found(account, 'duplicate-keywords')
  expect(one!.evidence.forecast).toBeNull()
})
