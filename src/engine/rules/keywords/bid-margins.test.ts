import { expect, test } from 'vitest'
import { simulatedResponse, usualResponse } from '../../statistics/bid-response.ts'
import { gammaPrior, mixtureCdf } from '../../statistics/priors.ts'
import { chanceEarned, likelyMargins } from './bid-move.ts'

const elasticity = { eta: 1.05, kappa: 0.3 }
const known = { ...usualResponse(), elasticity }

test('clicks that a step adds or saves cost more than the mean one, by some (eta + kappa) / eta', () => {
  const { added, saved } = likelyMargins(known)
  expect([added.length, saved.length]).toEqual([20, 20])
  const middle = (costs: readonly number[]) => (costs[9]! + costs[10]!) / 2
  // (1.3^1.35 − 1) / (1.3^1.05 − 1) and (1 − .8^1.35) / (1 − .8^1.05)
  expect(middle(added)).toBeCloseTo(1.34, 1)
  expect(middle(saved)).toBeCloseTo(1.25, 1)
  const spread = (of: readonly number[]) => of.at(-1)! - of[0]!
  expect(spread(added)).toBeGreaterThan(0.35)
  expect(spread(likelyMargins(simulatedResponse(elasticity)).added)).toBeLessThan(spread(added))
})

test('not knowing the elasticity makes a raise less sure than its middle says', () => {
  const coming = gammaPrior(40, 1_000)
  const breakEven = 0.026
  expect(chanceEarned({ coming, breakEven }, [1])).toBeCloseTo(1 - mixtureCdf(coming, 0.026), 9)
  expect(chanceEarned({ coming, breakEven }, [1, 1.5])).toBeCloseTo(
    (2 - mixtureCdf(coming, 0.026) - mixtureCdf(coming, 0.039)) / 2,
    9,
  )
  const { added } = likelyMargins(known)
  expect(chanceEarned({ coming, breakEven }, added)).toBeLessThan(
    chanceEarned({ coming, breakEven }, [1.34]),
  )
})
