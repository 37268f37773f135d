import { expect, test } from 'vitest'
import { drawGamma, uniformsFrom } from '../../statistics/random.ts'
import { ofTheWord } from './ngram-beliefs.ts'

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
