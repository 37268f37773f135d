import { expect, test } from 'vitest'
import { drawNormal, uniformsFrom } from '../statistics/random.ts'
import {
  boundsOf,
  chanceOfLooks,
  errorAtLook,
  leastSeenByLooks,
  mayConclude,
  wouldConclude,
} from './looks.ts'

test.each([
  [
    [1 / 3, 2 / 3, 1],
    [3.7103, 2.5114, 1.993],
  ],
  [
    [0.25, 0.5, 1],
    [4.3326, 2.9631, 1.9686],
  ],
  [
    [0.606, 0.86, 1],
    [2.6533, 2.1857, 2.05],
  ],
])('bounds at information %j', (fractions, bounds) => {
  boundsOf(fractions).forEach((bound, i) => {
    expect(bound).toBeCloseTo(bounds[i]!, 3)
  })
})

test('one look spends it all', () => {
  expect(errorAtLook([1])).toBeCloseTo(0.05, 6)
  expect(errorAtLook([1 / 3])).toBeCloseTo(0.000207, 6)
})

/** By throwing: sums of independent steps, each look judged as a measurement is. */
function thrown(fractions: readonly number[], expected: number, times: number): number {
  const [bounds, next] = [boundsOf(fractions), uniformsFrom('looks')]
  let seen = 0
  for (let i = 0; i < times; i++) {
    let [sum, last] = [0, 0]
    for (const [at, fraction] of fractions.entries()) {
      sum += expected * (fraction - last) + Math.sqrt(fraction - last) * drawNormal(next)
      last = fraction
      const z = sum / Math.sqrt(fraction)
      if (z > bounds[at]!) seen++
      // One standard deviation wide, as an interval says it.
      const interval = { estimate: z, low: z - 1.96, high: z + 1.96 }
      if (Math.abs(z) > bounds[at]! || !mayConclude(interval, fractions.slice(0, at + 1))) break
    }
  }
  return seen / times
}

test.each([
  [[1], 2.8],
  [[1 / 3, 2 / 3, 1], 2.8],
  [[1 / 3, 2 / 3, 1], 1.5],
  [[0.6, 0.86, 1], 2],
])(
  'the chance that looks at %j tell an effect of %f is what throwing gives',
  (fractions, expected) => {
    expect(chanceOfLooks(fractions, expected)).toBeCloseTo(thrown(fractions, expected, 40_000), 1.9)
    expect(chanceOfLooks(fractions, -expected)).toBeCloseTo(chanceOfLooks(fractions, expected), 6)
    const least = leastSeenByLooks(fractions, 0.8)
    expect(chanceOfLooks(fractions, least)).toBeCloseTo(0.8, 4)
  },
)

test('what is ended for want of hope makes looks tell less than their last one alone would', () => {
  expect(chanceOfLooks([1 / 3, 2 / 3, 1], 2.8)).toBeLessThan(chanceOfLooks([1], 2.8) - 0.02)
})

test('how unsure the first look is speaks for a second', () => {
  const at = (z: number) => ({ estimate: z, low: z - 1.96, high: z + 1.96 })
  // Φ((.35·√3 − 2)/√2) = .162, and .137 of a z of .26.
  expect(mayConclude(at(0.35), [1 / 3])).toBe(true)
  expect(mayConclude(at(0.26), [1 / 3])).toBe(false)
  expect(mayConclude(at(-0.35), [1 / 3])).toBe(true)
  expect(mayConclude(at(5), [1])).toBe(false)
  // Φ((.6·√3 − 2)/√(2/3)) = .120, and .184 of a z of .73.
  expect(wouldConclude(at(0.6), [1 / 3])).toBe(false)
  expect(wouldConclude(at(0.73), [1 / 3])).toBe(true)
  expect(wouldConclude(at(5), [1])).toBe(false)
})
