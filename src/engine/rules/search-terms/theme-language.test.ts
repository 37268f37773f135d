import { expect, test } from 'vitest'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import { keyword, searchTerm, sums } from '../../samples/sample-account.ts'
import { found, withTerms } from '../../samples/sample-analysis.ts'

const GOODS = ['botas', 'zuecos', 'crocs', 'tacones', 'suela', 'empeine']

/** The words that would be excluded, where queries of those patterns cost and never sell. */
function themesOf(patterns: readonly string[], over: Partial<AccountSnapshot> = {}): string[] {
  const terms = patterns.flatMap((pattern) =>
    GOODS.map((good) => searchTerm(pattern.replace('*', good), sums(90, 0))),
  )
  return phrasesOf({ ...withTerms(...terms), ...over })
}

function phrasesOf(account: AccountSnapshot): string[] {
  const operations = found(account, 'wasted-ngrams').flatMap(
    ({ evidence }) => evidence.change?.operations ?? [],
  )
  return [...JSON.stringify(operations).matchAll(/"text":"([^"]+)"/g)].map(([, text]) => text!)
}

test.each([
  '* 10',
  '* 10 kg',
  '* 40mm',
  '2x4 *',
  '* talla 42',
  '* taille 42',
  '* tamanho 42',
  '* 2025',
  '* 12 v',
  '* xl',
])('«%s» is a size, not a kind of search', (pattern) => {
  expect(themesOf([pattern])).toEqual([])
})

test.each(['* in', 'how to *', 'where is the *', 'per a *', 'quin *', 'pelo *', 'aonde *'])(
  '«%s» has no meaning left without what is sold',
  (pattern) => expect(themesOf([pattern])).toEqual([]),
)

test.each([
  'comment *',
  'pourquoi *',
  '* avec',
  '* durante',
  '* sur',
  'según *',
  '* us',
  '* mes',
  'sobre *',
  '* eta',
  '* nire',
  'unha *',
  '* co',
])('neither has «%s»', (pattern) => expect(themesOf([pattern])).toEqual([]))

test.each([
  ['* eta spa', 'spa'],
  ['polo *', 'polo'],
  ['* onda', 'onda'],
])('«%s» is told by «%s»', (pattern, theme) => expect(themesOf([pattern])).toEqual([theme]))

test('of a place the preposition is left out, of a size all', () => {
  expect(themesOf(['* in austin'])).toEqual(['austin'])
  expect(themesOf(['* empleo 10 kg'])).toEqual(['empleo'])
  expect(themesOf(['* tallas grandes'])).toEqual(['tallas grandes'])
  expect(themesOf(['té verde *'])).toEqual(['té verde'])
})

test('free is waste, unless a live keyword or an ad offers it in any of its forms', () => {
  expect(themesOf(['free *'])).toEqual(['free'])
  const keywords = (text: string, over = {}) => [
    ...withTerms().keywords,
    keyword(text, sums(5, 0), over),
  ]
  expect(themesOf(['free *'], { keywords: keywords('free solar quotes') })).toEqual([])
  expect(themesOf(['gratuito *'], { keywords: keywords('presupuesto gratis') })).toEqual([])
  const paused = keywords('presupuesto gratis', { status: 'PAUSED' })
  expect(themesOf(['gratis *'], { keywords: paused })).toEqual(['gratis'])
  const ad = { campaignId: '1', adGroupId: '11', adId: '7', type: 'RESPONSIVE_SEARCH_AD' }
  const texts = { headlines: [{ text: 'Envío gratuito' }], descriptions: [] }
  const ads = [
    {
      ...ad,
      ...texts,
      status: 'ENABLED' as const,
      policyTopics: [],
      finalUrls: [],
      sums: sums(1, 0),
    },
  ]
  expect(themesOf(['gratis *'], { inventory: { ads } })).toEqual([])
})

test('a word of the keyword that brought the queries is never part of a theme', () => {
  expect(themesOf(['* mujer outlet'])).toEqual(['outlet'])
  expect(themesOf(['* mujeres'])).toEqual([])
  expect(themesOf(['* mujeriego'])).toEqual(['mujeriego'])
})

test.each([
  ['psicología online', 'psicologo'],
  ['fisioterapia sevilla', 'fisioterapeuta'],
  ['abogado laboralista', 'laboral'],
])('nor is one derived from a word of «%s»: «%s»', (keywordText, theme) => {
  const terms = GOODS.map((good) => searchTerm(`${theme} ${good}`, sums(90, 0)))
  const brought = (text: string) => terms.map((term) => ({ ...term, keywordText: text }))
  expect(phrasesOf(withTerms(...brought(keywordText)))).toEqual([])
  expect(phrasesOf(withTerms(...brought('internet fibra')))).toEqual([theme])
})

test('two words that only begin alike are not derived from one', () => {
  const terms = GOODS.map((good) =>
    searchTerm(`internacional ${good}`, sums(90, 0), { keywordText: 'internet fibra' }),
  )
  expect(phrasesOf(withTerms(...terms))).toEqual(['internacional'])
})

test('a query that sold more than the rest lets expect saves the word, however dear; the others go alone', () => {
  const terms = [...GOODS, 'piel'].map((good) => searchTerm(`alquiler ${good}`, sums(120, 0)))
  const seller = searchTerm('alquiler premium', sums(60, 5, 6))
  expect(phrasesOf(withTerms(...terms))).toEqual(['alquiler'])
  const account = withTerms(...terms, seller)
  expect(phrasesOf(account)).toEqual([])
  const [card] = found(account, 'wasted-search-terms')
  expect(JSON.stringify(card!.evidence.change!.operations)).toContain('"alquiler botas"')
  const chance = searchTerm('alquiler premium', sums(400, 1, 0.5))
  expect(phrasesOf(withTerms(...terms, chance))).toEqual(['alquiler'])
})
