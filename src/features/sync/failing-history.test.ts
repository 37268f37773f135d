import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { adAccounts } from '#platform/db/schema/access.ts'
import { runDueJobs } from '#platform/jobs.ts'
import { adsApp } from '../../../tests/ads-app.ts'
import { ledgerWorld } from '../../../tests/ledger-world.ts'
import { enqueueDueSyncs } from './actions/enqueue-due-syncs.ts'
import { findSyncState } from './actions/sync-state.ts'
import { syncAccount } from './contract.ts'
import { syncJobs } from './jobs.ts'

// Google gives the newest days of an account, and of the older ones nothing.
const SHOP = '1000000001'
const ledger = ledgerWorld([{ customerId: SHOP, descriptiveName: 'Zapatería Ñandú' }], {
  'ana@gmail.test': [SHOP],
})
const it = adsApp(ledger.world, { GOOGLE_ADS_HISTORY_DAYS: '90' })
const MINUTE_MS = 60_000
const ofNewest = syncJobs.filter(({ kind }) => kind.name === syncAccount.name)
const ofHistory = syncJobs.filter(({ kind }) => kind.name !== syncAccount.name)

const account = async () =>
  (await it.ctx.db.select().from(adAccounts).where(eq(adAccounts.googleCustomerId, SHOP)))[0]!
const state = async () => (await findSyncState(it.ctx, (await account()).customerId))!

/** Hours in steps of ten minutes; how many times the newest days were read. */
async function readsIn(hours: number, { isHistoryBroken }: { isHistoryBroken: boolean }) {
  const reads = new Set<number>()
  for (let step = 0; step < hours * 6; step++) {
    it.clock.advance(10 * MINUTE_MS)
    await enqueueDueSyncs(it.ctx)
    await runDueJobs(it.ctx, ofNewest)
    reads.add((await account()).lastSyncedAt!.getTime())
    if (isHistoryBroken) it.google.faults.arm('truncated_stream', 100)
    await runDueJobs(it.ctx, ofHistory)
    it.google.faults.clear()
  }
  return reads.size
}

test('history that goes on failing rests longer and longer, though the newest days are read again each time', async () => {
  const ana = await it.signIn()
  await ana.connect('ana@gmail.test')
  // Each rest had been as short as the first.
  expect(await readsIn(9, { isHistoryBroken: true })).toBeLessThanOrEqual(3)
  const { status, problem, failingSince, updatedAt } = await state()
  expect({ status, problem }).toEqual({
    status: 'failed',
    problem: 'Google Ads no responde. Se vuelve a intentar solo.',
  })
  // Long enough to be told of.
  expect(updatedAt.getTime() - failingSince!.getTime()).toBeGreaterThan(60 * MINUTE_MS)
  await readsIn(7, { isHistoryBroken: false })
  expect(await state()).toMatchObject({ status: 'idle', problem: null, failingSince: null })
})
