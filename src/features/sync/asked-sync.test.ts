import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { loadKept } from '#account-data/snapshot/load-inventory.ts'
import type { Context } from '#platform/context.ts'
import { adGroups } from '#platform/db/schema/entities.ts'
import { runNextJob } from '#platform/jobs.ts'
import { type AdsPerson, adsApp } from '../../../tests/ads-app.ts'
import { ledgerWorld } from '../../../tests/ledger-world.ts'
import { enqueueDueSyncs } from './actions/enqueue-due-syncs.ts'
import { pullStructure } from './actions/pull-structure.ts'
import { syncAccount } from './actions/sync-account.ts'
import { openRun } from './actions/sync-run.ts'
import { findSyncState } from './actions/sync-state.ts'
import { syncJobs } from './jobs.ts'

const SHOP = '1000000001'
const WHOLE = { mayBePart: false }
const JOB = { id: 'test', attempt: 1, isLast: false, keepLease: async () => {} }
const ledger = ledgerWorld([{ customerId: SHOP, descriptiveName: 'Zapatería Ñandú' }], {
  'ana@gmail.test': [SHOP],
})
let whenRead = () => {}
const group = {
  'ad_group.resource_name': `customers/${SHOP}/adGroups/110`,
  'ad_group.id': 110n,
  'ad_group.name': 'Botas de agua',
  'ad_group.status': 'ENABLED',
  'campaign.id': 11n,
}
ledger.entities.set('ad_group', [
  {
    ...group,
    get 'ad_group.name'() {
      whenRead()
      return group['ad_group.name']
    },
  },
])
const subscription = {
  'recommendation_subscription.type': 'KEYWORD',
  'recommendation_subscription.status': 'ENABLED',
}
ledger.entities.set('recommendation_subscription', [subscription])

const it = adsApp(ledger.world, { GOOGLE_ADS_HISTORY_DAYS: '30' })
let customerId: number
let ana: AdsPerson

beforeAll(async () => {
  ana = await it.signIn()
  await ana.connect('ana@gmail.test')
  await it.runJobs()
  const accounts = (await ana.ask('GET', '/api/google-accounts')).body as { id: string }[]
  customerId = Number(accounts[0]?.id)
})

const press = () => ana.ask('POST', `/api/google-accounts/${SHOP}/sync`)

/** The next day's sync, as the queue runs it. */
async function scheduled(change: (ctx: Context) => void = () => {}) {
  it.clock.advance(24 * 3_600_000)
  await enqueueDueSyncs(it.ctx)
  const ctx = { ...it.ctx, storage: { ...it.ctx.storage } }
  change(ctx)
  await runNextJob(ctx, syncJobs)
}

async function keptName() {
  const [kept] = await it.ctx.db
    .select({ name: adGroups.name })
    .from(adGroups)
    .where(and(eq(adGroups.customerId, customerId), eq(adGroups.adGroupId, 110)))
  return kept?.name
}

test('who asks while a sync runs that has read the structure has it read again', async () => {
  let isAsked = false
  await scheduled((ctx) => {
    ctx.storage.maintain = async (tables) => {
      if (isAsked || !tables.includes('keyword_kept')) return
      isAsked = true
      group['ad_group.name'] = 'Botas de nieve'
      await press()
    }
  })
  expect(isAsked).toBe(true)
  expect(await keptName()).toBe('Botas de nieve')
})

test('who asks while it reads the structure has, too', async () => {
  let asked: Promise<unknown> | undefined
  whenRead = () => {
    if (asked) return
    asked = press()
    // After the answer that is being made.
    setImmediate(() => {
      group['ad_group.name'] = 'Botas altas'
    })
  }
  await scheduled()
  whenRead = () => {}
  expect(asked).toBeDefined()
  await asked
  expect(await keptName()).toBe('Botas altas')
})

test('who asks while a run reads for the last time gets one of their own after it', async () => {
  const asked: Promise<unknown>[] = []
  whenRead = () => {
    if (asked.length === 3) return
    asked.push(press())
    setImmediate(() => {
      group['ad_group.name'] = `Botas ${asked.length}`
    })
  }
  await scheduled()
  whenRead = () => {}
  await Promise.all(asked)
  expect(asked).toHaveLength(3)
  expect((await findSyncState(it.ctx, customerId))?.status).toBe('queued')
  await it.runJobs()
  expect(await keptName()).toBe('Botas 3')
})

test('settings that were changed at Google are there once a person asks, not before the next day otherwise', async () => {
  const applied = async () => (await loadKept(it.ctx, customerId, ['autoApply'])).autoApply
  const before = await applied()
  expect(before).toHaveLength(1)
  subscription['recommendation_subscription.status'] = 'PAUSED'
  await syncAccount(it.ctx, customerId, JOB, 'scheduled')
  expect(await applied()).toEqual(before)
  await press()
  await it.runJobs()
  expect(await applied()).not.toEqual(before)
})

test.each(['failed', 'killed'])('also where the run that began with it %s', async (end) => {
  const applied = async () => (await loadKept(it.ctx, customerId, ['autoApply'])).autoApply
  const before = await applied()
  const status = subscription['recommendation_subscription.status']
  subscription['recommendation_subscription.status'] = status === 'PAUSED' ? 'ENABLED' : 'PAUSED'
  await press()
  const ctx = { ...it.ctx, storage: { ...it.ctx.storage } }
  group['ad_group.name'] += '!'
  let isBroken = false
  ctx.storage.maintain = async () => {
    // With the structure written.
    isBroken = true
    throw new Error('the disk is full')
  }
  if (end === 'failed') await runNextJob(ctx, syncJobs)
  else await pullStructure(ctx, (await openRun(ctx, customerId, JOB))!, WHOLE).catch(() => {})
  expect([isBroken, await applied()]).toEqual([true, before])
  it.clock.advance(60_000)
  await it.runJobs()
  expect(await applied()).not.toEqual(before)
})

test('once all is read it is not asked for again', async () => {
  await press()
  await it.runJobs()
  const readAt = (await findSyncState(it.ctx, customerId))?.structureReadAt
  expect(readAt?.getTime()).toBeGreaterThan(it.clock.now().getTime() - 3_600_000)
})
