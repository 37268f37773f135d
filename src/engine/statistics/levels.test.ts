import { expect, test } from 'vitest'
import { LN_LEVELS, levelsOf } from './levels.ts'

/** What a group shows whose ln level is told as `mean` ± `sd`. */
function group(campaignId: string, adGroupId: string, mean: number, sd: number) {
  const lnChances = Float64Array.from(LN_LEVELS, (x) => -0.5 * ((x - mean) / sd) ** 2)
  return { campaignId, adGroupId, lnChances }
}

test('alike groups are believed to be alike, unlike ones what they show', () => {
  const alike = levelsOf(['a', 'b', 'c', 'd'].map((id, i) => group(id, '1', 0.02 * i - 0.03, 0.3)))
  expect(Math.abs(alike.adGroup({ campaignId: 'a', adGroupId: '1' }).mean)).toBeLessThan(0.01)
  const means = [-0.8, 0.8, -0.5, 0.5]
  const unlike = levelsOf(means.map((mean, i) => group(String(i), '1', mean, 0.05)))
  for (const [i, mean] of means.entries()) {
    const { mean: found, sd } = unlike.adGroup({ campaignId: String(i), adGroupId: '1' })
    expect(found).toBeCloseTo(mean, 1)
    expect(sd).toBeCloseTo(0.05, 2)
  }
})

test('a group that shows little is like the others of its campaign, less surely so', () => {
  const good = ['1', '2', '3'].map((id) => group('good', id, 0.6, 0.05))
  const poor = ['1', '2', '3'].map((id) => group('poor', id, -0.6, 0.05))
  const levels = levelsOf([...good, ...poor, group('good', 'new', 0, 3)])
  const unknown = levels.adGroup({ campaignId: 'good', adGroupId: 'new' })
  expect(unknown.mean).toBeGreaterThan(0.45)
  expect(unknown.sd).toBeGreaterThan(levels.adGroup({ campaignId: 'good', adGroupId: '1' }).sd)
  expect(levels.campaign('never seen').sd).toBeGreaterThan(0.3)
})

test('an entity does not speak for itself', () => {
  const own = group('a', '1', 1, 0.2).lnChances
  const both = group('a', '1', 0, 0.2).lnChances.map((ln, i) => ln + own[i]!)
  const others = ['b', 'c', 'd'].map((id, i) => group(id, '1', 0.3 * i - 0.3, 0.1))
  const levels = levelsOf([{ campaignId: 'a', adGroupId: '1', lnChances: both }, ...others])
  const place = { campaignId: 'a', adGroupId: '1' }
  expect(levels.adGroup(place, own).mean).toBeLessThan(levels.adGroup(place).mean - 0.15)
})
