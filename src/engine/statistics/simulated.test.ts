import { expect, test } from 'vitest'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { drawGamma } from './random.ts'
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
