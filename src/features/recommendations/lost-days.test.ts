import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import { judge, measuredShop, raisedBefore } from '../../../tests/measured-shop.ts'
import { CUSTOMER } from '../../../tests/recommendation-shop.ts'
import { adAccounts } from '../../platform/db/schema/access.ts'
import { addDays, type Day } from '../../shared/dates.ts'
import { longDay } from '../../shared/spanish-numbers.ts'

// Conversions that were not counted while a change is measured.
const it = testApp()
const shop = measuredShop(it)

/** 1.2 times the clicks and conversions, of which the changed campaign has some four a week: too few to see anything in them alone. */
async function raised(): Promise<Day> {
  const applied = await raisedBefore(it, shop, { clicks: 1.2, conversions: 1.2 })
  await it.ctx.db.execute(sql`
    update campaign_day set impressions = impressions / 125, clicks = clicks / 125, cost_micros = cost_micros / 125,
      conversions_micros = conversions_micros / 125
    where customer_id = ${CUSTOMER} and campaign_id = ${shop.campaignId}`)
  await it.ctx.db.update(adAccounts).set({ dataFrom: addDays(applied, -28) })
  return applied
}

async function lose(from: Day, to: Day, kept: number): Promise<void> {
  await it.ctx.db.execute(sql`
    update campaign_day set conversions_micros = conversions_micros * ${kept}::numeric
    where customer_id = ${CUSTOMER} and day between ${from} and ${to}`)
  await it.ctx.db.execute(sql`delete from account_day where customer_id = ${CUSTOMER}`)
  await it.ctx.db.execute(sql`
    insert into account_day (customer_id, day, impressions, clicks, cost_micros, conversions_micros, value_micros)
    select customer_id, day, sum(impressions), sum(clicks), sum(cost_micros), sum(conversions_micros), sum(value_micros)
    from campaign_day where customer_id = ${CUSTOMER} group by customer_id, day`)
}

test.each([
  { what: 'a dead tag', kept: 0 },
  { what: 'half a tag', kept: 0.45 },
])('days of $what are named, and left out of what is measured', async ({ kept }) => {
  const applied = await raised()
  await lose(addDays(applied, 15), addDays(applied, 24), kept)
  const { money } = (await judge(it, shop))!
  const [from, first, last] = [15, 13, 26].map((days) => longDay(addDays(applied, days)))
  expect(money!.leftOut).toEqual([
    expect.stringMatching(
      `^Del ${from} al .+ no se contaron todas las conversiones: del ${first} al ${last}, en semanas enteras, no se cuenta nada.$`,
    ),
  ])
  expect(money!.conversions.estimate).toBeGreaterThan(0.1)
})

test('where most of its weeks were lost there is no verdict, it says which, and looks again', async () => {
  const applied = await raised()
  const [from, to] = [addDays(applied, 12), addDays(applied, 29)]
  await lose(from, to, 0)
  expect(await judge(it, shop)).toBeNull()
  const { looked, daysToMeasure } = (await shop.history())[0]!
  expect(looked).toContain(
    `Del ${longDay(from)} al ${longDay(to)} no se contaron todas las conversiones`,
  )
  expect(looked).toContain(`Se vuelve a mirar el ${longDay(addDays(applied, 71))}`)
  expect(daysToMeasure).toBe(26)
})

test('an outage that was there when it was applied is told once, by its own days', async () => {
  const applied = await raised()
  const [from, to] = [addDays(applied, -2), addDays(applied, 26)]
  await lose(from, to, 0)
  await judge(it, shop)
  const { looked } = (await shop.history())[0]!
  expect(looked).toMatch(
    new RegExp(`^Del ${longDay(from)} al ${longDay(to)} no se contaron todas las conversiones: `),
  )
})
