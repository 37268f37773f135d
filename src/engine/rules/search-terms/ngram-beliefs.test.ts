import { expect, test } from 'vitest'
import * as spanishNumbers from '#shared/spanish-numbers.ts'
import { contextOf } from '../../account/context.ts'
import { keyword, sampleAccount, searchTerm, sums } from '../../samples/sample-account.ts'
import { drawGamma, uniformsFrom } from '../../statistics/random.ts'
import { sayIn } from '../../words/say.ts'
import { frequentNgrams } from './frequent-ngrams.ts'
import { ngramBeliefs, ofTheWord, ownPart } from './ngram-beliefs.ts'
import { termFamily } from './search-terms.ts'

const SHAPE = 2.5
const RATE = 0.03

/** Variance over mean of the conversions of a word's queries, each of a rate of its own. */
function clumping(clicks: readonly number[]): number {
  const next = uniformsFrom(`clumps ${clicks}`)
  const draws = 20_000
  let [sum, squares] = [0, 0]
  for (let i = 0; i < draws; i++) {
    let k = 0
    for (const n of clicks) {
      const mean = drawGamma(next, SHAPE, SHAPE / RATE) * n
      for (let left = mean - drawGamma(next, 1, 1); left > 0; left -= drawGamma(next, 1, 1)) k++
    }
    sum += k
    squares += k * k
  }
  const mean = sum / draws
  return (squares / draws - mean ** 2) / mean
}

test.each([
  ['one query', [400]],
  ['two', [300, 100]],
  ['forty', Array.from({ length: 40 }, () => 10)],
])('the clicks of %s weigh as much as they tell of the word', (_, clicks) => {
  const n = clicks.reduce((sum, one) => sum + one, 0)
  const squares = clicks.reduce((sum, one) => sum + one * one, 0)
  const told = ofTheWord({ n, k: 12 }, { n, squares }, RATE / SHAPE)
  expect(n / told.n / clumping(clicks)).toBeCloseTo(1, 1)
  expect(told.k / told.n, 'the rate stays').toBeCloseTo(12 / n, 9)
})

test('no clicks tell nothing', () => {
  expect(ofTheWord({ n: 0, k: 0 }, { n: 0, squares: 0 }, 0.01)).toEqual({ n: 0, k: 0 })
})

/** Relative variance of the rate at which a part’s clicks convert, for the same word. */
function partVariance(clicks: readonly number[]): number {
  const next = uniformsFrom(`part ${clicks}`)
  const all = clicks.reduce((sum, one) => sum + one, 0)
  const rates = Array.from({ length: 20_000 }, () =>
    clicks.reduce((sum, n) => sum + (n / all) * drawGamma(next, SHAPE, SHAPE), 0),
  )
  return rates.reduce((sum, rate) => sum + (rate - 1) ** 2, 0) / rates.length
}

test.each([
  ['one query', [3]],
  ['two', [30, 10]],
  ['forty', Array.from({ length: 40 }, () => 10)],
])('what %s of a large word will bring is in doubt by their own rates', (_, clicks) => {
  const n = clicks.reduce((sum, one) => sum + one, 0)
  const squares = clicks.reduce((sum, one) => sum + one * one, 0)
  const left = ownPart({ n, squares }, { n: 1e6 }, 0)
  expect(left / SHAPE / partVariance(clicks)).toBeCloseTo(1, 1)
})

test('of all its queries only those that are hidden are unknown', () => {
  const all = { n: 400, squares: 400 ** 2 / 4 }
  expect(ownPart(all, all, 0)).toBe(0)
  expect(ownPart(all, all, 0.5)).toBeCloseTo(0.25 / 4, 9)
  expect(ownPart({ n: 0, squares: 0 }, all, 0), 'nothing seen, one query').toBe(1)
})

test('a word that no keyword has may sell far less, however alike the words of keywords are', () => {
  const themes = Array.from({ length: 40 }, (_, i) => `tema${i}`)
  const searchTerms = themes.flatMap((theme, i) => [
    ...[0, 1, 7, 4, 1].map((sold, place) =>
      searchTerm(`zapatos ${theme} modelo${theme}${place}`, sums(60, sold)),
    ),
    ...(i < 8 ? [searchTerm(`zapatos ${theme} empleo`, sums(90, i % 2))] : []),
  ])
  const keywords = themes.map((theme) => keyword(`zapatos ${theme}`, sums(330, 13)))
  const account = sampleAccount({ keywords, searchTerms })
  const context = contextOf(account, sayIn('EUR', spanishNumbers))
  const { terms } = termFamily(account, context)
  const { ngrams } = frequentNgrams(terms, 1)
  const candidates = ngrams.filter(({ words }) => words === 'empleo')
  const { factorWithout } = ngramBeliefs(account, context, terms, {
    ngrams,
    candidates,
    meant: [],
  })!(candidates[0]!)
  // 4 sales of 30 that were to be expected.
  expect(factorWithout(terms[0]!).mean).toBeLessThan(0.4)
})
