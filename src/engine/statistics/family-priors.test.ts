import { expect, test } from 'vitest'
import { type FamilyUnit, priorsOf } from './family-priors.ts'
import { mixtureMean, mixtureVariance } from './priors.ts'
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
  expect(mean(priorOf({ campaignId: '1' }))).toBeCloseTo(0.08, 1)
  expect(mean(priorOf({ campaignId: '1' }))).toBeGreaterThan(
    1.5 * mean(priorOf({ campaignId: '2' })),
  )
  expect(mean(priorOf({ campaignId: '3' }))).toBeGreaterThan(mean(priorOf({ campaignId: '2' })))
  expect(mean(priorOf({ campaignId: 'never seen' }))).toBeGreaterThan(
    mean(priorOf({ campaignId: '2' })),
  )
})

test('ad groups that differ beyond chance pull their entities; alike ones do not', () => {
  const groups = ['a', 'b', 'c', 'd', 'e', 'f']
  const unlike = groups.flatMap((id, i) =>
    units(id, { campaignId: '1', adGroupId: id }, i % 2 === 0 ? 0.1 : 0.02, 12),
  )
  const priorOf = priorsOf(unlike)
  expect(mean(priorOf({ campaignId: '1', adGroupId: 'a' }))).toBeGreaterThan(
    2 * mean(priorOf({ campaignId: '1', adGroupId: 'b' })),
  )
  const alike = groups.flatMap((id) => units('same', { campaignId: '1', adGroupId: id }, 0.06, 12))
  const group = mean(priorsOf(alike)({ campaignId: '1', adGroupId: 'a' }))
  expect(group / mean(priorsOf(alike)({ campaignId: '1' }))).toBeCloseTo(1, 2)
})

test('an entity is not evidence about itself', () => {
  const groups = ['a', 'b', 'c', 'd'].flatMap((id, i) =>
    units(id, { campaignId: '1', adGroupId: id }, i % 2 === 0 ? 0.1 : 0.02, 12),
  )
  const odd = { campaignId: '1', adGroupId: 'b', n: 200, k: 40 }
  const priorOf = priorsOf([...groups, odd])
  expect(mean(priorOf({ campaignId: '1', adGroupId: 'b' }, odd))).toBeLessThan(
    mean(priorOf({ campaignId: '1', adGroupId: 'b' })),
  )
})

test('nothing is believed without conversions', () => {
  expect(priorsOf([{ campaignId: '1', n: 500, k: 0 }])({ campaignId: '1' })).toBeNull()
})

test('one that never converts tells of its own kind, not of the level of its ad group', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  const good = ids.flatMap((id) => units(id, { campaignId: '1', adGroupId: id }, 0.08, 12))
  const hopeless = ids.flatMap((id) =>
    Array.from({ length: 4 }, () => ({ campaignId: '1', adGroupId: id, n: 60, k: 0 })),
  )
  const large = { campaignId: '1', adGroupId: 'a', n: 1_000, k: 0 }
  const priorOf = priorsOf([...good, ...hopeless, large])
  const [own, other] = ['a', 'b'].map((adGroupId) => mean(priorOf({ campaignId: '1', adGroupId })))
  // By its clicks and conversions the ad group would seem to convert half as well as the others.
  expect(own! / other!).toBeGreaterThan(0.85)
})

test('each kind of entity has its own spread', () => {
  const spread = (kind: string, shape: number) => {
    const next = uniformsFrom(kind)
    return Array.from({ length: 200 }, (): FamilyUnit => {
      const k = Math.round(400 * drawGamma(next, shape, shape / 0.05))
      return { campaignId: '1', kind, n: 400, k }
    })
  }
  const priorOf = priorsOf([...spread('one query', 1.5), ...spread('many queries', 30)])
  const varianceOf = (kind: string) => mixtureVariance(priorOf({ campaignId: '1', kind })!)
  expect(varianceOf('one query')).toBeGreaterThan(5 * varianceOf('many queries'))
})

test('of few conversions the level is in doubt, and leans on what is usual elsewhere', () => {
  const few = Array.from({ length: 40 }, (_, i) => ({ campaignId: '1', n: 25, k: i < 4 ? 1 : 0 }))
  const many = few.map(({ campaignId, n }, i) => ({ campaignId, n: 25 * n, k: i < 4 ? 25 : 0 }))
  const [little, much] = [few, many].map((own) => priorsOf(own)({ campaignId: '1' })!)
  // Three seen for every 1,000 clicks would be one in 250; elsewhere it is one in 25.
  expect(mean(little!)).toBeGreaterThan(1.1 * mean(much!))
  const spread = (prior: NonNullable<typeof little>) => mixtureVariance(prior) / mean(prior) ** 2
  expect(spread(little!)).toBeGreaterThan(0.25)
  expect(priorsOf(few.slice(2))({ campaignId: '1' })).toBeNull()
})
