import { expect, test } from 'vitest'
import { chanceGreater, expectedRateLoss } from './posterior-comparison.ts'
import { gammaPrior, posterior } from './priors.ts'
import { drawGamma, uniformsFrom } from './random.ts'

test('chances of opposite claims add up to one', () => {
  const [x, y] = [gammaPrior(3, 100), gammaPrior(5, 120)]
  expect(chanceGreater(x, y) + chanceGreater(y, x)).toBeCloseTo(1, 12)
})

test('gamma beliefs: the closed form agrees with draws, also of a mixture and with a factor', () => {
  const one = posterior(gammaPrior(2, 100), { n: 400, k: 12 })
  const other = [
    { weight: 0.4, shape: 9, rate: 500 },
    { weight: 0.6, shape: 20, rate: 700 },
  ]
  const next = uniformsFrom('comparison')
  let above = 0
  let lost = 0
  const count = 40_000
  for (let i = 0; i < count; i++) {
    const x = drawGamma(next, one[0]!.shape, one[0]!.rate)
    const part = next() < 0.4 ? other[0]! : other[1]!
    const y = drawGamma(next, part.shape, part.rate)
    if (x > 1.2 * y) above++
    lost += Math.max(0, y - x)
  }
  expect(chanceGreater(one, other, 1.2)).toBeCloseTo(above / count, 2)
  expect(expectedRateLoss(one, other)).toBeCloseTo(lost / count, 3)
})
