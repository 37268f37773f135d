import { expect, test } from 'vitest'
import type { Column } from '#engine/account/known-figures.ts'
import type { KeywordFacts } from '../../account/snapshot.ts'
import { analyseAccount } from '../../analyse-account.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { campaign, keyword, sampleAccount, searchTerm, sums } from '../../samples/sample-account.ts'
import { coreKeywords } from './core-keywords.ts'

const base = sampleAccount()
const paused = (...keywords: KeywordFacts<Column>[]) =>
  analyseAccount(sampleAccount({ keywords: [...base.keywords, ...keywords] }))
    .recommendations.filter(({ rule }) => rule === 'idle-keywords')
    .map(({ title }) => title)

test('a keyword whose words bring the account its conversions is never paused', () => {
  const idle = keyword('tacones boda', sums(420, 0))
  expect(paused(idle)).toHaveLength(1)
  const seller = keyword('tacones altos para boda', sums(600, 45))
  expect(paused(idle, seller)).toEqual([])
  const small = keyword('tacones altos para boda', sums(80, 6))
  expect(paused(idle, small)).toHaveLength(1)
})

test('nor where it costs what dozens of conversions would, but then one is asked to decide', () => {
  const seller = keyword('tacones altos para boda', sums(600, 45))
  const told = (clicks: number) =>
    analyseAccount(
      sampleAccount({ keywords: [...base.keywords, seller, keyword('tacones', sums(clicks, 0))] }),
    ).recommendations.filter(({ rule }) => rule === 'idle-keywords')
  expect(told(600)).toEqual([])
  const [one, ...others] = told(1_500)
  expect(others).toEqual([])
  expect(one!.title.replace(/\u00a0/g, ' ')).toBe(
    'Decide qué hacer con «tacones»: 750,00 € sin ninguna conversión',
  )
  expect([one!.evidence.change, one!.evidence.forecast]).toEqual([null, null])
  expect(unsupportedNumbers(one!)).toEqual([])
})

test('of several on one card some may be the last of their ad groups', () => {
  const place = (id: string) => ({ campaignId: '1', adGroupId: id })
  const idle = ['31', '32'].map((id) => keyword(`tacones ${id}`, sums(420, 0), place(id)))
  const doubts = (...own: KeywordFacts<Column>[]) =>
    analyseAccount(
      sampleAccount({
        keywords: [...base.keywords, ...own],
        adGroups: [
          ...base.adGroups,
          ...['31', '32'].map((id) => ({
            ...{ id, campaignId: '1', name: id, status: 'ENABLED' as const },
          })),
        ],
      }),
    )
      .recommendations.filter(({ rule }) => rule === 'idle-keywords')
      .flatMap(({ evidence }) => evidence.counterEvidence)
      .join()
  expect(doubts(idle[0]!)).toContain('Es la única palabra clave activa')
  expect(doubts(...idle)).toContain('Alguna es la única palabra clave activa')
})

test('core is a matter of words, not of spelling', () => {
  const isCore = coreKeywords([
    keyword('zapatos de tacón', sums(100, 30)),
    keyword('botas', sums(100, 270)),
  ])
  expect(isCore({ text: 'Tacones' })).toBe(true)
  expect(isCore({ text: 'tacón rojo' })).toBe(false)
  expect(isCore({ text: '👠' })).toBe(false)
  expect(coreKeywords([])({ text: 'botas' })).toBe(false)
})

const RULE = 'idle-keywords'
const idle = keyword('tacones fiesta rebajas', sums(900, 0), { matchType: 'EXACT' })

/** Under bids of their own; `other` of the same campaign asks for what the idle one does. */
const besides = (...others: KeywordFacts<Column>[]) =>
  sampleAccount({
    campaigns: ['1', '2'].map((id) =>
      campaign({ id, name: `Zapatos ${id}`, biddingStrategyType: 'MANUAL_CPC' }),
    ),
    keywords: [...base.keywords, { ...idle, bidMicros: 600_000 }, ...others],
  })

const other = (bidMicros: number, over: Partial<KeywordFacts<Column>> = {}) =>
  keyword('tacones fiesta', sums(90, 4), { bidMicros, ...over })

const cards = (...others: KeywordFacts<Column>[]) =>
  analyseAccount(besides(...others)).recommendations.filter(({ rule }) => rule === RULE)

const monthly = (...others: KeywordFacts<Column>[]) =>
  cards(...others)[0]!.evidence.forecast!.monthlyMidMicros

test('a keyword whose searches another would take at a higher bid is not paused, and its bid falls', () => {
  const { recommendations, silenced } = analyseAccount(besides(other(1_200_000)))
  expect(recommendations.filter(({ rule }) => rule === RULE)).toEqual([])
  const bids = recommendations.find(({ rule }) => rule === 'keyword-bids')
  expect(JSON.stringify(bids!.evidence.change!.operations)).toContain('tacones fiesta rebajas')
  expect(silenced.find(({ rule }) => rule === RULE)!.reason).toContain('de puja más alta')
})

test('where the other bids less it is, for what is saved of it', () => {
  const amounts = [monthly(other(300_000)), monthly(other(100_000)), monthly()]
  expect(amounts).toEqual(amounts.toSorted((a, b) => a - b))
  expect(amounts[0]).toBeLessThan(0.9 * amounts[2]!)
  const doubts = (...others: KeywordFacts<Column>[]) =>
    cards(...others)[0]!.evidence.counterEvidence.join(' ')
  expect(doubts(other(300_000))).toContain('desde nada hasta todas')
  expect(doubts()).not.toContain('desde nada hasta todas')
})

test('at the same bid a lower bid saves more surely than a pause', () => {
  const rules = analyseAccount(besides(other(600_000))).recommendations.map(({ rule }) => rule)
  expect(rules).toContain('keyword-bids')
  expect(rules).not.toContain(RULE)
})

test.each([
  ['does not ask for them', { text: 'tacones altos' }],
  ['is paused', { status: 'PAUSED' }],
  ['asks for one search alone', { matchType: 'EXACT' }],
  ['is not known to reach the same people', { campaignId: '2', adGroupId: '21' }],
] as const)('another keyword that %s takes nothing', (_, over) => {
  expect(monthly(other(1_200_000, over))).toBeGreaterThan(0.9 * monthly())
})

test('an exact keyword takes one search of a broader one, not all of them', () => {
  const phrase = { ...idle, bidMicros: 600_000, matchType: 'PHRASE' as const }
  const exact = other(1_200_000, { text: idle.text, matchType: 'EXACT' })
  const keywords = [...base.keywords, phrase, exact]
  const found = analyseAccount({ ...besides(), keywords }).recommendations
  expect(found.filter(({ rule }) => rule === RULE)).toHaveLength(1)
})

test('where Google sets the bids a keyword is not paused whose searches another goes on with', () => {
  const account = { ...besides(other(1_200_000)), campaigns: base.campaigns }
  const { recommendations, silenced } = analyseAccount(account)
  expect(recommendations.filter(({ rule }) => rule === RULE)).toEqual([])
  expect(silenced.find(({ rule }) => rule === RULE)!.reason).toContain('no cambiaría casi nada')
})

test('what others go on with of its searches there is not saved', () => {
  const shown = (clicks: number, term: string) =>
    searchTerm(term, sums(clicks, 0), { criterionId: idle.criterionId })
  const saved = (covered: number) => {
    const account = {
      ...besides(other(1_200_000, { text: 'fiesta' })),
      campaigns: base.campaigns,
      searchTerms: [shown(covered, 'fiesta rebajas'), shown(900 - covered, 'tacones rebajas')],
    }
    return analyseAccount(account).recommendations.filter(({ rule }) => rule === RULE)[0]!.evidence
  }
  const [none, half] = [saved(0), saved(450)]
  const ratio = half.forecast!.monthlyMidMicros / none.forecast!.monthlyMidMicros
  expect(ratio).toBeGreaterThan(0.4)
  expect(ratio).toBeLessThan(0.6)
  expect(half.counterEvidence.join()).toContain('la previsión ya lo descuenta')
  expect(none.counterEvidence.join()).not.toContain('la previsión ya lo descuenta')
})

test('an excluded search is taken by no other keyword', () => {
  const negative = {
    scope: 'campaign',
    campaignId: '1',
    text: 'rebajas',
    matchType: 'BROAD',
  } as const
  const account = { ...besides(other(1_200_000)), negatives: [negative] }
  const found = analyseAccount(account).recommendations.filter(({ rule }) => rule === RULE)
  expect(found).toHaveLength(1)
})
