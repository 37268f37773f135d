import { expect, test } from 'vitest'
import { MICROS } from '#shared/metrics.ts'
import type { Column } from '../../account/known-figures.ts'
import type { CampaignFacts, KeywordFacts, WholeSnapshot } from '../../account/snapshot.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { campaign, keyword, sampleAccount, searchTerm, sums } from '../../samples/sample-account.ts'
import { plain, sayingsOf } from '../../samples/sample-analysis.ts'

const base = sampleAccount()
const RULE = 'dear-keywords'

/** Keywords at 12.50 € a conversion under Smart Bidding, and one of 1,200 clicks for 600 €. */
function account(
  conversions: number,
  over: Partial<KeywordFacts<Column>> = {},
  more: Partial<WholeSnapshot> = {},
  campaignOver: Partial<CampaignFacts<Column>> = {},
): WholeSnapshot {
  const sold = keyword('botas lluvia', sums(1_200, conversions), { criterionId: '77', ...over })
  return sampleAccount({
    campaigns: [campaign(campaignOver)],
    keywords: [...base.keywords, sold],
    targetCpaMicros: 12.5 * MICROS,
    ...more,
  })
}

const { found, reason } = sayingsOf(RULE)

test('a keyword that sells at eight times what it may is paused, its bid being Google’s', () => {
  const [one, ...others] = found(account(6))
  expect(others).toEqual([])
  expect(plain(one!.title)).toBe(
    'Pausa la palabra clave «botas lluvia»: cada conversión le cuesta 100,00 €',
  )
  expect(one!.evidence.change!.operations).toEqual([
    {
      adGroupCriterionOperation: {
        updateMask: 'status',
        update: { resourceName: 'customers/{customerId}/adGroupCriteria/11~77', status: 'PAUSED' },
      },
    },
  ])
  expect(one!.description).toContain('Google decide la puja')
  expect(unsupportedNumbers(one!)).toEqual([])
})

const monthly = (snapshot: WholeSnapshot) =>
  found(snapshot)[0]!.evidence.forecast!.monthlyMidMicros / MICROS

/** All of its clicks on searches that Google shows; another keyword asks for `covered` of them. */
function shown(covered: number, strategy = 'MAXIMIZE_CONVERSIONS'): WholeSnapshot {
  const own = account(6, {}, {}, { biddingStrategyType: strategy })
  const term = (text: string, clicks: number) =>
    clicks > 0 ? [searchTerm(text, sums(clicks, clicks / 200), { criterionId: '77' })] : []
  return {
    ...own,
    keywords: [...own.keywords, keyword('katiuskas', sums(100, 4), { criterionId: '79' })],
    searchTerms: [...term('katiuskas', covered), ...term('botas lluvia', 1_200 - covered)],
  }
}

test('what is freed is spent again on the last conversions of its campaign', () => {
  // 200 € a month, less two conversions of 12.50 €.
  const saved = monthly(shown(0, 'TARGET_SPEND'))
  expect(saved).toBeGreaterThan(120)
  expect(saved).toBeLessThan(180)
  // A third of the month at once; then they cost 21.30 €: 12.50 / 21.30 of 200 € less two of those.
  expect(monthly(shown(0)) / saved).toBeGreaterThan(0.55)
  expect(monthly(shown(0)) / saved).toBeLessThan(0.8)
})

test('nor is saved what others of the campaign go on with', () => {
  const [none, half] = [shown(0), shown(600)].map((one) => monthly(one)) as [number, number]
  expect(half / none).toBeGreaterThan(0.45)
  expect(half / none).toBeLessThan(0.55)
  expect(found(shown(600))[0]!.evidence.counterEvidence.join()).toContain('ya lo descuenta')
})

test('several are one card', () => {
  const two = account(6)
  const other = keyword('botas nieve', sums(1_200, 5), { criterionId: '78' })
  const [one, ...others] = found({ ...two, keywords: [...two.keywords, other] })
  expect(others).toEqual([])
  expect(plain(one!.title)).toBe(
    'Pausa 2 palabras clave de «Zapatos» que venden demasiado caro: 1.200,00 € y 11 conversiones',
  )
  expect(unsupportedNumbers(one!)).toEqual([])
})

test.each<[string, Partial<KeywordFacts<Column>>, Partial<CampaignFacts<Column>>]>([
  ['that is only somewhat dear', { sums: sums(1_200, 36) }, {}],
  ['that never sold: that is another card', { sums: sums(1_200, 0) }, {}],
  [
    'with a bid of its own: that is another card',
    { bidMicros: 600_000 },
    { biddingStrategyType: 'MANUAL_CPC' },
  ],
  ['of the brand', { text: 'calzados lumbre' }, {}],
  ['that is paused', { status: 'PAUSED' }, {}],
  ['of a paused campaign', {}, { status: 'PAUSED' }],
  ['that cost too little to tell', { sums: sums(60, 1) }, {}],
])('nothing is said of a keyword %s', (_, over, campaignOver) => {
  expect(found(account(6, over, {}, campaignOver))).toEqual([])
})

test('a bid that would be its own but is not known is no reason to be silent', () => {
  const [one] = found(account(6, {}, {}, { biddingStrategyType: 'MANUAL_CPC' }))
  expect(one!.description).toContain('No consta que tenga una puja propia')
})

test('where searches that never sold explain it, they are left to be excluded', () => {
  const idle = searchTerm('botas gratis', sums(1_060, 0), { criterionId: '77' })
  const mended = account(6, {}, { searchTerms: [...base.searchTerms, idle] })
  expect(found(mended)).toEqual([])
  expect(reason(mended)).toContain('Ninguna palabra clave con conversiones')
  const little = { ...idle, sums: sums(300, 0) }
  expect(found(account(6, {}, { searchTerms: [...base.searchTerms, little] }))).toHaveLength(1)
})

test('what brings a tenth of the conversions is a decision, not a change', () => {
  const sold = account(45, { sums: sums(9_000, 45) })
  const [one] = found(sold)
  expect(one!.title).toContain('Decide qué hacer con «botas lluvia»')
  expect([one!.evidence.change, one!.evidence.forecast]).toEqual([null, null])
  expect(unsupportedNumbers(one!)).toEqual([])
})

test('where it is not said what a conversion may cost, the average of the rest is taken, and said to be', () => {
  const unsaid = { targetCpaMicros: undefined }
  const [one] = found(account(6, {}, unsaid))
  expect(one!.evidence.counterEvidence.join()).toContain('la media del resto de la cuenta')
  expect(found(account(11, {}, unsaid))).toEqual([])
  expect(found(account(11))).toHaveLength(1)
  const dear = campaign({ id: '2', name: 'Implantes', sums: sums(9_000, 60) })
  expect(found(account(3, {}, unsaid))).toHaveLength(1)
  const elsewhere = account(3, { campaignId: '2', adGroupId: '21' }, unsaid)
  expect(found({ ...elsewhere, campaigns: [campaign(), dear] })).toEqual([])
  const cheap = { ...dear, sums: sums(9_000, 360) }
  expect(found({ ...elsewhere, campaigns: [campaign(), cheap] })).toHaveLength(1)
})

test('of a downloaded file nothing is changed from here', () => {
  const file = { account: { ...base.account, source: 'imported' as const } }
  const [one] = found(account(6, {}, file))
  expect(one!.evidence.change!.operations).toEqual([])
  expect(reason(sampleAccount({ keywords: [] }))).toContain('No hay palabras clave activas')
})

test('what other keywords of the campaign would go on with at the same bids is not paused', () => {
  const dear = account(6)
  const asking = (over: Partial<KeywordFacts<Column>>) => ({
    ...dear,
    keywords: [...dear.keywords, keyword('botas', sums(100, 4), { criterionId: '79', ...over })],
  })
  expect(found(asking({ matchType: 'BROAD' }))).toEqual([])
  expect(reason(asking({ matchType: 'BROAD' }))).toContain('pausarlas no cambiaría casi nada')
  expect(found(asking({ matchType: 'EXACT' }))).toHaveLength(1)
  expect(found(asking({ matchType: 'BROAD', status: 'PAUSED' }))).toHaveLength(1)
})

test('by the searches that are shown, where there are any', () => {
  const dear = account(6)
  const keywords = [...dear.keywords, keyword('botas', sums(100, 4), { criterionId: '79' })]
  const shown = (clicks: number, term: string) =>
    searchTerm(term, sums(clicks, 1), { criterionId: '77' })
  const withTerms = (covered: number) => ({
    ...dear,
    keywords,
    searchTerms: [shown(covered, 'botas lluvia mujer'), shown(100 - covered, 'katiuskas')],
  })
  expect(found(withTerms(90))).toEqual([])
  expect(found(withTerms(50))).toHaveLength(1)
})
