import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../../tests/harness.ts'
import { CUSTOMER, openShop } from '../../tests/recommendation-shop.ts'
import { addDays } from '../shared/dates.ts'
import { readEffectEvidence } from './effect-evidence.ts'

// Windows like those of a measurement before it: a week long here, a week apart.
const it = testApp()
const [CHANGED, OTHER] = [11, 12]
const FROM = '2026-07-01'
const day = (n: number) => addDays(FROM, n)
const windows = {
  before: { from: day(40), to: day(46) },
  after: { from: day(54), to: day(60) },
}
const place = { adGroupId: null, campaignIds: [String(CHANGED)] }

beforeAll(async () => {
  const shop = await openShop(it)
  await shop.reset()
  await it.ctx.db.execute(sql`delete from campaigns where customer_id = ${CUSTOMER}`)
  for (const id of [CHANGED, OTHER]) {
    await it.ctx.db.execute(sql`
      insert into campaigns (customer_id, campaign_id, name, status, channel_type, budget_id)
      values (${CUSTOMER}, ${id}, ${`Campaña ${id}`}, 'ENABLED', 'SEARCH', ${900 + id})`)
    for (let n = 0; n < 61; n++)
      await it.ctx.db.execute(sql`
        insert into campaign_day (customer_id, campaign_id, day, impressions, clicks, cost_micros, conversions_micros,
          value_micros, eligible_impressions, lost_budget_impressions, lost_rank_impressions)
        values (${CUSTOMER}, ${id}, ${day(n)}, 100, ${n}, 5000000, 1000000, 0, 100, 0, 0)`)
  }
})

async function read(dataFrom: string | null) {
  const account = { fileFacts: null, customerId: CUSTOMER, currencyCode: 'EUR', dataFrom }
  const { changed, untouched } = await readEffectEvidence(it.ctx, account, {
    ...{ place, windows },
    ownResources: [],
  })
  const clicks = (one: typeof changed) =>
    one.earlier!.map((pair) => pair && [pair.before.clicks, pair.after.clicks])
  return { changed: clicks(changed), other: clicks(untouched[0]!) }
}

/** Clicks are as many as the days since the first. */
const weekFrom = (n: number) => 7 * n + 21
const LATEST = [weekFrom(26), weekFrom(40)]
const FURTHER = [weekFrom(12), weekFrom(26)]

test('as many as the account’s days cover whole', async () => {
  expect(await read(FROM)).toEqual({ changed: [LATEST, FURTHER], other: [LATEST, FURTHER] })
  expect(await read(day(13))).toEqual({ changed: [LATEST], other: [LATEST] })
  expect(await read(null)).toEqual({ changed: [], other: [] })
})

test('what each of several that were changed cost in the weeks before', async () => {
  const account = { fileFacts: null, customerId: CUSTOMER, currencyCode: 'EUR', dataFrom: null }
  const both = { adGroupId: null, campaignIds: [CHANGED, OTHER].map(String) }
  const asked = { place: both, windows, ownResources: [] }
  const { changed } = await readEffectEvidence(it.ctx, account, asked)
  expect(changed.parts).toEqual([35_000_000, 35_000_000])
})

test('none in which one was changed', async () => {
  const edit = (id: number, kind: string, on: string) =>
    it.ctx.db.execute(sql`
      insert into change_events (customer_id, event_id, at, user_email, client_type, resource_type, resource_name,
        operation, changed_fields, old_resource, new_resource, campaign_id)
      values (${CUSTOMER}, ${`${id}`}, ${`${on} 10:00:00`}, 'ana@agencia.test', 'GOOGLE_ADS_WEB_CLIENT',
        ${kind}, ${`customers/1/some/${id}`}, 'CREATE', '[]', '{}', '{}', ${id})`)
  await edit(OTHER, 'CAMPAIGN', day(20))
  await edit(CHANGED, 'CAMPAIGN_CRITERION', day(35))
  expect(await read(FROM)).toEqual({ changed: [null, FURTHER], other: [LATEST, null] })
})

test('nor in which its budget was, though Google does not say which campaign spends it', async () => {
  await it.ctx.db.execute(sql`delete from change_events where customer_id = ${CUSTOMER}`)
  await it.ctx.db.execute(sql`
    insert into change_events (customer_id, event_id, at, user_email, client_type, resource_type, resource_name,
      operation, changed_fields, old_resource, new_resource, campaign_id)
    values (${CUSTOMER}, 'budget', ${`${day(20)} 10:00:00`}, 'ana@agencia.test', 'GOOGLE_ADS_WEB_CLIENT', 'CAMPAIGN_BUDGET',
      ${`customers/1/campaignBudgets/${900 + OTHER}`}, 'UPDATE', '["amount_micros"]',
      '{"campaignBudget":{"amountMicros":"10000000"}}', '{"campaignBudget":{"amountMicros":"20000000"}}', null)`)
  expect(await read(FROM)).toEqual({ changed: [LATEST, FURTHER], other: [LATEST, null] })
})

test('of one without any day in a window there are none, and its own rate counts no further back', async () => {
  await it.ctx.db.execute(sql`delete from change_events where customer_id = ${CUSTOMER}`)
  await it.ctx.db.execute(sql`
    delete from campaign_day where customer_id = ${CUSTOMER} and campaign_id = ${CHANGED} and day < ${day(33)}`)
  expect(await read(FROM)).toEqual({ changed: [null, null], other: [LATEST, FURTHER] })
})
