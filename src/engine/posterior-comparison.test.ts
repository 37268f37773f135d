import { expect, test } from 'vitest'
import {
  betaBelief,
  chanceGreater,
  chanceShareGreater,
  expectedRateLoss,
  expectedShareLoss,
} from './posterior-comparison.ts'
import { gammaPrior, posterior } from './priors.ts'
import { drawGamma, uniformsFrom } from './random.ts'

const a = betaBelief(250, 5_000)
const b = betaBelief(200, 5_000)

test('of two click-through rates, the chance that one is better and what the other would lose', () => {
  expect(chanceShareGreater(a, b)).toBeCloseTo(0.992052, 5)
  expect(expectedShareLoss(a, b)).toBeCloseTo(1.0929e-5, 8)
  expect(expectedShareLoss(b, a)).toBeCloseTo(0.0100069, 6)
  expect(chanceShareGreater(betaBelief(25, 610), betaBelief(12, 600))).toBeCloseTo(0.98247, 5)
})

test('fractional conversions take the quadrature and agree with the sum', () => {
  const near = { alpha: a.alpha + 1e-9, beta: a.beta }
  expect(chanceShareGreater(near, b)).toBeCloseTo(0.992052, 5)
})

test('chances of opposite claims add up to one', () => {
  expect(chanceShareGreater(a, b) + chanceShareGreater(b, a)).toBeCloseTo(1, 9)
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
