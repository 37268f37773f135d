import { expect, test } from 'vitest'
import { operationsInHalves, unitsOf } from './change-units.ts'
import { drawCard } from './draw-card.ts'

const EURO = 1_000_000
const pause = (adGroup: number, criterion: number) => ({
  adGroupCriterionOperation: {
    updateMask: 'status',
    update: {
      resourceName: `customers/1/adGroupCriteria/${adGroup}~${criterion}`,
      status: 'PAUSED',
    },
  },
})
const retarget = (campaign: number) => ({
  campaignOperation: {
    updateMask: 'maximizeConversions.targetCpaMicros',
    update: {
      resourceName: `customers/1/campaigns/${campaign}`,
      maximizeConversions: { targetCpaMicros: '1' },
    },
  },
})
const sixteen = Array.from({ length: 16 }, (_, i) => i + 1)
const past = (keys: readonly string[]) =>
  new Map(keys.map((key, i) => [key, { clicks: 100, costMicros: (50 + i) * EURO, conversions: 2 }]))

test('keywords of an ad group are one part, and each part is changed once, now or later', () => {
  const operations = sixteen.flatMap((group) => [pause(group, 1), pause(group, 2)])
  const { units, common } = unitsOf(operations)!
  expect(units).toHaveLength(16)
  const drawn = drawCard(
    { units, campaignIds: null },
    { past: past(units.map(({ key }) => key)), budgetOf: new Map() },
    'seed',
  )
  const { first, second } = operationsInHalves(drawn.halves!, common)
  expect([first.length, second.length]).toEqual([16, 16])
  expect([...first, ...second].sort((a, b) => a - b)).toEqual(operations.map((_, i) => i))
  expect(drawn.halves!.shareNow).toBeCloseTo(0.5, 1)
})

test('campaigns on one budget stay together', () => {
  const { units } = unitsOf(sixteen.map(retarget))!
  const all = past(units.map(({ key }) => key))
  const apart = drawCard({ units, campaignIds: null }, { past: all, budgetOf: new Map() }, 'seed')
  expect(apart.halves!.pairs).toHaveLength(8)
  const budgetOf = new Map(sixteen.map((id) => [String(id), `budget ${id % 4}`]))
  const shared = drawCard({ units, campaignIds: null }, { past: all, budgetOf }, 'seed')
  expect(shared).toMatchObject({ halves: null, refusal: expect.stringContaining('quedan 2') })
})

test('money that moves from one budget to others is not taken apart, nor are parts of unlike kinds', () => {
  const budget = (id: number) => ({
    campaignBudgetOperation: {
      updateMask: 'amountMicros',
      update: { resourceName: `customers/1/campaignBudgets/${id}`, amountMicros: '1' },
    },
  })
  expect(unitsOf([budget(1), budget(2)])).toBeNull()
  expect(unitsOf([pause(1, 1), retarget(1)])).toBeNull()
  expect(unitsOf([])).toBeNull()
})
