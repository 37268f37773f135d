import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import { judge, measuredShop, raisedBefore } from '../../../tests/measured-shop.ts'
import { CUSTOMER } from '../../../tests/recommendation-shop.ts'
import { accountInventory, conversionActions } from '../../platform/db/schema/entities.ts'
import { addDays, type Day, eachDay } from '../../shared/dates.ts'
import { MICROS } from '../../shared/metrics.ts'
import { longDay } from '../../shared/spanish-numbers.ts'

// Another action becomes primary while a change is measured.
const it = testApp()
const shop = measuredShop(it)

/** A fifth less cost at as many sales: from `on` carts count as well, as many as sales elsewhere and none in the changed campaign. */
async function savedWhileCartsBegan(daysAfter: number): Promise<Day> {
  const applied = await raisedBefore(it, shop, { clicks: 0.8, conversions: 1 })
  const on = addDays(applied, daysAfter)
  await it.ctx.db.execute(sql`
    update campaign_day set conversions_micros = conversions_micros * 2
    where customer_id = ${CUSTOMER} and day >= ${on} and campaign_id <> ${shop.campaignId}`)
  await it.ctx.db.execute(sql`delete from account_day where customer_id = ${CUSTOMER}`)
  await it.ctx.db.execute(sql`
    insert into account_day (customer_id, day, impressions, clicks, cost_micros, conversions_micros, value_micros)
    select customer_id, day, sum(impressions), sum(clicks), sum(cost_micros), sum(conversions_micros), sum(value_micros)
    from campaign_day where customer_id = ${CUSTOMER} group by customer_id, day`)
  const [from, to] = [addDays(applied, -28), addDays(applied, 40)]
  await it.ctx.db.execute(
    sql`update ad_accounts set data_from = ${from} where customer_id = ${CUSTOMER}`,
  )
  await countAs(
    eachDay(from, to).flatMap((day) => [
      { actionId: '1', day, conversionsMicros: 1_800 * MICROS, valueMicros: 0 },
      ...(day < on
        ? []
        : [{ actionId: '2', day, conversionsMicros: 1_728 * MICROS, valueMicros: 0 }]),
    ]),
  )
  return on
}

async function countAs(rows: object[]): Promise<void> {
  const { db } = it.ctx
  await db.delete(conversionActions)
  await db.delete(accountInventory)
  const primary = { status: 'ENABLED', type: 'WEBPAGE', primaryForGoal: true }
  await db.insert(conversionActions).values(
    [
      { conversionActionId: 1, name: 'Compra', category: 'PURCHASE' },
      { conversionActionId: 2, name: 'Registro', category: 'SIGNUP' },
    ].map((one) => ({ customerId: CUSTOMER, ...primary, ...one })),
  )
  const fetchedAt = it.clock.now()
  await db
    .insert(accountInventory)
    .values({ customerId: CUSTOMER, part: 'conversionDays', rows, fetchedAt })
}

test('where it falls into the first weeks there is no verdict, it says why, and is not looked at again', async () => {
  const on = await savedWhileCartsBegan(6)
  const measured = (await judge(it, shop))!
  expect(measured).toMatchObject({ verdict: 'no_concluyente', monthlyMicros: null })
  expect(measured.note).toContain(
    `Desde el ${longDay(on)}, más o menos, se cuenta también «Registro» como conversión: quedan muy pocos días con los que comparar.`,
  )
  expect((await shop.history())[0]).toMatchObject({ daysToMeasure: 0, looked: null })
})

test('later only the days from then on are left out, and a saving is none that lost', async () => {
  const on = await savedWhileCartsBegan(22)
  const measured = (await judge(it, shop))!
  expect(measured.verdict).toBe('mejorado')
  expect(measured.money!.leftOut).toEqual([
    expect.stringMatching(
      `^Desde el ${longDay(on)}, más o menos, se cuenta también «Registro» como conversión: del .+, en semanas enteras, no se cuenta nada.$`,
    ),
  ])
})
