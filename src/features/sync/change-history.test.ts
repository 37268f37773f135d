import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readMissedChanges } from '#account-data/missed-changes.ts'
import { loadSnapshot } from '#account-data/snapshot/load-snapshot.ts'
import { analyseAccount } from '#engine/analyse-account.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { accountChanges } from '#platform/db/schema/changes.ts'
import { campaigns } from '#platform/db/schema/entities.ts'
import { addDays, dayInZone } from '#shared/dates.ts'
import { adsApp } from '../../../tests/ads-app.ts'
import { ledgerWorld } from '../../../tests/ledger-world.ts'
import { pullChangeEvents } from './actions/pull-change-events.ts'
import { syncAccount } from './actions/sync-account.ts'
import { openRun } from './actions/sync-run.ts'

const SHOP = '1000000001'
const ledger = ledgerWorld([{ customerId: SHOP, descriptiveName: 'Zapatería Ñandú' }], {
  'ana@gmail.test': [SHOP],
})
ledger.entities.set('campaign', [
  {
    'campaign.resource_name': `customers/${SHOP}/campaigns/11`,
    'campaign.id': 11n,
    'campaign.name': 'Marca blanca',
    'campaign.status': 'ENABLED',
    'campaign.advertising_channel_type': 'SEARCH',
    'campaign.bidding_strategy_type': 'MAXIMIZE_CONVERSIONS',
    'campaign.campaign_budget': `customers/${SHOP}/campaignBudgets/91`,
    'campaign_budget.id': 91n,
    'campaign_budget.amount_micros': 10_000_000n,
  },
])
ledger.facts.set('campaign', [
  {
    day: '2026-11-19',
    fields: { 'campaign.id': 11n },
    measures: { impressions: 100, clicks: 10, costMicros: 5_000_000 },
  },
])
const it = adsApp(ledger.world, { GOOGLE_ADS_HISTORY_DAYS: '30' })

test('a history of changes that Google goes on refusing holds nothing up, and is unknown instead of empty', async () => {
  const ana = await it.signIn()
  await ana.connect('ana@gmail.test')
  const accounts = (await ana.ask('GET', '/api/google-accounts')).body as { id: string }[]
  const customerId = Number(accounts[0]?.id)
  await it.runJobs()
  const pull = async (attempt: number) => {
    const run = await openRun(it.ctx, customerId, {
      id: 'test',
      attempt,
      isLast: false,
      keepLease: async () => {},
    })
    await pullChangeEvents(it.ctx, run!)
  }
  const told = async () => {
    const snapshot = (await loadSnapshot(it.ctx, customerId))!
    const { silenced } = analyseAccount(snapshot)
    return {
      changes: snapshot.inventory?.changes,
      reason: silenced.find(({ rule }) => rule === 'too-many-changes')?.reason,
    }
  }
  expect(await told()).toMatchObject({ changes: [], reason: expect.stringContaining('no hay') })
  it.google.faults.arm('truncated_stream', 1, SHOP)
  await expect(pull(1)).rejects.toThrow()
  expect((await told()).changes).toEqual([])
  it.google.faults.arm('truncated_stream', 1, SHOP)
  await pull(3)
  const unknown = await told()
  expect(unknown.changes).toBeUndefined()
  expect(unknown.reason).toContain('No sabemos qué cambió nadie')
  await pull(1)
  expect((await told()).changes).toEqual([])
})

test('what is changed from here while a sync runs is read once more before it ends', async () => {
  const ana = await it.signIn()
  await ana.connect('ana@gmail.test')
  const accounts = (await ana.ask('GET', '/api/google-accounts')).body as { id: string }[]
  const customerId = Number(accounts[0]?.id)
  await it.runJobs()
  const campaign = ledger.entities.get('campaign')![0]!
  // Google is asked for the figures once the structure has been read: then the campaign is paused.
  const fact = ledger.facts.get('campaign')![0]!
  ledger.facts.set('campaign', [
    {
      ...fact,
      get measures() {
        campaign['campaign.status'] = 'PAUSED'
        return fact.measures
      },
    },
  ])
  await it.ctx.db.insert(accountChanges).values({
    customerId,
    id: randomUUID(),
    at: new Date(it.ctx.clock.now().getTime() + 60_000),
    userId: randomUUID(),
    kind: 'recommendation',
    summary: 'Pausar',
    outcome: 'done',
  })
  const versionNow = async () => {
    const rows = await it.ctx.db
      .select({ version: adAccounts.syncVersion })
      .from(adAccounts)
      .where(eq(adAccounts.customerId, customerId))
    return rows[0]!.version
  }
  const version = await versionNow()
  await syncAccount(it.ctx, customerId, {
    id: 'test',
    attempt: 1,
    isLast: false,
    keepLease: async () => {},
  })
  const [kept] = await it.ctx.db
    .select()
    .from(campaigns)
    .where(eq(campaigns.customerId, customerId))
  expect(kept!.status).toBe('PAUSED')
  // No figure has changed, and still all that was cached of the account is stale.
  expect(await versionNow()).toBe(version + 1)
})

test('what Google forgot while an account was not read is missed for good, and what it still tells is not', async () => {
  const ana = await it.signIn()
  await ana.connect('ana@gmail.test')
  const accounts = (await ana.ask('GET', '/api/google-accounts')).body as { id: string }[]
  const customerId = Number(accounts[0]?.id)
  await it.runJobs()
  const today = () => dayInZone(it.ctx.clock.now(), 'Europe/Madrid')
  const first = today()
  const missed = () => readMissedChanges(it.ctx, customerId, { from: first, to: today() })
  const readAfter = async (days: number) => {
    it.clock.advance(days * 86_400_000)
    await syncAccount(it.ctx, customerId, {
      id: 'test',
      attempt: 1,
      isLast: false,
      keepLease: async () => {},
    })
    return await missed()
  }
  expect(await readAfter(28)).toEqual([])
  const read = today()
  // A run that ends after the history was read leaves the day of the last sync as it was.
  it.clock.advance(45 * 86_400_000)
  const run = await openRun(it.ctx, customerId, {
    id: 'test',
    attempt: 1,
    isLast: false,
    keepLease: async () => {},
  })
  await pullChangeEvents(it.ctx, run!)
  expect(await missed()).toEqual([{ from: read, to: addDays(read, 16) }])
  expect(await readAfter(1)).toEqual([{ from: read, to: addDays(read, 16) }])
  expect((await loadSnapshot(it.ctx, customerId))!.inventory).not.toHaveProperty('changesMissed')
})
