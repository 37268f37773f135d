import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { lateDay } from '#account-data/late-days.ts'
import { loadLagCurve } from '#account-data/load-lag-curve.ts'
import { accountById } from '#account-data/owned-account.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { accountInventory } from '#platform/db/schema/entities.ts'
import { syncStates } from '#platform/db/schema/work.ts'
import { addDays, weekday } from '#shared/dates.ts'
import { adsApp } from '../../../tests/ads-app.ts'
import { ledgerWorld } from '../../../tests/ledger-world.ts'
import { syncAccount } from './actions/sync-account.ts'
import { findSyncState } from './actions/sync-state.ts'

const SHOP = '1000000001'
const TODAY = '2026-11-20'
const DAY_MS = 86_400_000
const ledger = ledgerWorld([{ customerId: SHOP, descriptiveName: 'Zapatería Ñandú' }], {
  'ana@gmail.test': [SHOP],
})
const it = adsApp(ledger.world, { GOOGLE_ADS_HISTORY_DAYS: '150' })
const noLease = { id: 'test', attempt: 1, isLast: false, keepLease: async () => {} }
/** On the day of the connection: read by the history, and with the newest days for the last time. */
const [OLD, YOUNG] = [addDays(TODAY, -45), addDays(TODAY, -29)]

let daysPassed = 0
const passDays = (days: number) => {
  it.clock.advance(days * DAY_MS)
  daysPassed += days
}
afterEach(() => passDays(-daysPassed))

function tell(conversions: number) {
  ledger.facts.set(
    'customer',
    Array.from({ length: 140 }, (_, back) => ({
      day: addDays(TODAY, -back),
      fields: {},
      measures: { impressions: 100, clicks: 50, costMicros: 1_000_000, conversions },
    })),
  )
}

async function connected(lookbackDays: number, primary = true) {
  const path = 'conversion_action.click_through_lookback_window_days'
  ledger.entities.set('conversion_action', [
    {
      'conversion_action.id': 5n,
      'conversion_action.name': 'Compra',
      'conversion_action.status': 'ENABLED',
      'conversion_action.primary_for_goal': primary,
      [path]: BigInt(lookbackDays),
    },
  ])
  tell(1)
  const ana = await it.signIn()
  await ana.connect('ana@gmail.test')
  const accounts = (await ana.ask('GET', '/api/google-accounts')).body as { id: string }[]
  await it.runJobs()
  return Number(accounts[0]?.id)
}

async function conversionsOf(customerId: number, ...days: string[]) {
  const { rows } = await it.ctx.db.execute<{ n: number }>(sql`
    select conversions_micros / 1000000 as n from account_day
    where customer_id = ${customerId} and day = any(${`{${days.join(',')}}`}::date[]) order by day`)
  return rows.map(({ n }) => Number(n))
}

async function readOnOf(customerId: number) {
  return (await findSyncState(it.ctx, customerId))?.lateDaysReadOn
}

async function operations() {
  const { rows } = await it.ctx.db.execute<{ n: number }>(
    sql`select coalesce(sum(operations), 0)::int as n from api_usage`,
  )
  return rows[0]?.n ?? 0
}

test('conversions that come after thirty days are read a week later, and again the week after', async () => {
  const customerId = await connected(90)
  tell(2)
  passDays(3)
  await syncAccount(it.ctx, customerId, noLease)
  expect(await conversionsOf(customerId, OLD, YOUNG)).toEqual([1, 1])
  passDays(4)
  await syncAccount(it.ctx, customerId, noLease)
  expect(await conversionsOf(customerId, OLD, YOUNG)).toEqual([2, 2])
  const before = await operations()
  await syncAccount(it.ctx, customerId, noLease, 'scheduled')
  const usual = (await operations()) - before
  tell(3)
  passDays(7)
  await syncAccount(it.ctx, customerId, noLease)
  expect(await conversionsOf(customerId, OLD, YOUNG)).toEqual([3, 3])
  expect(usual).toBeLessThan(26)
})

test.each([
  [30, true],
  [90, false],
])('a window of %i days (counted: %s) has none', async (lookbackDays, primary) => {
  const customerId = await connected(lookbackDays, primary)
  tell(2)
  passDays(8)
  await syncAccount(it.ctx, customerId, noLease)
  expect(await conversionsOf(customerId, OLD, YOUNG)).toEqual([1, 1])
})

test('without operations left they wait for the next sync, which is a success all the same', async () => {
  const customerId = await connected(90)
  tell(2)
  passDays(7)
  const short = { ...it.ctx, storage: { ...it.ctx.storage } }
  short.storage.maintain = async (tables) => {
    // After the newest days.
    if (tables.includes('keyword_kept')) it.google.faults.arm('quota_exhausted', 1, SHOP)
  }
  await syncAccount(short, customerId, noLease)
  expect(await conversionsOf(customerId, OLD, YOUNG)).toEqual([1, 1])
  it.google.faults.clear()
  passDays(1)
  await syncAccount(it.ctx, customerId, noLease)
  expect(await conversionsOf(customerId, OLD, YOUNG)).toEqual([2, 2])
})

test('what was never read again of a long past is on one of seven days', async () => {
  const customerId = await connected(90)
  tell(2)
  passDays(1)
  await it.ctx.db
    .update(adAccounts)
    .set({ createdAt: new Date(`${addDays(TODAY, -100)}T10:00:00Z`) })
    .where(eq(adAccounts.customerId, customerId))
  const readOn: number[] = []
  for (let passed = 1; passed <= 7; passed++) {
    const [before] = await conversionsOf(customerId, addDays(TODAY, -100))
    await syncAccount(it.ctx, customerId, noLease)
    const [after] = await conversionsOf(customerId, addDays(TODAY, -100))
    if (before !== after) readOn.push(weekday(addDays(TODAY, passed)))
    passDays(1)
  }
  expect(readOn).toEqual([customerId % 7])
})

test('a long past goes on where it was broken off', async () => {
  const customerId = await connected(90)
  tell(2)
  await it.ctx.db
    .update(adAccounts)
    .set({ createdAt: new Date(`${addDays(TODAY, -100)}T10:00:00Z`) })
    .where(eq(adAccounts.customerId, customerId))
  passDays((7 + (customerId % 7) - weekday(TODAY)) % 7)
  const today = addDays(TODAY, daysPassed)
  const short = { ...it.ctx, storage: { ...it.ctx.storage } }
  let windows = 0
  short.storage.maintain = async (tables) => {
    // The newest days, and three older windows.
    if (!tables.includes('account_day') || ++windows < 4) return
    it.google.faults.arm('quota_exhausted', 1, SHOP)
  }
  await syncAccount(short, customerId, noLease)
  it.google.faults.clear()
  const [old, newer] = [addDays(today, -125), addDays(today, -50)]
  expect(await conversionsOf(customerId, old, newer)).toEqual([2, 1])
  // As if a run of that day had read all that it could: what is left is told no more complete than it is.
  expect(await readOnOf(customerId)).toBe(addDays(today, -33))
  tell(3)
  passDays(1)
  await syncAccount(it.ctx, customerId, noLease)
  expect(await conversionsOf(customerId, old, newer)).toEqual([2, 3])
  expect(await readOnOf(customerId)).toBe(addDays(today, 1))
})

test('no day is told more complete than when it was read last', async () => {
  const customerId = await connected(90)
  await it.ctx.db
    .update(accountInventory)
    .set({ rows: [lag('LESS_THAN_ONE_DAY', 150), lag('SIXTY_TO_NINETY_DAYS', 50)] })
    .where(sql`customer_id = ${customerId} and part = 'conversionLags'`)
  const heldOn = async (age: number) => {
    const account = await accountById(it.ctx, customerId)
    return (await loadLagCurve(it.ctx, account!))?.[age]
  }
  expect(await heldOn(89)).toBe(1)
  passDays(6)
  expect([await heldOn(65), await heldOn(89), await heldOn(95)]).toEqual([
    expect.closeTo(0.75, 9),
    expect.closeTo(0.95, 9),
    1,
  ])
  expect(await lateDay(it.ctx, (await accountById(it.ctx, customerId))!)).toBe(
    addDays(TODAY, 6 + 1 - 89),
  )
  await it.ctx.db
    .update(syncStates)
    .set({ lateDaysReadOn: addDays(TODAY, 6) })
    .where(eq(syncStates.customerId, customerId))
  expect(await heldOn(89)).toBe(1)
})

const lag = (bucket: string, conversions: number) => ({
  bucket,
  conversionsMicros: conversions * 1_000_000,
})
