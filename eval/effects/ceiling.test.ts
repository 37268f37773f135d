import { expect, test } from 'vitest'
import { chanceFrom } from '../chance.ts'
import { chanceOfLoss } from './ceiling.ts'
import { drawAccount, STEADY } from './drifting-account.ts'
import { nothingChanged } from './planted-changes.ts'

const DRIFTING = { ...STEADY, prices: 0.15 }

test('who knows how far prices drift errs in one of twenty where nothing was changed, and who takes them to stand still far more often', () => {
  const changes = Array.from({ length: 200 }, (_, i) =>
    nothingChanged(drawAccount(DRIFTING, chanceFrom(`observer ${i}`))),
  )
  const errs = (world: typeof DRIFTING) => {
    const losses = changes.map((one) => chanceOfLoss(one, world, 4))
    return losses.filter((p) => p < 0.025 || p > 0.975).length / changes.length
  }
  expect(errs(DRIFTING)).toBeLessThan(0.09)
  expect(errs({ ...DRIFTING, prices: 0 })).toBeGreaterThan(0.2)
})
