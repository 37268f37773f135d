import { expect, test } from 'vitest'
import { evidenceTable, lnLikelihood, lnLikelihoodsAt, newNumbers } from './evidence-table.ts'
import { scaledBy } from './priors.ts'
import { drawGamma, uniformsFrom } from './random.ts'

const PRIOR = [
  { weight: 0.4, shape: 0.8, rate: 60 },
  { weight: 0.6, shape: 3, rate: 70 },
]
const FACTORS = [0.2, 1, 3.7]

test('what groups show at each level is the same to the last bit, told together or each by itself', () => {
  const next = uniformsFrom('groups')
  const groups = Array.from({ length: 8 }, () =>
    Array.from({ length: 40 }, () => {
      const n = 0.3 + 80 * next() ** 3
      return { n, k: Math.round(4 * n * drawGamma(next, 1, 20)) / 4 }
    }),
  )
  const numbers = newNumbers()
  const tables = groups.map((units) => evidenceTable(units, numbers))
  const foretell = lnLikelihoodsAt(numbers, PRIOR, FACTORS)
  for (const [i, units] of groups.entries()) {
    const alone = FACTORS.map((by) => lnLikelihood(evidenceTable(units), scaledBy(PRIOR, by)))
    expect([...foretell(tables[i]!)]).toEqual(alone)
  }
})
