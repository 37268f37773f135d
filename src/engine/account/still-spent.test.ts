import { expect, test } from 'vitest'
import { MICROS } from '#shared/metrics.ts'
import * as spanishNumbers from '#shared/spanish-numbers.ts'
import { analyseAccount } from '../analyse-account.ts'
import type { Recommendation } from '../findings/recommendation.ts'
import { unsupportedNumbers } from '../findings/unsupported-numbers.ts'
import { campaign, keyword, sampleAccount, searchTerm, sums } from '../samples/sample-account.ts'
import { found, reasonOf } from '../samples/sample-analysis.ts'
import { settings } from '../samples/sample-inventory.ts'
import { sayIn } from '../words/say.ts'
import { contextOf } from './context.ts'
import { sharesOf } from './known-settings.ts'
import { negativeLookup } from './matches.ts'
import type { AccountSnapshot, NegativeKeyword, WholeSnapshot } from './snapshot.ts'
import { stillSpent } from './still-spent.ts'

const base = sampleAccount()
const place = { campaignId: '3', adGroupId: '31' }
const NEGATIVE: NegativeKeyword = {
  ...{ scope: 'campaign', campaignId: '3' },
  ...{ text: 'disfraz', matchType: 'BROAD' },
}

/** A campaign that sells as the others do at 12.50 €, but for 4,000 clicks on costumes; `sold` of 200 other clicks. */
const account = (negatives: readonly NegativeKeyword[], sold = 8): WholeSnapshot => ({
  ...base,
  targetCpaMicros: 12.5 * MICROS,
  campaigns: [
    ...base.campaigns,
    campaign({
      ...{ id: '3', name: 'Botas', budgetId: '93', biddingStrategyType: 'MANUAL_CPC' },
      sums: sums(4_200, sold),
    }),
  ],
  searchTerms: [
    ...base.searchTerms,
    searchTerm('disfraz flamenca', sums(2_000, 0), place),
    searchTerm('disfraz vaquero', sums(2_000, 0), place),
  ],
  negatives,
})

const spent = (whole: AccountSnapshot) => stillSpent(whole, negativeLookup(whole.negatives))

test('a campaign is what it still spends on', () => {
  const { ongoing, lessened } = spent(account([NEGATIVE]))
  expect(ongoing.campaigns[1]!.sums).toEqual(sums(200, 8))
  expect(ongoing.campaigns[0]).toBe(base.campaigns[0])
  expect(lessened).toEqual(new Set(['3']))
  expect(ongoing.keywords).toBe(base.keywords)
  const untouched = account([{ ...NEGATIVE, campaignId: '1' }])
  expect(spent(untouched).ongoing.campaigns).toEqual(untouched.campaigns)
})

test('neither is what is paused by now, of which no click is counted twice', () => {
  const own = { ...place, adGroupId: '31', criterionId: 'botas' }
  const word = (status: 'ENABLED' | 'PAUSED') =>
    keyword('botas', sums(3_000, 4), { ...own, status })
  const left = (over: Partial<WholeSnapshot>, negatives: readonly NegativeKeyword[] = []) =>
    spent({ ...account(negatives), ...over }).ongoing.campaigns[1]!.sums.clicks
  expect(left({ keywords: [...base.keywords, word('ENABLED')] })).toBe(4_200)
  expect(left({ keywords: [...base.keywords, word('PAUSED')] })).toBe(1_200)
  const group = { id: '31', campaignId: '3', name: 'Botas', status: 'PAUSED' as const }
  const adGroups = [...base.adGroups, group]
  expect(left({ adGroups })).toBe(200)
  // Of the paused keyword's 3,000 clicks 2,000 came by a search that is excluded too.
  const searchTerms = account([]).searchTerms.map((row) =>
    row.term === 'disfraz vaquero' ? { ...row, ...own } : row,
  )
  const both = { keywords: [...base.keywords, word('PAUSED')], searchTerms }
  expect(left(both, [{ ...NEGATIVE, text: 'vaquero' }])).toBe(1_200)
})

test('nor what came by networks on which it is shown no more', () => {
  const networks = [
    { campaignId: '3', network: 'SEARCH', sums: sums(3_150, 8) },
    { campaignId: '3', network: 'SEARCH_PARTNERS', sums: sums(1_050, 0) },
  ]
  const left = (targetsSearchPartners: boolean | undefined, negatives: NegativeKeyword[] = []) => {
    const campaignSettings = [
      settings({
        campaignId: '3',
        ...(targetsSearchPartners !== undefined && { targetsSearchPartners }),
      }),
    ]
    const whole = { ...account(negatives), inventory: { networks, campaignSettings } }
    return spent(whole).ongoing.campaigns[1]!.sums
  }
  expect(left(true).clicks).toBe(4_200)
  expect(left(false)).toMatchObject({ clicks: 3_150, conversionsMicros: 8 * MICROS })
  // Of the 200 clicks that no negative stops a quarter came by partners.
  expect(left(false, [NEGATIVE]).clicks).toBe(150)
})

test('of the auctions it won as many as before: those of what is excluded were among both', () => {
  const [, whole] = account([]).campaigns
  const [, left] = spent(account([NEGATIVE])).ongoing.campaigns
  expect(left!.sums.impressions).toBeLessThan(whole!.sums.impressions)
  expect(sharesOf(left!)).toEqual(sharesOf(whole!))
})

test('a column that is not known of it stays unknown', () => {
  const known = account([NEGATIVE])
  const campaigns = known.campaigns.map(({ sums: { valueMicros: _, ...own }, ...one }) => {
    return { ...one, sums: own }
  })
  const [, left] = spent({ ...known, campaigns }).ongoing.campaigns
  expect(left!.sums.valueMicros).toBeUndefined()
})

test('a campaign is not said to sell nothing for searches that are excluded, by now or by another card', () => {
  const rule = 'campaigns-without-return'
  expect(found({ ...account([]), searchTerms: base.searchTerms }, rule)).toHaveLength(1)
  for (const negatives of [[], [NEGATIVE]]) expect(found(account(negatives), rule)).toEqual([])
  expect(reasonOf(account([]), rule)).toContain('búsquedas que excluye otra recomendación')
})

const NOTE = 'Las cifras de «Botas» son sin lo que ya'
const saysSo = ({ evidence }: Recommendation) => evidence.counterEvidence.join().includes(NOTE)

test('its cards say that what is excluded is left out', () => {
  const cards = analyseAccount(account([NEGATIVE], 80)).recommendations
  const own = cards.filter(({ campaignId }) => campaignId === '3')
  expect(own.length).toBeGreaterThan(0)
  for (const one of own) {
    expect(saysSo(one), one.title).toBe(true)
    expect(unsupportedNumbers(one)).toEqual([])
  }
  expect(cards.filter(({ campaignId }) => campaignId === '1').some(saysSo)).toBe(false)
})

test('cards about its searches, whose figures are whole, do not', () => {
  const known = account([NEGATIVE])
  const campaigns = known.campaigns.map((one) =>
    one.id === '3' ? { ...one, sums: sums(7_200, 80) } : one,
  )
  const searchTerms = [...known.searchTerms, searchTerm('pintar suelas', sums(2_000, 0), place)]
  const { recommendations } = analyseAccount({ ...known, campaigns, searchTerms })
  const own = recommendations.filter(({ campaignId }) => campaignId === '3')
  const ofSearches = own.filter(({ evidence }) => evidence.table.rows.some((row) => row.term))
  expect(ofSearches.map(({ rule }) => rule)).toContain('wasted-search-terms')
  expect(ofSearches.filter(saysSo)).toEqual([])
})

test('negatives that are indexed already are not indexed again', () => {
  const whole = account([NEGATIVE])
  const isNegated = negativeLookup(whole.negatives)
  const context = contextOf(whole, sayIn('EUR', spanishNumbers), isNegated)
  expect(context.isNegated).toBe(isNegated)
})
