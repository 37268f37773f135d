import { expect, test } from 'vitest'
import { keyword, sampleAccount, searchTerm, sums } from '../../samples/sample-account.ts'
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
