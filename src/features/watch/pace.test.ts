import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import { reportShop } from '../../../tests/report-shop.ts'
import { adAccounts } from '../../platform/db/schema/access.ts'
import { accountInventory, campaigns } from '../../platform/db/schema/entities.ts'
import type { ReplyOf } from '../../shared/endpoint.ts'
import { watchAccount } from './actions/watch-account.ts'
import type { listAlerts } from './contract/alerts.ts'
import type { AccountPace, getPace } from './contract/pace.ts'

// A month's pace where days were not read or a campaign stands still, and a budget that is set anew.
const it = testApp()

/** 10 € a day in campaign 1 and 5 € in 2 up to 19 Nov 2026, read on the 20th unless `facts` say else. */
async function shopOfGoogle(facts: Partial<typeof adAccounts.$inferInsert> = {}) {
  const person = await it.signIn()
  const { customerId, accountId } = await reportShop(it, person, 'Zapatería')
  await it.ctx.db
    .update(adAccounts)
    .set({ source: 'google', lastSyncedAt: it.clock.now(), ...facts })
    .where(eq(adAccounts.customerId, customerId))
  const url = `/api/google-accounts/${accountId}/ritmo`
  const setBudget = async (campaignId: string | null, importe: number | null) => {
    const answer = await person.send('PUT', url, { campaignId, importe })
    expect(answer.status, answer.text).toBe(200)
    await it.runJobs()
  }
  const place = async (campaignId: string) => {
    const { body } = await person.get(url)
    return (body as ReplyOf<typeof getPace>).campaigns.find((one) => one.campaignId === campaignId)
  }
  const months = async () => (await person.get('/api/ritmo')).body as AccountPace[]
  const warnings = async () =>
    ((await person.get('/api/avisos')).body as ReplyOf<typeof listAlerts>).pace
  const account = async () => ((await person.get(url)).body as ReplyOf<typeof getPace>).account
  return { customerId, person, setBudget, place, account, months, warnings }
}

test('of days that were not read the month says how far it is known', async () => {
  const stale = await shopOfGoogle({ lastSyncedAt: new Date('2026-11-11T09:00:00Z') })
  const known = { spent: 150, forecast: null, knownTo: '2026-11-10' }
  expect(await stale.months()).toMatchObject([known])
  expect(await stale.place('1')).toMatchObject({ ...known, spent: 100 })
  const lastSyncedAt = new Date('2026-10-21T09:00:00Z')
  const long = await shopOfGoogle({ lastSyncedAt })
  expect(await long.months()).toMatchObject([{ spent: null, knownTo: '2026-10-20' }])
  const fresh = await shopOfGoogle()
  expect(await fresh.months()).toMatchObject([{ spent: 285, knownTo: null }])
})

test('a campaign that is off is not told to use up its budget, which can be taken away', async () => {
  const { customerId, setBudget, place, warnings } = await shopOfGoogle()
  await it.ctx.db
    .update(campaigns)
    .set({ status: 'PAUSED' })
    .where(and(eq(campaigns.customerId, customerId), eq(campaigns.campaignId, 1)))
  await setBudget('1', 200)
  expect(await warnings()).toEqual([])
  expect(await place('1')).toMatchObject({ budget: 200, forecast: { low: 190, high: 190 } })
  await setBudget('1', 100)
  expect(await warnings()).toMatchObject([{ title: expect.stringMatching(/^Se agotó el 10 nov/) }])
  await setBudget('1', null)
  expect(await place('1')).toBeUndefined()
})

test('the account goes on with what is on alone', async () => {
  const { customerId, setBudget, account, months, warnings } = await shopOfGoogle()
  await setBudget(null, 420)
  expect(await warnings(), '285 € by the 19th and 15 a day').toHaveLength(1)
  await it.ctx.db
    .update(campaigns)
    .set({ status: 'PAUSED' })
    .where(and(eq(campaigns.customerId, customerId), eq(campaigns.campaignId, 1)))
  await setBudget(null, 410)
  expect(await warnings()).toEqual([])
  const goesOn = { spent: 285, forecast: { mid: 340 }, runsOut: null }
  expect([await account(), ...(await months())]).toMatchObject([goesOn, goesOn])
})

test('what files do not tell the state of goes on', async () => {
  const { customerId, setBudget, account, place, months, warnings } = await shopOfGoogle({
    source: 'imported',
  })
  for (const [campaignId, status] of [
    [1, 'UNKNOWN'],
    [2, 'UNSPECIFIED'],
  ] as const)
    await it.ctx.db
      .update(campaigns)
      .set({ status })
      .where(and(eq(campaigns.customerId, customerId), eq(campaigns.campaignId, campaignId)))
  await setBudget(null, 420)
  expect(await warnings()).toHaveLength(1)
  const goesOn = { spent: 285, forecast: { mid: 450 } }
  expect([await account(), ...(await months())]).toMatchObject([goesOn, goesOn])
  expect(await place('1')).toMatchObject({ spent: 190, forecast: { mid: 300 } })
  expect(await place('2')).toMatchObject({ spent: 95, forecast: { mid: 150 } })
})

test('one that ended on its last day is told neither to spend on nor to have stopped', async () => {
  const { customerId, person, setBudget, place } = await shopOfGoogle()
  const own = and(eq(campaigns.customerId, customerId), eq(campaigns.campaignId, 1))
  await it.ctx.db.execute(sql`
    delete from campaign_day where customer_id = ${customerId} and campaign_id = 1 and day > '2026-11-15'`)
  await it.ctx.db.execute(sql`
    update account_day set cost_micros = 5000000, conversions_micros = 500000, impressions = 500, clicks = 25
    where customer_id = ${customerId} and day > '2026-11-15'`)
  const told = async () => {
    await watchAccount(it.ctx, customerId)
    return ((await person.get('/api/avisos')).body as ReplyOf<typeof listAlerts>).alerts
  }
  expect((await told()).map(({ title }) => title)).toContainEqual(expect.stringMatching(/^Gasto −/))
  await it.ctx.db.update(campaigns).set({ primaryStatus: 'ENDED' }).where(own)
  await it.ctx.db.insert(accountInventory).values({
    ...{ customerId, part: 'campaignSettings', fetchedAt: it.clock.now() },
    rows: [{ campaignId: '1', endsOn: '2026-11-15' }],
  })
  const alerts = await told()
  expect(alerts.filter(({ campaignId }) => campaignId === '1')).toEqual([])
  for (const { cause } of alerts) expect(cause).toContain(', que terminó el 15 nov')
  expect(await place('1')).toBeUndefined()
  await setBudget('1', 200)
  expect(await place('1')).toMatchObject({ spent: 150, forecast: { low: 150, high: 150 } })
})

test('what stood still for a week is not forecast to go on', async () => {
  const { customerId, setBudget, place, warnings } = await shopOfGoogle()
  await it.ctx.db.execute(sql`
    delete from campaign_day where customer_id = ${customerId} and campaign_id = 2 and day > '2026-11-12'`)
  await setBudget('2', 80)
  expect(await place('2')).toMatchObject({ spent: 60, forecast: { mid: 60 }, runsOut: null })
  expect(await warnings()).toEqual([])
})

test('another budget is told of, though the one before was put away; the same one is not', async () => {
  const { person, setBudget, warnings } = await shopOfGoogle()
  const putAway = async () => {
    const ids = (await warnings()).map(({ id }) => id)
    expect(ids).toHaveLength(1)
    await person.send('PUT', '/api/avisos/vistos', { ids, visto: true })
    expect(await warnings()).toEqual([])
  }
  await setBudget(null, 350)
  await putAway()
  await setBudget(null, 350)
  expect(await warnings()).toEqual([])
  await setBudget(null, 1_000)
  expect(await warnings()).toEqual([])
  await setBudget(null, 400)
  await putAway()
})

test('a budget of less than a cent is refused, as it would be kept as none', async () => {
  const shop = await shopOfGoogle()
  await expect(shop.setBudget(null, 0.0000001)).rejects.toThrow('mayor que cero')
})
