import { expect, test } from 'vitest'
import { boundsOf, errorAtLook } from './looks.ts'

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
