import { expect, test } from 'vitest'
import { credibleFactor, factorVariance } from './credibility.ts'
import { type FamilyUnit, priorsOf } from './family-priors.ts'
import { mixtureMean } from './priors.ts'
import { drawGamma, uniformsFrom } from './random.ts'

/** `count` entities of 60 clicks at about `rate`, in one ad group. */
function units(
  seed: string,
  place: { campaignId: string; adGroupId?: string },
  rate: number,
  count = 40,
) {
  const next = uniformsFrom(seed)
  return Array.from({ length: count }, (): FamilyUnit => {
    const expected = 60 * drawGamma(next, 5, 5 / rate)
    return { ...place, n: 60, k: Math.round(expected) }
  })
}

const mean = (prior: Parameters<typeof mixtureMean>[0] | null) => mixtureMean(prior!)

test('a campaign with enough evidence has its own prior, another leans on the account', () => {
  const priorOf = priorsOf([
    ...units('a', { campaignId: '1' }, 0.08),
    ...units('b', { campaignId: '2' }, 0.04),
    { campaignId: '3', n: 60, k: 0 },
  ])
  expect(mean(priorOf('1'))).toBeCloseTo(0.08, 1)
  expect(mean(priorOf('1'))).toBeGreaterThan(1.5 * mean(priorOf('2')))
  expect(mean(priorOf('3'))).toBeGreaterThan(mean(priorOf('2')))
  expect(mean(priorOf('never seen'))).toBeGreaterThan(mean(priorOf('2')))
})

test('ad groups that differ beyond chance pull their entities; alike ones do not', () => {
  const groups = ['a', 'b', 'c', 'd', 'e', 'f']
  const unlike = groups.flatMap((id, i) =>
    units(id, { campaignId: '1', adGroupId: id }, i % 2 === 0 ? 0.1 : 0.02, 12),
  )
  const priorOf = priorsOf(unlike)
  expect(mean(priorOf('1', 'a'))).toBeGreaterThan(2 * mean(priorOf('1', 'b')))
  const alike = groups.flatMap((id) => units('same', { campaignId: '1', adGroupId: id }, 0.06, 12))
  expect(mean(priorsOf(alike)('1', 'a'))).toBe(mean(priorsOf(alike)('1')))
})

test('an entity is not evidence about itself', () => {
  const groups = ['a', 'b', 'c', 'd'].flatMap((id, i) =>
    units(id, { campaignId: '1', adGroupId: id }, i % 2 === 0 ? 0.1 : 0.02, 12),
  )
  const odd = { campaignId: '1', adGroupId: 'b', n: 200, k: 40 }
  const priorOf = priorsOf([...groups, odd])
  expect(mean(priorOf('1', 'b', odd))).toBeLessThan(mean(priorOf('1', 'b')))
})

test('nothing is believed without conversions', () => {
  expect(priorsOf([{ campaignId: '1', n: 500, k: 0 }])('1')).toBeNull()
})

test('credibility grows with the evidence of the group and vanishes without true differences', () => {
  const group = (size: number) => ({ seen: 2 * size, expected: size, noise: size / 10 })
  expect(credibleFactor(group(100), 0.2)).toBeGreaterThan(credibleFactor(group(5), 0.2))
  expect(credibleFactor(group(100), 0.2)).toBeLessThan(2)
  expect(credibleFactor(group(100), 0)).toBe(1)
  expect(factorVariance([group(10), group(10)])).toBe(0)
  expect(factorVariance([11, 9, 10].map((seen) => ({ seen, expected: 10, noise: 0 })))).toBe(0)
  const wild = [20, 2, 10, 3].map((seen) => ({ seen, expected: 10, noise: 0 }))
  expect(factorVariance(wild)).toBeCloseTo((100 + 64 + 0 + 49 - 40) / 400, 9)
})
