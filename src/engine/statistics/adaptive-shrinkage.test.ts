import { expect, test } from 'vitest'
import {
  chanceBelow,
  expectedExcess,
  fitSpreads,
  meanOf,
  shrunkBy,
  sumOf,
  varianceOf,
} from './adaptive-shrinkage.ts'

const gap = (value: number, variance = 0.01) => ({ value, variance })
const shareAbove = (least: number, of: ReturnType<typeof fitSpreads>) =>
  of.filter(({ spread }) => spread >= least).reduce((sum, { share }) => sum + share, 0)

test('with one spread it is the normal conjugate: weight .5, sd of √.005', () => {
  const belief = shrunkBy([{ share: 1, spread: 0.1 }], gap(-0.2))
  expect(meanOf(belief)).toBeCloseTo(-0.1, 9)
  expect(varianceOf(belief)).toBeCloseTo(0.005, 9)
  // Φ(.1 / .0707107) = Φ(1.414214)
  expect(chanceBelow(belief, 0)).toBeCloseTo(0.92135, 5)
})

test('two spreads are weighed by how well they foretell what is seen', () => {
  const spreads = [
    { share: 0.5, spread: 0.05 },
    { share: 0.5, spread: 0.5 },
  ]
  const [narrow, wide] = shrunkBy(spreads, gap(-0.6))
  // Densities at −.6: N(0, .0125) 1.99e-6, N(0, .26) .391586
  expect(narrow!.weight).toBeCloseTo(5.1e-6, 6)
  expect(wide!.mean).toBeCloseTo(-0.6 * (0.25 / 0.26), 6)
})

test('an account whose pairs are alike doubts a difference that another believes', () => {
  const alike = fitSpreads(Array.from({ length: 30 }, (_, i) => gap(i % 2 ? 0.1 : -0.1)))
  const apart = fitSpreads(Array.from({ length: 30 }, (_, i) => gap(i % 2 ? 0.6 : -0.6)))
  expect(shareAbove(0.3, alike)).toBeLessThan(0.1)
  expect(shareAbove(0.3, apart)).toBeGreaterThan(0.7)
  const chance = (of: typeof alike) => chanceBelow(shrunkBy(of, gap(-0.2)), -0.1)
  expect(chance(alike)).toBeLessThan(chance(apart))
})

test('nothing seen: as many of each spread, and more of the narrowest where that is believed', () => {
  expect(fitSpreads([]).map(({ share }) => share)).toEqual(
    new Array(6).fill(expect.closeTo(1 / 6, 9)),
  )
  const mostly = fitSpreads([], { alike: 10, apart: 1 })
  expect(mostly[0]!.share).toBeCloseTo(10 / 11, 9)
  expect(mostly[3]!.share).toBeCloseTo(0.2 / 11, 9)
})

test('a sum of independent beliefs adds means and variances', () => {
  const one = shrunkBy([{ share: 1, spread: 0.1 }], gap(-0.2))
  const both = sumOf(one, one)
  expect(meanOf(both)).toBeCloseTo(-0.2, 9)
  expect(varianceOf(both)).toBeCloseTo(0.01, 9)
})

test('the expected loss of keeping the better one, E[(e^g − 1)+]', () => {
  // N(−.1, .005): e^(−.0975)·Φ(−1.343503) − Φ(−1.414214)
  expect(expectedExcess([{ weight: 1, mean: -0.1, sd: Math.sqrt(0.005) }])).toBeCloseTo(
    0.00258558,
    8,
  )
})
