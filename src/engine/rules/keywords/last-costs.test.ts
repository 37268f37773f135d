import { expect, test } from 'vitest'
import { gammaPrior, mixtureCdf } from '../../statistics/priors.ts'
import { chanceLastPays, likelyLastCosts } from './keyword-bids.ts'

const known = { elasticity: { eta: 1.05, kappa: 0.3 }, fromSimulation: false }

test('the last click costs (eta + kappa) / eta times the mean one: 1.29, give or take', () => {
  const costs = likelyLastCosts(known)
  expect(costs).toHaveLength(20)
  expect((costs[9]! + costs[10]!) / 2).toBeCloseTo(1.35 / 1.05, 1)
  const spread = (of: number[]) => of.at(-1)! - of[0]!
  expect(spread(costs)).toBeGreaterThan(0.35)
  expect(spread(likelyLastCosts({ ...known, fromSimulation: true }))).toBeLessThan(spread(costs))
})

test('not knowing the elasticity makes a raise less sure than its middle says', () => {
  const coming = gammaPrior(40, 1_000)
  const breakEven = 0.026
  expect(chanceLastPays({ coming, breakEven }, [1])).toBeCloseTo(1 - mixtureCdf(coming, 0.026), 9)
  expect(chanceLastPays({ coming, breakEven }, [1, 1.5])).toBeCloseTo(
    (2 - mixtureCdf(coming, 0.026) - mixtureCdf(coming, 0.039)) / 2,
    9,
  )
  const costs = likelyLastCosts(known)
  expect(chanceLastPays({ coming, breakEven }, costs)).toBeLessThan(
    chanceLastPays({ coming, breakEven }, [1.35 / 1.05]),
  )
})
