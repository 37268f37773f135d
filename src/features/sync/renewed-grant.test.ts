import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { googleConnections } from '#platform/db/schema/access.ts'
import { syncStates } from '#platform/db/schema/work.ts'
import { GrantRevoked } from '#platform/google-ads/errors.ts'
import { noticingLostGrant } from '#platform/google-ads/lost-grant.ts'
import { runNextJob } from '#platform/jobs.ts'
import { addDays } from '#shared/dates.ts'
import { type AdsPerson, adsApp } from '../../../tests/ads-app.ts'
import { ledgerWorld } from '../../../tests/ledger-world.ts'
import { syncJobs } from './jobs.ts'

const SHOP = '1000000001'
const ledger = ledgerWorld([{ customerId: SHOP, descriptiveName: 'Zapatería Ñandú' }], {
  'ana@gmail.test': [SHOP],
})
const it = adsApp(ledger.world, { GOOGLE_ADS_HISTORY_DAYS: '60' })
ledger.facts.set(
  'customer',
  Array.from({ length: 60 }, (_, back) => ({
    day: addDays('2026-11-20', -back),
    fields: {},
    measures: { impressions: 100 + back, clicks: 5, costMicros: 1_000_000 },
  })),
)

/** Begins the first sync, and does something once it has read some days. */
async function syncDuring(meanwhile: (ana: AdsPerson) => Promise<unknown>) {
  const ana = await it.signIn()
  await ana.connect('ana@gmail.test')
  const late = { ...it.ctx, storage: { ...it.ctx.storage } }
  let isDone = false
  late.storage.maintain = async (tables) => {
    if (isDone || !tables.includes('account_day')) return
    isDone = true
    it.google.revokeGrant('ana@gmail.test')
    await meanwhile(ana)
  }
  await runNextJob(late, syncJobs)
  expect(isDone).toBe(true)
  return ana
}

async function stateOf(ana: AdsPerson) {
  const [account] = (await ana.ask('GET', '/api/google-accounts')).body as {
    id: string
    connected: boolean
  }[]
  const { userId } = ana.caller.caller
  const [connection] = await it.ctx.db
    .select()
    .from(googleConnections)
    .where(eq(googleConnections.userId, userId))
  const [sync] = await it.ctx.db
    .select()
    .from(syncStates)
    .where(eq(syncStates.customerId, Number(account!.id)))
  return {
    connected: account!.connected,
    grant: connection!.status,
    sync: sync!.status,
    connection,
  }
}

test('a grant that is renewed while a sync runs stays, and the sync goes on with it', async () => {
  const ana = await syncDuring((ana) => ana.connect('ana@gmail.test'))
  expect(await stateOf(ana)).toMatchObject({ connected: true, grant: 'active' })
  await it.runJobs()
  expect(await stateOf(ana)).toMatchObject({ connected: true, grant: 'active', sync: 'idle' })
})

test('a sync that meets the end of a grant its owner gave back leaves the account as it was left', async () => {
  const ana = await syncDuring((ana) => ana.ask('DELETE', `/api/google-accounts/${SHOP}`))
  expect(await stateOf(ana)).toMatchObject({ connected: false, grant: 'revoked', sync: 'idle' })
})

test('a call with the grant from before closes nothing of the renewed one', async () => {
  const ana = await it.signIn()
  await ana.connect('ana@gmail.test')
  const { connection: before } = await stateOf(ana)
  await ana.connect('ana@gmail.test')
  const lose = (connection: typeof before) =>
    noticingLostGrant(it.ctx, connection!, () => Promise.reject(new GrantRevoked()))
  await expect(lose(before)).rejects.toThrow(GrantRevoked)
  const renewed = await stateOf(ana)
  expect(renewed).toMatchObject({ connected: true, grant: 'active' })
  await expect(lose(renewed.connection)).rejects.toThrow(GrantRevoked)
  expect(await stateOf(ana)).toMatchObject({
    connected: false,
    grant: 'needs_reauth',
    sync: 'needs_reauth',
  })
})
