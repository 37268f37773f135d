import { expect, test } from 'vitest'
import {
  acceptByFalseDiscovery,
  acceptByMoney,
  adjustedPValues,
  expectedValue,
} from './discovery.ts'
import { fitPrior } from './fit-prior.ts'
import {
  betaMoments,
  fitBeta,
  gammaPrior,
  mixtureCdf,
  mixtureMean,
  mixtureQuantile,
  posterior,
} from './priors.ts'
import { drawGamma, uniformsFrom } from './random.ts'
import {
  betaCdf,
  betaQuantile,
  digamma,
  gammaCdf,
  nelderMead,
  overdispersedCdf,
  predictiveCdf,
} from './stats.ts'

const close = (actual: number, expected: number, tolerance = 1e-5) =>
  expect(Math.abs(actual - expected), `${actual} ≈ ${expected}`).toBeLessThan(tolerance)

test('beta posterior of a term: prior Beta(2, 98), 0 of 60 clicks, 90 € at a 40 € target', () => {
  close(2 / 160, 0.0125)
  close(betaCdf(0.0375, 2, 158), 0.98349)
  close(betaCdf(0.025, 2, 158), 0.909357)
  close(betaQuantile(0.05, 2, 158), 0.00224)
  close(betaQuantile(0.95, 2, 158), 0.029487)
})

test('gamma posterior of the same term, and with fractional conversions', () => {
  const after = posterior(gammaPrior(2, 100), { n: 60, k: 0 })
  close(mixtureMean(after), 0.0125)
  close(mixtureCdf(after, 0.0375), 0.982649)
  close(mixtureCdf(after, 0.025), 0.908422)
  close(mixtureQuantile(after, 0.05), 0.002221)
  close(mixtureQuantile(after, 0.95), 0.029649)
  const fractional = posterior(gammaPrior(2, 100), { n: 60, k: 1.5 })
  close(mixtureMean(fractional), 0.021875)
  close(mixtureCdf(fractional, 0.0375), 0.899441)
})

test('moments of a beta prior, and full pooling where the spread is noise', () => {
  const n = [40, 60, 90, 30, 120, 80, 20, 160]
  const units = (k: number[]) => k.map((value, i) => ({ k: value, n: n[i]! }))
  const spread = betaMoments(units([0, 1, 9, 0, 2, 2, 0, 14]))
  close(spread.mean, 0.0466667)
  close(spread.spread, 0.918333)
  close(spread.variance, 0.001218, 1e-6)
  close(spread.weight, 35.5297, 1e-4)
  close(spread.alpha, 1.65805)
  close(spread.beta, 33.87167)
  const pooled = betaMoments(units([0, 1, 3, 0, 5, 2, 0, 8]))
  close(pooled.variance, -8.3e-5, 1e-6)
  expect(pooled.weight).toBe(10_000)
})

test('n-gram "gratis": 220 clicks, no conversion', () => {
  close(Math.exp((-220 * 2) / 100), 0.012277)
  close(predictiveCdf(0, 2, 100, 220), 0.097656)
  const after = posterior(gammaPrior(2, 100), { n: 220, k: 0 })
  close(mixtureCdf(after, 0.0375), 0.99992)
  close(mixtureCdf(after, 0.025), 0.996981)
})

test('a promising term that is not yet proven: 4 of 40 clicks', () => {
  const after = posterior(gammaPrior(2, 100), { n: 40, k: 4 })
  close(mixtureMean(after), 0.042857)
  close(1 - mixtureCdf(after, 0.04), 0.511861)
})

test('over-dispersed lower tail of a day', () => {
  close(overdispersedCdf(3, 14.2, 1.5), 0.002131, 1e-6)
})

test('false discovery prefix, adjusted p-values and expected value', () => {
  const candidates = [0.999, 0.99, 0.97, 0.95, 0.9, 0.8, 0.6].map((probability) => ({
    probability,
    key: String(probability),
  }))
  expect(acceptByFalseDiscovery(candidates.toReversed(), 0.05)).toHaveLength(5)
  const q = adjustedPValues([0.001, 0.008, 0.039, 0.041, 0.042, 0.06, 0.074, 0.205])
  const expected = [0.008, 0.032, 0.0672, 0.0672, 0.0672, 0.08, 0.084571, 0.205]
  expected.forEach((value, i) => {
    close(q[i]!, value)
  })
  close(expectedValue(0.9, 120, 60), 102)
})

test('the room that sure finds leave goes to what earns most, none of it too unsafe', () => {
  const candidate = ([key, probability, expectedNet]: [string, number, number]) => {
    return { key, probability, expectedNet }
  }
  const all = (
    [
      ['sure', 0.99, 1],
      ['nearly sure', 0.96, 1],
      ['small', 0.93, 1],
      ['large', 0.91, 100],
      ['unsafe', 0.75, 1_000_000],
      ['costs more', 0.99, -5],
    ] as [string, number, number][]
  ).map(candidate)
  const keys = acceptByMoney(all, 0.05).map(({ key }) => key)
  expect(keys).toEqual(['sure', 'nearly sure', 'large'])
  expect(acceptByMoney(all.slice(2), 0.05)).toEqual([])
})

test('digamma and Nelder–Mead', () => {
  close(digamma(1), -0.5772156649, 1e-8)
  close(digamma(0.1), -10.4237549404, 1e-6)
  const [x, y] = nelderMead(([a, b]) => (a! - 3) ** 2 + 10 * (b! + 1) ** 2, [0, 0])
  close(x!, 3, 1e-3)
  close(y!, -1, 1e-3)
})

test('a planted gamma prior is recovered, one part only', () => {
  const units = planted('one', 4_000, () => [3, 100])
  const prior = fitPrior(units)!
  expect(prior).toHaveLength(1)
  close(mixtureMean(prior), 0.03, 0.002)
  expect(prior[0]!.rate).toBeGreaterThan(75)
  expect(prior[0]!.rate).toBeLessThan(135)
})

test('a separate wasteful population is found and sharpens the verdict', () => {
  const units = planted('two', 4_000, (u) => (u < 0.3 ? [1, 250] : [6, 150]))
  const prior = fitPrior(units)!
  expect(prior).toHaveLength(2)
  const [low, high] = prior.toSorted((a, b) => a.shape / a.rate - b.shape / b.rate)
  close(low!.weight, 0.3, 0.08)
  close(low!.shape / low!.rate, 0.004, 0.003)
  close(high!.shape / high!.rate, 0.04, 0.004)
})

test('a beta prior is recovered by maximum likelihood', () => {
  const units = planted('beta', 3_000, () => [2, 60]).filter(({ n, k }) => k <= n)
  const { alpha, beta } = fitBeta(units)
  close(alpha / (alpha + beta), 2 / 60, 0.003)
})

test('nothing can be learnt without conversions', () => {
  expect(fitPrior([])).toBeNull()
  expect(
    fitPrior([
      { n: 10, k: 0 },
      { n: 50, k: 0 },
    ]),
  ).toBeNull()
})

test('draws repeat for a seed, differ between seeds and have the right moments', () => {
  const draws = (seed: string) => {
    const next = uniformsFrom(seed)
    return Array.from({ length: 20_000 }, () => drawGamma(next, 2.5, 10))
  }
  const a = draws('a')
  expect(a).toEqual(draws('a'))
  expect(a[0]).not.toBe(draws('b')[0])
  const mean = a.reduce((sum, x) => sum + x, 0) / a.length
  close(mean, 0.25, 0.005)
  close(a.filter((x) => x < 0.2).length / a.length, gammaCdf(0.2, 2.5, 10), 0.015)
})

/** 200 clicks per entity, rate drawn from the gamma of its population. */
function planted(seed: string, count: number, pick: (u: number) => [number, number]) {
  const next = uniformsFrom(seed)
  return Array.from({ length: count }, () => {
    const [shape, rate] = pick(next())
    const expected = 200 * drawGamma(next, shape, rate)
    return { n: 200, k: poisson(expected, next) }
  })
}

function poisson(mean: number, next: () => number): number {
  let k = -1
  for (let product = 1; product > Math.exp(-mean); product *= next()) k++
  return k
}
