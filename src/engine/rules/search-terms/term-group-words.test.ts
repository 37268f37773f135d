import { expect, test } from 'vitest'
import * as spanishNumbers from '#shared/spanish-numbers.ts'
import { contextOf } from '../../account/context.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { sampleAccount } from '../../samples/sample-account.ts'
import { sayIn } from '../../words/say.ts'
import type { Term } from './search-terms.ts'
import { wastedNgramGroupTexts, wastedTermGroupTexts } from './term-group-words.ts'
import { identityOf, termGroups } from './term-groups.ts'
import { STOPPED } from './wasted-ngrams-words.ts'

const context = contextOf(sampleAccount(), sayIn('EUR', spanishNumbers))

function part(label: string, conversions: number): Finding {
  const figures = [
    { key: 'cost', label: 'Coste', unit: 'money' as const, value: 50e6 },
    { key: 'conversions', label: 'Conversiones', unit: 'quantity' as const, value: conversions },
  ]
  const test = { name: '', sentence: '', numbers: [] }
  const table = { columns: [], rows: [] }
  return {
    identity: [label],
    object: { type: 'campaign', id: '1' },
    campaignId: '1',
    adGroupId: null,
    title: '',
    description: '',
    whyNow: '',
    probability: 0.9,
    card: { figures, table, test, counterEvidence: [], change: null },
    claims: [],
    group: { identity: [], label, texts: () => wastedTermGroupTexts(context, []) },
    drawMonthlyNet: null,
    kpi: 'cost',
    impact: () => '',
  }
}

const plain = (text: string) => text.replace(/\u00a0/g, ' ')
const titleOf = (...conversions: number[]) =>
  plain(
    wastedTermGroupTexts(
      context,
      conversions.map((count, i) => part(`t${i}`, count)),
    ).title,
  )

test('one conversion is one', () => {
  expect(titleOf(1, 0)).toBe('Excluye 2 búsquedas de «Zapatos»: 100,00 € para 1 conversión')
  expect(titleOf(1, 1)).toMatch(/para 2 conversiones$/)
  expect(titleOf(0, 0)).toMatch(/sin ninguna conversión$/)
})

test('queries of several campaigns say why those of a word go one by one', () => {
  const parts = [part('botas gratis', 0), { ...part('curso', 0), campaignId: '2' }]
  const word = (text: string) => ({
    word: text,
    factor: { mean: 0.3, relativeVariance: 0.1 },
    sold: [`zuecos ${text}`],
    isOfBrand: false,
  })
  const lucky = (...words: string[]) =>
    plain(wastedTermGroupTexts(context, parts, words.map(word)).description)
  const { title, after } = wastedTermGroupTexts(context, parts)
  expect(title).toContain('2 búsquedas de 2 campañas')
  expect(after).toContain('en su campaña')
  expect(lucky()).not.toContain('una a una')
  expect(lucky('gratis')).toContain('como «zuecos gratis» sí vendió')
  expect(lucky('gratis', 'foro')).toContain('Las búsquedas con «gratis» y «foro» cuestan')
})

test("a query of a word stands on the word's card, else on its campaign's, else on the account's", () => {
  const term = { text: 'botas gratis', campaign: { id: '1' } } as Term
  const word = {
    word: 'gratis',
    factor: { mean: 0.3, relativeVariance: 0.1 },
    sold: ['zuecos gratis'],
    isOfBrand: false,
  }
  const [lucky, other, plainOne] = [
    { term, word },
    { term: { ...term, text: 'gratis tacones' }, word },
    { term: { ...term, text: 'botas' }, word: undefined },
  ]
  expect(termGroups(context, [lucky, plainOne])(lucky).identity).toEqual(['group', '1'])
  const groupOf = termGroups(context, [lucky, other, plainOne])
  const own = groupOf(lucky)
  expect(own.identity).toEqual(['group', 'word', 'gratis'])
  expect([own.wider, own.wider!.wider].map((one) => one!.identity)).toEqual([
    ['group', '1'],
    ['group'],
  ])
  expect(groupOf(plainOne).identity).toEqual(['group', '1'])
  const parts = [lucky, plainOne].map((one) => ({
    ...part(one.term.text, 0),
    identity: identityOf(one.term),
  }))
  expect(own.wider!.texts(parts).description).toContain('como «zuecos gratis» sí vendió')
})

test('a word of several queries of one card is named once', () => {
  const word = (mean: number) => {
    const factor = { mean, relativeVariance: 0.1 }
    return { word: 'gratis', factor, sold: [], isOfBrand: false }
  }
  const two = ['botas gratis', 'tacones gratis'].map((text, i) => ({
    term: { text, campaign: { id: '1' } } as Term,
    word: word(0.3 + i / 100),
  }))
  const parts = two.map((one) => ({ ...part(one.term.text, 0), identity: identityOf(one.term) }))
  const { description } = termGroups(context, two)(two[0]!).wider!.texts(parts)
  expect(description).toContain('Las búsquedas con «gratis» cuestan')
  // Which of its queries sold is not said: it may be one of these.
  expect(description).toContain('como alguna sí vendió')
})

test('that searches stop is said once for all words', () => {
  const { doubts } = wastedNgramGroupTexts(context, [part('gratis', 0), part('curso', 0)], {
    isShared: false,
    spared: [],
  })
  const all = ['Otra duda.', `${STOPPED} con «gratis».`, `${STOPPED} con «curso».`]
  expect(doubts!(all)).toEqual(['Otra duda.', expect.stringContaining('con estas palabras')])
})

test('a title names three words before it counts others', () => {
  const titleOf = (...labels: string[]) =>
    wastedNgramGroupTexts(
      context,
      labels.map((label) => part(label, 0)),
      { isShared: false, spared: [] },
    ).title
  expect(titleOf('gratis', 'curso', 'empleo')).toContain('con «gratis», «curso» y «empleo»:')
  expect(titleOf('gratis', 'curso', 'empleo', 'foro')).toContain('«empleo» y otra palabra:')
})
