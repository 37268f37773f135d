import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { adAccounts, googleConnections } from '#platform/db/schema/access.ts'
import { syncStates } from '#platform/db/schema/work.ts'
import { GrantRevoked } from '#platform/google-ads/errors.ts'
import { noticingLostGrant } from '#platform/google-ads/lost-grant.ts'
import { ACCOUNT_QUERIES } from '#platform/google-ads/queries.ts'
import { GiveUp, runNextJob } from '#platform/jobs.ts'
import { addDays } from '#shared/dates.ts'
import { type AdsPerson, adsApp } from '../../../tests/ads-app.ts'
import { ledgerWorld } from '../../../tests/ledger-world.ts'
import { backfillAccount } from './actions/backfill-account.ts'
import { settleRun } from './actions/settle-run.ts'
import { openRun } from './actions/sync-run.ts'
import { setSyncState } from './actions/sync-state.ts'
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

/** A run that has something done to its account before it goes on: it says that it runs, and asks Google. */
async function goingOnAfter(meanwhile: (ana: AdsPerson) => Promise<unknown>) {
  const ana = await it.signIn()
  await ana.connect('ana@gmail.test')
  await it.runJobs()
  const accounts = (await ana.ask('GET', '/api/google-accounts')).body as { id: string }[]
  const customerId = Number(accounts[0]!.id)
  const run = (await openRun(it.ctx, customerId, noLease))!
  const done = settleRun(it.ctx, run, async () => {
    await meanwhile(ana)
    await setSyncState(it.ctx, customerId, { status: 'running', step: 'Palabras clave' })
    await run.safePoint()
    await run.ads.search(SHOP, ACCOUNT_QUERIES.self)
  })
  await expect(done).rejects.toThrow(GiveUp)
  return { ana, customerId }
}

test('a sync of another account meets the end of the grant first: this one does not run for ever', async () => {
  const { ana } = await goingOnAfter(async (ana) => {
    const { connection } = await stateOf(ana)
    it.google.revokeGrant('ana@gmail.test')
    await noticingLostGrant(it.ctx, connection!, () => Promise.reject(new GrantRevoked())).catch(
      () => {},
    )
  })
  expect(await stateOf(ana)).toMatchObject({ connected: false, sync: 'needs_reauth' })
})

test('a history whose account was disconnected meanwhile does not run for ever', async () => {
  const { customerId } = await goingOnAfter((ana) =>
    ana.ask('DELETE', `/api/google-accounts/${SHOP}`),
  )
  // As the end of a sync leaves it whose account went while the last days were read.
  await setSyncState(it.ctx, customerId, { status: 'running', step: 'Historial' })
  await backfillAccount(it.ctx, customerId, noLease)
  const [sync] = await it.ctx.db
    .select()
    .from(syncStates)
    .where(eq(syncStates.customerId, customerId))
  expect(sync).toMatchObject({ status: 'idle', step: null })
})

test('an account that is disconnected is read no further, though others use the grant', async () => {
  const { ana } = await goingOnAfter((ana) =>
    it.ctx.db
      .update(adAccounts)
      .set({ connected: false, disconnectedAt: it.clock.now() })
      .where(eq(adAccounts.userId, ana.caller.caller.userId)),
  )
  expect(await stateOf(ana)).toMatchObject({ connected: false, grant: 'active', sync: 'idle' })
})

const noLease = { id: 'test', attempt: 1, isLast: false, keepLease: async () => {} }
