import { expect, test } from 'vitest'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { drawGamma, drawNormal } from './random.ts'
import { cautiousDraw, cautiousOf, simulatedDraws } from './simulated.ts'

test('the cautious side alone is that of all outcomes in order', () => {
  const few = THRESHOLDS.orderDraws.value
  for (const seed of ['a', 'b', 'c']) {
    const skewed = (next: () => number) => drawGamma(next, 0.7, 3) - 0.1
    const ties = (next: () => number) => Math.round(next() * 3)
    for (const draw of [skewed, ties, () => 5]) {
      expect(cautiousDraw(seed, draw)).toBe(cautiousOf(simulatedDraws(seed, draw, few)))
    }
  }
})

test('drawing stops early exactly where the cautious side is below what is asked', () => {
  const asked = [0, 0]
  for (let i = 0; i < 400; i++) {
    const seed = `early ${i}`
    // About a fifth of the outcomes is below zero: the hardest to tell, ties with it among them.
    const draw = (next: () => number) =>
      i % 2 ? drawNormal(next) + 0.84 : Math.round(10 * next()) - 2
    const exact = cautiousDraw(seed, draw)
    const early = cautiousDraw(seed, draw, 0)
    expect(early).toBe(exact >= 0 ? exact : Number.NEGATIVE_INFINITY)
    asked[exact >= 0 ? 0 : 1]!++
  }
  expect(Math.min(...asked)).toBeGreaterThan(50)
})
