import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { runNextJob } from '#platform/jobs.ts'
import { addDays } from '#shared/dates.ts'
import { adsApp } from '../../../tests/ads-app.ts'
import { ledgerWorld } from '../../../tests/ledger-world.ts'
import { syncJobs } from './jobs.ts'

const SHOP = '1000000001'
const ledger = ledgerWorld([{ customerId: SHOP, descriptiveName: 'Zapatería Ñandú' }], {
  'ana@gmail.test': [SHOP],
})
const it = adsApp(ledger.world, { GOOGLE_ADS_HISTORY_DAYS: '30' })
ledger.facts.set(
  'customer',
  Array.from({ length: 30 }, (_, back) => ({
    day: addDays('2026-11-20', -back),
    fields: {},
    measures: { impressions: 100 + back, clicks: 5, costMicros: 1_000_000 },
  })),
)

test('a sync that another worker has taken over closes no window and says nothing of where it stands', async () => {
  const ana = await it.signIn()
  await ana.connect('ana@gmail.test')
  const [account] = (await ana.ask('GET', '/api/google-accounts')).body as { id: string }[]
  const customerId = Number(account!.id)
  const late = { ...it.ctx, storage: { ...it.ctx.storage } }
  late.storage.maintain = async (tables) => {
    if (tables.includes('account_day'))
      await it.ctx.db.execute(
        sql`update jobs set lease_token = gen_random_uuid() where status = 'running'`,
      )
  }
  await runNextJob(late, syncJobs)
  const state = () =>
    it.ctx.db.execute(sql`
      select status, recent_ready, last_synced_at is null as is_open
      from sync_states join ad_accounts using (customer_id) where customer_id = ${customerId}`)
  expect((await state()).rows).toEqual([{ status: 'running', recent_ready: 0, is_open: true }])
  await it.ctx.db.execute(sql`update jobs set status = 'waiting' where status = 'running'`)
  await it.runJobs()
  expect((await state()).rows).toEqual([{ status: 'idle', recent_ready: 1, is_open: false }])
})
