import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { adAccounts } from '#platform/db/schema/access.ts'
import { syncStates } from '#platform/db/schema/work.ts'
import { type AdsPerson, adsApp } from '../../../tests/ads-app.ts'
import { ledgerWorld } from '../../../tests/ledger-world.ts'
import { enqueueDueSyncs } from './actions/enqueue-due-syncs.ts'
import { findSyncState } from './actions/sync-state.ts'

// Google answers none of the accounts, or all but one, for longer than the tries of a run last.
const [SHOP, BAKERY] = ['1000000001', '1000000002']
const ledger = ledgerWorld(
  [
    { customerId: SHOP, descriptiveName: 'Zapatería Ñandú' },
    { customerId: BAKERY, descriptiveName: 'Panadería' },
  ],
  { 'ana@gmail.test': [SHOP], 'berta@gmail.test': [BAKERY] },
)
const it = adsApp(ledger.world, { GOOGLE_ADS_HISTORY_DAYS: '30' })
const MINUTE_MS = 60_000
let [shop, bakery] = [0, 0]
let people: AdsPerson[] = []

beforeEach(async () => {
  await it.ctx.db.execute(sql`delete from jobs`)
  people = [await it.signIn(), await it.signIn()]
  await people[0]!.connect('ana@gmail.test')
  await people[1]!.connect('berta@gmail.test')
  const { rows } = await it.ctx.db.execute<{ id: string }>(
    sql`select customer_id as id from ad_accounts where connected order by google_customer_id`,
  )
  ;[shop, bakery] = rows.map(({ id }) => Number(id)) as [number, number]
  await it.runJobs()
  it.clock.advance(7 * 60 * MINUTE_MS)
})
afterEach(async () => {
  it.google.faults.clear()
  // Those of one test are none of the next one's.
  await it.ctx.db.execute(sql`update ad_accounts set connected = false`)
})

/** So many minutes, in steps, with all done that is due. */
async function pass(minutes: number, step = 1) {
  for (let passed = 0; passed < minutes; passed += step) {
    it.clock.advance(step * MINUTE_MS)
    await enqueueDueSyncs(it.ctx)
    await it.runJobs()
  }
}
const breaks = (account = '') => it.google.faults.arm('truncated_stream', 1_000, account)
const state = async (customerId: number) => (await findSyncState(it.ctx, customerId))!
const restMinutes = async (customerId: number) => {
  const { nextTryAt, updatedAt } = await state(customerId)
  return Math.round((nextTryAt!.getTime() - updatedAt.getTime()) / MINUTE_MS)
}

test('after an outage all accounts are read again with the first that Google answers', async () => {
  breaks()
  await pass(100, 5)
  expect(await state(shop)).toMatchObject({
    status: 'failed',
    problem: expect.stringContaining('en cuanto responda'),
  })
  // Grown by now, and never more than an hour.
  for (const one of [shop, bakery]) {
    expect(await restMinutes(one)).toBeGreaterThan(25)
    expect(await restMinutes(one)).toBeLessThanOrEqual(60)
  }
  it.google.faults.clear()
  const due = new Date(it.clock.now().getTime() + 50 * MINUTE_MS)
  for (const one of [shop, bakery])
    await it.ctx.db
      .update(syncStates)
      .set({ nextTryAt: one === shop ? it.clock.now() : due })
      .where(eq(syncStates.customerId, one))
  await pass(2)
  for (const one of [shop, bakery])
    expect(await state(one)).toMatchObject({ status: 'idle', failingSince: null })
})

test('a run that is given up rests a quarter of an hour first, and asks only once after it', async () => {
  breaks()
  await pass(15)
  expect(await restMinutes(shop)).toBe(15)
  const left = () => it.google.faults.armed()[0]!.times
  const before = left()
  await pass(20, 5)
  // A call of each of two runs of each account, where a run of eight tries makes as many.
  expect(before - left()).toBeGreaterThan(0)
  expect(before - left()).toBeLessThanOrEqual(4)
})

test('what failed once the newest days were read is tried again after its rest, not with the next sync', async () => {
  await pass(1)
  const ofShop = eq(adAccounts.customerId, shop)
  const [account] = await it.ctx.db.select().from(adAccounts).where(ofShop)
  const age = it.clock.now().getTime() - account!.lastSyncedAt!.getTime()
  expect(age).toBeLessThan(5 * MINUTE_MS)
  const now = it.clock.now()
  const nextTryAt = new Date(now.getTime() + 15 * MINUTE_MS)
  await it.ctx.db
    .update(syncStates)
    .set({ status: 'failed', step: null, problem: 'Google Ads no responde.', nextTryAt })
    .where(eq(syncStates.customerId, shop))
  await pass(10, 5)
  expect((await state(shop)).status).toBe('failed')
  await pass(10, 5)
  expect(await state(shop)).toMatchObject({ status: 'idle', problem: null })
})

test('who asks for a sync, or connects anew, gets all tries again', async () => {
  breaks()
  await pass(40, 5)
  expect((await state(shop)).failingSince).not.toBeNull()
  const [ana] = people
  expect((await ana!.ask('POST', `/api/google-accounts/${SHOP}/sync`)).status).toBe(200)
  await it.runJobs()
  expect(await restMinutes(shop)).toBe(0)
  const { status, failingSince } = await state(shop)
  expect(status).toBe('failed')
  expect(it.clock.now().getTime() - failingSince!.getTime()).toBeLessThan(5 * MINUTE_MS)
})

test('one account that Google does not answer wakes by its own rest alone', async () => {
  breaks(SHOP)
  await pass(2)
  await it.ctx.db
    .update(adAccounts)
    .set({ lastSyncedAt: null })
    .where(eq(adAccounts.customerId, bakery))
  await pass(60, 5)
  expect(await state(bakery)).toMatchObject({ status: 'idle' })
  expect((await state(shop)).problem).toBe('Google Ads no responde. Se vuelve a intentar solo.')
  const nextTryAt = new Date(it.clock.now().getTime() + 50 * MINUTE_MS)
  await it.ctx.db.update(syncStates).set({ nextTryAt }).where(eq(syncStates.customerId, shop))
  await pass(2)
  expect((await state(shop)).nextTryAt).toEqual(nextTryAt)
})

test('an import shows nothing of whether Google answers', async () => {
  breaks()
  await pass(100, 5)
  const ofShop = eq(adAccounts.customerId, shop)
  const [account] = await it.ctx.db.select().from(adAccounts).where(ofShop)
  const nextTryAt = new Date(it.clock.now().getTime() + 50 * MINUTE_MS)
  await it.ctx.db.update(syncStates).set({ nextTryAt })
  it.clock.advance(MINUTE_MS)
  const imported = { source: 'imported', connectionId: null, lastSyncedAt: it.clock.now() } as const
  await it.ctx.db
    .insert(adAccounts)
    .values({ ...account!, ...imported, customerId: shop + 1, googleCustomerId: '2000000001' })
  await pass(2)
  expect((await state(shop)).nextTryAt).toEqual(nextTryAt)
  expect((await state(shop)).problem).toContain('en cuanto responda')
  await it.ctx.db.delete(adAccounts).where(eq(adAccounts.customerId, shop + 1))
})
