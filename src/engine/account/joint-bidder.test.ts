import { expect, test } from 'vitest'
import * as spanishNumbers from '#shared/spanish-numbers.ts'
import { campaign, sampleAccount, sums } from '../samples/sample-account.ts'
import { sayIn } from '../words/say.ts'
import { contextOf } from './context.ts'
import type { Column } from './known-figures.ts'
import type { CampaignFacts } from './snapshot.ts'

type Facts = CampaignFacts<Column>

/** Half of the auctions are won, and no budget is spent. */
const ROOMY = {
  biddingStrategyType: 'TARGET_CPA',
  budgetMicros: 900e6,
  impressionShare: { eligible: 360_000, lostToBudget: 0, lostToRank: 180_000 },
}
/** At 2.50 € a conversion, and at 15 €: 4.29 € in all. */
const CHEAP = { id: '1', sums: sums(3_000, 600) }
const DEAR = { id: '2', sums: sums(3_000, 100) }

function targets(own: Partial<Facts>, users: Partial<Facts>[] = [CHEAP, DEAR]) {
  const campaigns = users.map((one) => campaign({ ...ROOMY, ...own, ...one }))
  const context = contextOf(sampleAccount({ campaigns }), sayIn('EUR', spanishNumbers))
  return campaigns.map(({ id }) => context.targetOf(id)!)
}

const JOINT = { portfolioId: '9', portfolioName: 'Norte', targetCpaMicros: 4.3e6 }

test('what a campaign of a portfolio frees is spent in all of it, at the average that they keep together', () => {
  const [cheap, dear] = targets({ targetCpaMicros: 4.3e6 })
  expect(cheap!.limit!.again!.slack).toBeGreaterThan(0.5)
  expect(dear!.limit!.again!.averageMicros / 1e6).toBeGreaterThan(8)
  const [one, other] = targets(JOINT)
  expect(one).toEqual(other)
  expect(one!.limit!.again!.averageMicros / 1e6).toBeCloseTo(4.3, 0)
  expect(one!.limit!.again!.slack).toBeLessThan(0.1)
})

test('alone in it, or beside one that stands still, it is by itself', () => {
  const [alone] = targets({ targetCpaMicros: 4.3e6 }, [CHEAP])
  expect(targets(JOINT, [CHEAP])[0]).toEqual(alone)
  expect(targets(JOINT, [CHEAP, { ...DEAR, status: 'PAUSED' }])[0]!.limit).toEqual(alone!.limit)
})

test('asked for a ROAS together, each conversion counts by what it may cost', () => {
  // At ROAS 5 of 20 € and of 100 €: 4 € and 20 €; 60 % and 150 % of that are paid.
  const valued = (id: string, conversions: number, euros: number) => ({
    id,
    sums: { ...sums(3_000, conversions), valueMicros: conversions * euros * 1e6 },
  })
  const users = [valued('1', 625, 20), valued('2', 50, 100)]
  const roas = { targetRoas: 5, biddingStrategyType: 'TARGET_ROAS' }
  const [one, other] = targets({ ...roas, portfolioId: '9' }, users)
  expect(other!.limit!.again!.averageMicros / one!.limit!.again!.averageMicros).toBeCloseTo(5, 0)
  const [cheap, dear] = targets(roas, users)
  expect(dear!.limit!.again!.averageMicros / cheap!.limit!.again!.averageMicros).toBeGreaterThan(6)
})
