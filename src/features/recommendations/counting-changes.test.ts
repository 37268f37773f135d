import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { loadSnapshot } from '#account-data/snapshot/load-snapshot.ts'
import { testApp } from '../../../tests/harness.ts'
import { judge, measuredShop, OTHERS, raisedBefore } from '../../../tests/measured-shop.ts'
import { CUSTOMER } from '../../../tests/recommendation-shop.ts'
import {
  accountInventory,
  conversionActions,
  conversionSettingChanges,
} from '../../platform/db/schema/entities.ts'
import { recommendationApplications } from '../../platform/db/schema/recommendations.ts'
import { addDays, type Day, daysInRange, eachDay } from '../../shared/dates.ts'
import type { Measured } from '../../shared/measured.ts'
import { MICROS } from '../../shared/metrics.ts'
import { longDay } from '../../shared/spanish-numbers.ts'

// What counts as a conversion changes while a change is measured.
const it = testApp()
const shop = measuredShop(it)

/** A fifth less cost at as many sales: from `on` carts count as well, as many as sales elsewhere and none in the changed campaign. */
async function savedWhileCartsBegan(daysAfter: number): Promise<Day> {
  const applied = await raisedBefore(it, shop, { clicks: 0.8, conversions: 1 })
  const on = addDays(applied, daysAfter)
  await it.ctx.db.execute(sql`
    update campaign_day set conversions_micros = conversions_micros * 2
    where customer_id = ${CUSTOMER} and day >= ${on} and campaign_id <> ${shop.campaignId}`)
  await addUpAccount()
  const [from, to] = [addDays(applied, -28), addDays(applied, 40)]
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

async function addUpAccount(): Promise<void> {
  const { db } = it.ctx
  await db.execute(sql`delete from account_day where customer_id = ${CUSTOMER}`)
  await db.execute(sql`
    insert into account_day (customer_id, day, impressions, clicks, cost_micros, conversions_micros, value_micros)
    select customer_id, day, sum(impressions), sum(clicks), sum(cost_micros), sum(conversions_micros), sum(value_micros)
    from campaign_day where customer_id = ${CUSTOMER} group by customer_id, day`)
  await db.execute(sql`
    update ad_accounts set data_from = (select min(day) from campaign_day where customer_id = ${CUSTOMER})
    where customer_id = ${CUSTOMER}`)
}

async function countAs(rows: object[]): Promise<void> {
  const { db } = it.ctx
  await db.delete(conversionActions)
  await db.delete(accountInventory)
  await db.delete(conversionSettingChanges)
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

/** A fifth less cost at as many sales; since `on` each click's count once, as many as two in three, but in the changed campaign all were once. */
async function savedWhileCountedOnce(daysAfter: number): Promise<Day> {
  const applied = await raisedBefore(it, shop, { clicks: 0.8, conversions: 1 })
  const on = addDays(applied, daysAfter)
  await it.ctx.db.execute(sql`
    update campaign_day set conversions_micros = conversions_micros * 2 / 3
    where customer_id = ${CUSTOMER} and day >= ${on} and campaign_id <> ${shop.campaignId}`)
  await addUpAccount()
  const [from, to] = [addDays(applied, -28), addDays(applied, 40)]
  await countAs(
    eachDay(from, to).map((day) => ({
      actionId: '1',
      day,
      conversionsMicros: (day < on ? 1_800 : 1_200) * MICROS,
      valueMicros: 0,
    })),
  )
  await it.ctx.db.insert(conversionSettingChanges).values({
    customerId: CUSTOMER,
    conversionActionId: 1,
    setting: 'counting_type',
    lastSeenOn: on,
    seenOn: addDays(on, 1),
    former: 'MANY_PER_CLICK',
    present: 'ONE_PER_CLICK',
  })
  return on
}

test('an action that counts once since then is left out likewise', async () => {
  const on = await savedWhileCountedOnce(22)
  const measured = (await judge(it, shop))!
  expect(measured.verdict).toBe('mejorado')
  expect(measured.money!.leftOut).toEqual([
    expect.stringContaining(
      `Entre el ${longDay(on)} y el ${longDay(addDays(on, 1))} «Compra» pasó de contar todas las conversiones de un clic a contar una: del `,
    ),
  ])
})

test('found after the weeks it is none of theirs', async () => {
  await savedWhileCountedOnce(38)
  await expectWholeLook()
})

test('a tag that another replaces in those weeks goes on counting: nothing is left out', async () => {
  const applied = await raisedBefore(it, shop, { clicks: 0.8, conversions: 1 })
  await addUpAccount()
  const on = addDays(applied, 15)
  await countAs(
    eachDay(addDays(applied, -28), addDays(applied, 40)).map((day) => ({
      actionId: day < on ? '1' : '2',
      day,
      conversionsMicros: 1_800 * MICROS,
      valueMicros: 0,
    })),
  )
  await it.ctx.db.update(conversionActions).set({ category: 'PURCHASE' })
  await expectWholeLook()
})

test('where conversions got another fixed amount in those weeks none of both is what they are worth', async () => {
  const applied = await raisedBefore(it, shop, { clicks: 0.8, conversions: 1 })
  const on = addDays(applied, 15)
  await it.ctx.db.execute(sql`
    update campaign_day set value_micros = conversions_micros * (case when day < ${on} then 10 else 50 end)
    where customer_id = ${CUSTOMER}`)
  await addUpAccount()
  await countAs(
    eachDay(addDays(applied, -28), addDays(applied, 40)).map((day) => ({
      actionId: '1',
      day,
      conversionsMicros: 1_800 * MICROS,
      valueMicros: 1_800 * MICROS * (day < on ? 10 : 50),
    })),
  )
  await judge(it, shop)
  const [row] = await it.ctx.db.select().from(recommendationApplications)
  const { money } = row!.measured as Measured
  expect(money).toMatchObject({ worthMicros: 30 * MICROS })
  expect(money!.worthText).toBe('la referencia con la que se aconsejó')
})

/** The days that cards are made of, and how many conversions a day the first campaign beside the shop's had in them. */
async function judgedOf(daysAfter: number) {
  const on = await savedWhileCartsBegan(daysAfter)
  const { window, campaigns } = (await loadSnapshot(it.ctx, CUSTOMER))!
  const { sums } = campaigns.find(({ id }) => id === String(OTHERS[0]))!
  const days = daysInRange(window.from, window.to)
  return { on, from: window.from, perDay: sums.conversionsMicros! / MICROS / days }
}

test('rates are judged by the days since another action counts too, once these are a month', async () => {
  const { on, from, perDay } = await judgedOf(-1)
  expect(from).toBe(on)
  expect(perDay).toBeCloseTo(144, -1)
})

test('where these are fewer they are judged by all days', async () => {
  const { on, from, perDay } = await judgedOf(22)
  expect(from < on).toBe(true)
  expect(perDay).toBeLessThan(120)
})

/** A first look without a verdict yet, of all days of both windows. */
async function expectWholeLook() {
  expect(await judge(it, shop)).toBeNull()
  expect((await shop.history())[0]!.looked).not.toBeNull()
  const [row] = await it.ctx.db.select().from(recommendationApplications)
  expect((row!.measured as Measured).money!.leftOut).toEqual([])
}
