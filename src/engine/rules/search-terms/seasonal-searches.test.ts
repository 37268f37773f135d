import { expect, test } from 'vitest'
import { searchTerm, sums } from '../../samples/sample-account.ts'
import { found, sayingsOf, withTerms } from '../../samples/sample-analysis.ts'

const GOODS = ['botas', 'zuecos', 'crocs', 'tacones', 'suela', 'plantilla']
const searches = (word: string) => GOODS.map((good) => searchTerm(`${good} ${word}`, sums(90, 0)))
const excluded = (account: ReturnType<typeof withTerms>) =>
  JSON.stringify([
    ...found(account, 'wasted-ngrams'),
    ...found(account, 'wasted-search-terms'),
  ]).match(/"text":"[^"]+"/g) ?? []

test.each(['semana santa', 'verano', 'puente de mayo', 'black friday', '2027'])(
  'no search of «%s» is excluded for good, by a word or alone, and the reason is told',
  (season) => {
    const account = withTerms(...searches(season))
    expect(excluded(account)).toEqual([])
    expect(excluded(withTerms(...searches('empleo')))).toEqual(['"text":"empleo"'])
    const { reason } = sayingsOf('wasted-ngrams')
    expect(reason(account)).toContain(`Las búsquedas con «${season}» cuestan ahora más`)
    const [card] = found(withTerms(...searches(season), ...searches('empleo')), 'wasted-ngrams')
    expect(card!.evidence.counterEvidence[0]).toContain(`«${season}»`)
  },
)

test('nor is one search that has cost a lot', () => {
  const alone = (term: string) => excluded(withTerms(searchTerm(term, sums(900, 0))))
  expect(alone('botas colegio')).toEqual(['"text":"botas colegio"'])
  expect(alone('botas 2027')).toEqual([])
  expect(alone('botas verano')).toEqual([])
})

test('nor is a word that mostly comes with a season', () => {
  const things = ['juguetes', ...GOODS].map((good) =>
    searchTerm(`${good} niños verano`, sums(90, 0)),
  )
  const others = GOODS.slice(0, 2).map((good) => searchTerm(`${good} niños`, sums(90, 0)))
  expect(excluded(withTerms(...things, ...others)).join()).not.toContain('"text":"niños"')
  const more = [...GOODS, 'uniforme', 'mochila'].map((good) =>
    searchTerm(`${good} niños`, sums(90, 0)),
  )
  expect(excluded(withTerms(...things, ...more))).toContain('"text":"niños"')
})

test('it is told once: where no search is excluded, and on the card of several words', () => {
  const [first] = found(
    withTerms(...searches('verano'), ...searches('empleo'), ...searches('gratis')),
    'wasted-ngrams',
  )
  const told = JSON.stringify(first!.evidence).split('cuestan ahora más').length - 1
  expect(first!.title).toContain('«empleo»')
  expect(first!.title).toContain('«gratis»')
  expect(told).toBe(1)
  const { reason } = sayingsOf('wasted-search-terms')
  expect(reason(withTerms(...searches('verano')))).toContain('«verano» cuestan ahora más')
})

test('what sells in its season is not told', () => {
  const account = withTerms(...searches('verano').map((one) => ({ ...one, sums: sums(90, 5) })))
  expect(sayingsOf('wasted-ngrams').reason(account)).not.toContain('verano')
})
