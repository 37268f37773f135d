import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { testContext } from '../../tests/database.ts'
import { campaigns } from '../platform/db/schema/entities.ts'
import { addDays, dayInZone, eachDay } from '../shared/dates.ts'
import { MICROS } from '../shared/metrics.ts'
import { gateFaults } from './gate.ts'

const it = testContext()
const CUSTOMER = 77
const [GIVER, TAKER, IDLE] = [1, 2, 3]

// Twelve days are known: 105 € a day of 112, 60 of 60, and 20 of 100.
beforeAll(async () => {
  const { ctx } = it
  const today = dayInZone(ctx.clock.now(), 'UTC')
  const budgets = { [GIVER]: 112, [TAKER]: 60, [IDLE]: 100 }
  const spent = { [GIVER]: 105, [TAKER]: 60, [IDLE]: 20 }
  await ctx.db.insert(campaigns).values(
    [GIVER, TAKER, IDLE].map((id) => ({
      customerId: CUSTOMER,
      campaignId: id,
      name: `Campaña ${id}`,
      status: 'ENABLED',
      channelType: 'SEARCH',
      budgetId: id,
      budgetMicros: budgets[id]! * MICROS,
    })),
  )
  for (const day of eachDay(addDays(today, -12), addDays(today, -1))) {
    await ctx.db.execute(sql`
      insert into account_day (customer_id, day, impressions, clicks, cost_micros, conversions_micros, value_micros)
      values (${CUSTOMER}, ${day}, 10, 1, 1, 0, 0)`)
    for (const id of [GIVER, TAKER, IDLE])
      await ctx.db.execute(sql`
        insert into campaign_day (customer_id, campaign_id, day, impressions, clicks, cost_micros, conversions_micros,
          value_micros, eligible_impressions, lost_budget_impressions, lost_rank_impressions)
        values (${CUSTOMER}, ${id}, ${day}, 10, 1, ${spent[id]! * MICROS}, 0, 0, 0, 0, 0)`)
  }
})

const budget = (id: number, euros: number) => ({
  campaignBudgetOperation: {
    updateMask: 'amountMicros',
    update: {
      resourceName: `customers/{customerId}/campaignBudgets/${id}`,
      amountMicros: String(Math.round(euros * MICROS)),
    },
  },
})

const faultsOf = (...operations: object[]) =>
  gateFaults(it.ctx, CUSTOMER, operations as Parameters<typeof gateFaults>[2])

test('a rate taken from too many days never takes a budget away', async () => {
  expect(await faultsOf(budget(GIVER, 23.42), budget(TAKER, 78))).toEqual([
    expect.stringMatching(/quedaría un 78\s% por debajo de lo que se gasta al día/),
  ])
})

test('what is spent may fall by a step, and what is not spent may be given away', async () => {
  expect(await faultsOf(budget(GIVER, 84), budget(TAKER, 78))).toEqual([])
  expect(await faultsOf(budget(IDLE, 15), budget(TAKER, 78))).toEqual([])
  expect(await faultsOf(budget(IDLE, 10), budget(TAKER, 78))).toHaveLength(1)
})

test('one who gets more, gets no more than a step', async () => {
  expect(await faultsOf(budget(GIVER, 84), budget(TAKER, 84))).toEqual([
    expect.stringContaining('sube un 40'),
  ])
})

test('a budget alone is neither halved nor raised beyond what is prudent', async () => {
  expect(await faultsOf(budget(GIVER, 40))).toHaveLength(1)
  expect(await faultsOf(budget(GIVER, 130))).toEqual([])
  expect(await faultsOf(budget(GIVER, 200))).toHaveLength(1)
})

test('what moves no money by itself passes', async () => {
  expect(
    await faultsOf({
      campaignCriterionOperation: {
        create: {
          campaign: 'customers/{customerId}/campaigns/1',
          negative: true,
          keyword: { text: 'gratis', matchType: 'EXACT' },
        },
      },
    }),
  ).toEqual([])
})
