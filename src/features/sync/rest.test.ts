import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startScheduler } from '#server/scheduler.ts'
import { type AdsPerson, adsApp } from '../../../tests/ads-app.ts'
import { ledgerWorld } from '../../../tests/ledger-world.ts'
import { enqueueDueSyncs, wakeAccounts } from './actions/enqueue-due-syncs.ts'
import { getSyncProgress } from './queries/sync-progress.ts'

const SHOP = '1000000001'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const { world } = ledgerWorld([{ customerId: SHOP, descriptiveName: 'Zapatería Ñandú' }], {
  'ana@gmail.test': [SHOP],
})
const it = adsApp(world, { GOOGLE_ADS_HISTORY_DAYS: '30' })
let ana: AdsPerson
let customerId: number
let lastCame: Date

const come = () => ana.ask('GET', '/api/google-accounts')
const restingSince = async () => (await getSyncProgress(it.ctx, customerId)).restingSince

async function waiting(): Promise<{ lane: number }[]> {
  const { rows } = await it.ctx.db.execute<{ lane: number }>(
    sql`select lane from jobs where kind = 'sync-account' and status = 'waiting'`,
  )
  return rows
}

/** Time goes by, and the minute's tick comes: whether the account is to be read. */
async function isDueAfter(ms: number): Promise<boolean> {
  it.clock.advance(ms)
  await enqueueDueSyncs(it.ctx)
  return (await waiting()).length > 0
}

/** Ana's account, read for the first time; she looks at it an hour later, and is not seen for twenty days. */
beforeAll(async () => {
  ana = await it.signIn()
  await ana.connect('ana@gmail.test')
  await it.runJobs()
  const accounts = (await come()).body as { id: string }[]
  customerId = Number(accounts[0]?.id)
  it.clock.advance(HOUR_MS)
  lastCame = it.clock.now()
  await come()
})

afterEach(async () => {
  await it.runJobs()
})

test('while somebody has come lately it is read every six hours', async () => {
  expect(await isDueAfter(5 * HOUR_MS - 60_000)).toBe(false)
  expect(await isDueAfter(HOUR_MS)).toBe(true)
  await it.runJobs()
  expect(await isDueAfter(12 * DAY_MS)).toBe(true)
  await it.runJobs()
  expect(await isDueAfter(7 * HOUR_MS)).toBe(true)
  expect(await restingSince()).toBeNull()
})

test('two weeks later once a day, and says since when', async () => {
  it.clock.advance(8 * DAY_MS)
  await enqueueDueSyncs(it.ctx)
  await it.runJobs()
  expect(await isDueAfter(7 * HOUR_MS)).toBe(false)
  expect(await isDueAfter(16 * HOUR_MS)).toBe(false)
  const since = new Date((await restingSince()) ?? 0)
  expect(Math.abs(since.getTime() - lastCame.getTime())).toBeLessThan(60_000)
  expect(await isDueAfter(2 * HOUR_MS)).toBe(true)
})

const person = () => ana.caller.caller.userId
const applied = (measured: SQL) => sql`
  insert into recommendation_applications (customer_id, id, recommendation_id, rule, state, state_since, applied_by, applied_at,
    body, assumed, problems, measure_after, measured)
  values (${customerId}, ${randomUUID()}, ${randomUUID()}, 'x', 'applied', ${it.clock.now().toISOString()}, ${person()},
    ${it.clock.now().toISOString()}, '{}', '{}', '[]', '2027-06-01', ${measured})`

describe('what needs days keeps it awake', () => {
  const KEEPS: Record<string, () => SQL> = {
    "'Hoy' by mail": () =>
      sql`insert into morning_mails (user_id, told_at) values (${person()}, ${it.clock.now().toISOString()})`,
    'a webhook': () =>
      sql`insert into webhooks (user_id, id, url_sealed, host, topics, created_at)
        values (${person()}, ${randomUUID()}, '', 'x.es', '[]', ${it.clock.now().toISOString()})`,
    'a report every week': () =>
      sql`insert into report_schedules (user_id, id, name, accounts, frequency, compare, to_self, recipients, next_run_at, created_at)
        values (${person()}, ${randomUUID()}, '', '[]', 'weekly', 'none', true, '[]', '2027-06-01', ${it.clock.now().toISOString()})`,
    'a change whose effect is being measured': () => applied(sql`null`),
    'a verdict that is looked at again': () =>
      applied(sql`'{"looks": {"next": {"on": "2027-01-01"}}}'`),
  }
  afterEach(async () => {
    for (const table of [
      'morning_mails',
      'webhooks',
      'report_schedules',
      'recommendation_applications',
    ])
      await it.ctx.db.execute(sql`delete from ${sql.identifier(table)}`)
  })

  test.each(Object.keys(KEEPS))('%s', async (name) => {
    expect(await isDueAfter(7 * HOUR_MS)).toBe(false)
    await it.ctx.db.execute(KEEPS[name]!())
    expect(await isDueAfter(0)).toBe(true)
    await it.runJobs()
    expect(await restingSince()).toBeNull()
  })

  test('but not a change that was judged', async () => {
    await it.ctx.db.execute(applied(sql`'{"looks": {}}'`))
    expect(await isDueAfter(7 * HOUR_MS)).toBe(false)
  })
})

test('a sync that waits its turn in the night comes forward when somebody comes', async () => {
  await it.ctx.db.execute(
    sql`update sessions set expires_at = '2027-06-01', ends_at = '2027-06-01'`,
  )
  expect(await isDueAfter(25 * HOUR_MS)).toBe(true)
  expect(await waiting()).toEqual([{ lane: 2 }])
  await wakeAccounts(it.ctx, person())
  expect(await waiting()).toEqual([{ lane: 1 }])
})

test('as soon as somebody comes it is read, before what only time asks for', async () => {
  // Its first tick deletes sessions that have ended.
  await it.ctx.db.execute(
    sql`update sessions set expires_at = '2027-06-01', ends_at = '2027-06-01'`,
  )
  const scheduler = startScheduler(it.ctx)
  try {
    it.clock.advance(7 * HOUR_MS)
    expect(await restingSince()).not.toBeNull()
    expect(await waiting()).toEqual([])
    expect((await come()).status).toBe(200)
    while ((await waiting()).length === 0) await sleep(20)
    expect(await waiting()).toEqual([{ lane: 1 }])
  } finally {
    await scheduler.stop()
  }
  await it.runJobs()
  expect(await restingSince()).toBeNull()
  expect(await isDueAfter(7 * HOUR_MS)).toBe(true)
})
