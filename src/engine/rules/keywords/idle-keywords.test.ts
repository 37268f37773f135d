import { expect, test } from 'vitest'
import type { Column } from '#engine/account/known-figures.ts'
import type { KeywordFacts } from '../../account/snapshot.ts'
import { analyseAccount } from '../../analyse-account.ts'
import { keyword, sampleAccount, searchTerm, sums } from '../../samples/sample-account.ts'
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

const cardsOf = (over: Parameters<typeof sampleAccount>[0]) =>
  analyseAccount(sampleAccount(over)).recommendations.filter(({ rule }) => rule === 'idle-keywords')

const operationsOf = (over: Parameters<typeof sampleAccount>[0]) =>
  cardsOf(over).flatMap(({ evidence }) => evidence.change?.operations ?? [])

const excluded = (over: Parameters<typeof sampleAccount>[0]) =>
  operationsOf(over).flatMap(
    (operation) => (operation.campaignCriterionOperation?.create as object | undefined) ?? [],
  )

const idle = keyword('tacones fiesta rebajas', sums(420, 0), { matchType: 'EXACT' })
const taker = keyword('tacones', sums(90, 4), { matchType: 'BROAD' })
const all = (...keywords: KeywordFacts<Column>[]) => ({ keywords: [...base.keywords, ...keywords] })

test('the search of an exact keyword that another would take over is excluded with it', () => {
  expect(excluded(all(idle, taker))).toEqual([
    {
      campaign: 'customers/{customerId}/campaigns/1',
      negative: true,
      keyword: { text: 'tacones fiesta rebajas', matchType: 'EXACT' },
    },
  ])
  expect(operationsOf(all(idle, taker))).toHaveLength(2)
  const [card] = cardsOf(all(idle, taker))
  expect(card!.title).toContain('y excluye su búsqueda')
  expect(card!.description).toContain(
    'la recogería «tacones» y se seguiría pagando: por eso también se excluye como exacta en «Zapatos».',
  )
  expect(card!.evidence.change!.after).toContain('excluida en «Zapatos»')
})

test('several of them are one card, apart from those that are only paused', () => {
  const second = keyword('tacones baratos rojos', sums(380, 0), { matchType: 'EXACT' })
  const alone = keyword('chanclas piscina', sums(400, 0), { matchType: 'EXACT' })
  const titles = cardsOf(all(idle, second, alone, taker)).map(({ title }) => title)
  expect(titles).toEqual([
    expect.stringMatching(/^Pausa 2 palabras clave .* y excluye sus búsquedas: /),
    expect.stringMatching(/^Pausa la palabra clave «chanclas piscina»: /),
  ])
})

test.each([
  ['nothing takes it over', all(idle, keyword('tacones altos', sums(90, 4)))],
  [
    'the other is paused',
    all(idle, keyword('tacones', sums(90, 4), { matchType: 'BROAD', status: 'PAUSED' })),
  ],
  ['it is not an exact keyword', all(keyword('tacones fiesta rebajas', sums(420, 0)), taker)],
  [
    'a copy of it stays in the campaign',
    all(
      idle,
      taker,
      keyword('tacones fiesta rebajas', sums(3, 0), { adGroupId: '12', matchType: 'EXACT' }),
    ),
  ],
  [
    'it sold through the other',
    {
      ...all(idle, taker),
      searchTerms: [...base.searchTerms, searchTerm('tacones de fiesta rebajas', sums(12, 2))],
    },
  ],
  [
    'it is excluded there already',
    {
      ...all(idle, taker),
      negatives: [
        { scope: 'campaign', campaignId: '1', text: 'fiesta', matchType: 'BROAD' } as const,
      ],
    },
  ],
  [
    'it is not known that the other campaign reaches the same people',
    {
      ...all(idle, { ...taker, campaignId: '2', adGroupId: '21' }),
      campaigns: [...base.campaigns, { ...base.campaigns[0]!, id: '2', name: 'Botas' }],
    },
  ],
])('nothing is excluded where %s', (_, account) => {
  expect(operationsOf(account)).toHaveLength(1)
  expect(excluded(account)).toEqual([])
})
