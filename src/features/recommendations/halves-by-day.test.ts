import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import { CUSTOMER, openShop } from '../../../tests/recommendation-shop.ts'
import { addDays } from '../../shared/dates.ts'
import { readHalvesByDay } from './queries/halves-by-day.ts'

const it = testApp()
const [BASE, COPY, OTHER, UNTRIED] = [21, 22, 23, 24]
const FROM = '2026-09-01'
const RANGE = { from: FROM, to: addDays(FROM, 27) }

beforeAll(async () => {
  await openShop(it)
  for (const id of [BASE, COPY, OTHER, UNTRIED]) {
    const [type, base] = id === COPY ? ['EXPERIMENT', BASE] : ['BASE', null]
    await it.ctx.db.execute(sql`
      insert into campaigns (customer_id, campaign_id, name, status, channel_type, experiment_type, base_campaign_id)
      values (${CUSTOMER}, ${id}, ${`Campaña ${id}`}, 'ENABLED', 'SEARCH', ${type}, ${base})`)
    for (let n = 0; n < 30; n++)
      await it.ctx.db.execute(sql`
        insert into campaign_day (customer_id, campaign_id, day, impressions, clicks, cost_micros, conversions_micros,
          value_micros, eligible_impressions, lost_budget_impressions, lost_rank_impressions)
        values (${CUSTOMER}, ${id}, ${addDays(FROM, n)}, 100, ${n + id}, 5000000, 1500000, 90000000, 100, 0, 0)`)
  }
})

test('a campaign and the copy that shares its searches, day by day, in the order of days', async () => {
  const byDay = (await readHalvesByDay(it.ctx, CUSTOMER, String(BASE), RANGE))!
  expect(byDay.control).toHaveLength(28)
  expect(byDay.control[3]).toEqual({
    ...{ clicks: 24, costMicros: 5_000_000 },
    ...{ conversions: 1.5, value: 90 },
  })
  expect(byDay.treatment.map(({ clicks }) => clicks)).toEqual(
    Array.from({ length: 28 }, (_, n) => n + COPY),
  )
})

test('without the copy’s days nothing is known by day', async () => {
  expect(await readHalvesByDay(it.ctx, CUSTOMER, String(UNTRIED), RANGE)).toBeNull()
})
