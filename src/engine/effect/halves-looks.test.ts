import { expect, test } from 'vitest'
import { drawNormal, uniformsFrom } from '../statistics/random.ts'
import { flipsOf, shareAsFar } from './flip-test.ts'
import { errorOfFirst, errorOfLook, fractionsOfHalves } from './halves-looks.ts'
import type { HalvesOutlook } from './halves-variance.ts'

const equal = (differences: readonly number[]) =>
  differences.map((difference) => ({ difference, weight: 1 }))
const EIGHT = equal([-0.3101, -0.1207, -0.2513, 0.0619, -0.1831, -0.4057, -0.0911, -0.2203])

test('the only look may end as many throws as 5 % of them are, the first of several 3 %', () => {
  expect(errorOfLook([EIGHT], true)).toBeCloseTo(12 / 256, 9)
  expect(errorOfLook([EIGHT], false)).toBeCloseTo(8 / 256, 9)
})

test('what the first look would have ended is not spent a second time', () => {
  // The same figures once more: the second look ends what the first has ended, and no more than its budget.
  expect(errorOfLook([EIGHT, EIGHT], true)).toBeCloseTo(12 / 256, 9)
  const other = equal([0.3011, -0.1023, 0.2047, -0.2509, 0.1531, -0.3559, 0.0817, -0.0501])
  const second = errorOfLook([EIGHT, other], true)
  expect(second).toBeGreaterThan(0)
  expect(second).toBeLessThan(8 / 256)
})

/** Differences of ten pairs after 4, 8 and 12 weeks, each the sum of what went before and of new chance. */
function grown(seed: number) {
  const next = uniformsFrom(`looks ${seed}`)
  const sums = Array.from({ length: 10 }, () => 0)
  return [1, 2, 3].map(() => {
    for (const pair of sums.keys()) sums[pair]! += drawNormal(next) * Math.exp(drawNormal(next))
    return equal(sums)
  })
}

const FLIPS = flipsOf(10)
const pOf = (differences: ReturnType<typeof equal>) =>
  shareAsFar(
    differences.map(({ difference }) => difference),
    FLIPS,
  )

test('three looks together err in 5 %, where three at 5 % each err far more often', () => {
  const cases = Array.from({ length: 300 }, (_, seed) => grown(seed))
  const share = (isEnded: (looks: ReturnType<typeof grown>) => boolean) =>
    cases.filter(isEnded).length / cases.length
  const byBudget = share((looks) =>
    looks.some(
      (differences, at) =>
        pOf(differences) <= errorOfLook(looks.slice(0, at + 1), at === 2) * (1 + 1e-9),
    ),
  )
  const byPeeking = share((looks) => looks.some((differences) => pOf(differences) <= 0.05))
  expect(byBudget).toBeGreaterThan(0.025)
  expect(byBudget).toBeLessThan(0.065)
  expect(byPeeking).toBeGreaterThan(0.08)
})

const outlook = (clicks: number, drift: number): HalvesOutlook => {
  const unit = { clicks, costMicros: clicks * 1e6, conversions: clicks / 30 }
  return {
    pairs: Array.from({ length: 8 }, () => [unit, unit] as const),
    wholeCostMicros: 16 * clicks * 1e6,
    noise: { dispersion: 1.5, soldDispersion: 1.5, drift },
    worth: { micros: 20e6, sd: 0 },
    isStopped: false,
  }
}

test('where units drift more than chance moves them, the first look is the only one and spends it all', () => {
  const look = { weeks: 4, fractions: [] }
  expect(fractionsOfHalves(outlook(1e6, 0.3), look)).toEqual([1])
  expect(errorOfFirst(outlook(1e6, 0.3))).toBe(0.05)
  expect(fractionsOfHalves(outlook(100, 0.01), look)[0]).toBeCloseTo(1 / 3, 1)
  expect(errorOfFirst(outlook(100, 0.01))).toBe(0.032)
})
