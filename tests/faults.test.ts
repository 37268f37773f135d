import { afterEach, describe, expect, test } from 'vitest'
import { FAULTS, type Fault } from '../simulators/google-ads/faults.ts'
import type { GoogleAccount } from '../src/features/accounts/contract.ts'
import type { AccountMetrics } from '../src/features/performance/contract/metrics.ts'
import type { SyncProgress } from '../src/features/sync/contract.ts'
import { runEverythingDue } from '../src/server/jobs.ts'
import { addDays } from '../src/shared/dates.ts'
import { connectGoogle } from './connect-google.ts'
import { type Person, testApp } from './harness.ts'
import { type LedgerRow, ledgerWorld } from './ledger-world.ts'

// Every fault switch: what the user reads, that the account stays readable meanwhile, and that it
// recovers by itself once Google is well again. Of a history one window is as good as many.
const TODAY = '2026-11-20'
const SHOP_OF = Object.fromEntries(FAULTS.map((fault, at) => [fault, String(1_000_000_001 + at)]))
const identityOf = (fault: string) => `${fault}@gmail.test`

const ledger = ledgerWorld(
  Object.values(SHOP_OF).map((customerId) => ({ customerId })),
  Object.fromEntries(FAULTS.map((fault) => [identityOf(fault), [SHOP_OF[fault] ?? '']])),
)
const it = testApp({
  environment: { GOOGLE_ADS_HISTORY_DAYS: '30' },
  simulators: { world: ledger.world, timeoutMs: 300 },
})

let connected: { owner: Person; shop: string }[] = []

afterEach(async () => {
  it.simulators.googleAds.faults.clear()
  // Or every hour that passes in a later test would sync this one's account, too.
  for (const { owner, shop } of connected)
    await owner.send('DELETE', `/api/google-accounts/${shop}`)
  connected = []
})

const BEFORE = 100
const AFTER = 140
const HOUR_MS = 3_600_000

describe('Google Ads answers with', () => {
  const cases: { fault: Fault; times: number; text: RegExp; afterHours: number }[] = [
    { fault: '429', times: 4, text: /pide esperar un momento.*solo/, afterHours: 1 },
    { fault: 'quota_exhausted', times: 1, text: /agotado el cupo diario.*solo/, afterHours: 7 },
    { fault: 'permission_denied', times: 1, text: /deniega el acceso/, afterHours: 7 },
    { fault: 'truncated_stream', times: 1, text: /no responde.*solo/, afterHours: 1 },
  ]
  test.each(cases)('$fault', async ({ fault, times, text, afterHours }) => {
    const { owner, shop } = await synced(fault)
    await strike(owner, fault, times)
    await runJobs()
    await expectReadable(owner, shop, text)
    await expectRecovered(owner, shop, afterHours)
  })

  // Together: their tries wait for each other's time anyway.
  test('500, 503 and nothing in time', async () => {
    const hit = []
    for (const fault of ['500', '503', 'timeout'] as const) {
      const { owner, shop } = await synced(fault)
      hit.push({ owner, shop, fault })
    }
    for (const { owner, fault } of hit) await strike(owner, fault, 4)
    await Promise.all(hit.map(runJobs))
    for (const { owner, shop } of hit) await expectReadable(owner, shop, /no responde.*solo/)
    it.clock.advance(HOUR_MS)
    await runJobs()
    for (const { owner, shop } of hit) await expectRecovered(owner, shop, 0)
  })

  test('slow answers: nothing but patience', async () => {
    const { owner, shop } = await synced('slow')
    await strike(owner, 'slow', 2)
    await runJobs()
    await expectRecovered(owner, shop, 0)
  })

  test('invalid_grant: only a new consent helps, and it is enough', async () => {
    const { owner, shop } = await synced('invalid_grant')
    it.simulators.armFault('google-ads', 'invalid_grant', 1)
    writeLedger(AFTER)
    await owner.send('POST', `/api/google-accounts/${shop}/sync`)
    await runJobs()
    const progress = await expectReadable(owner, shop, /ya no nos da acceso.*Vuelve a conectarla/)
    expect(progress.status).toBe('needs_reauth')
    expect((await accountOf(owner)).connected).toBe(false)
    const again = await owner.send('POST', `/api/google-accounts/${shop}/sync`)
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'needs_reauth', message: 'Vuelve a conectar la cuenta para sincronizarla.' },
    })
    expect(await connectGoogle(owner, identityOf('invalid_grant'))).toContain('connected=true')
    await expectRecovered(owner, shop, 0)
    expect((await accountOf(owner)).connected).toBe(true)
  })

  test('partial_failure: a sync only reads, so it is not met', async () => {
    const { owner, shop } = await synced('partial_failure')
    await strike(owner, 'partial_failure', 1)
    await runJobs()
    await expectRecovered(owner, shop, 0)
    expect(it.simulators.googleAds.faults.armed()).toHaveLength(1)
  })
})

test('while connecting: the dashboard is told which banner to show', async () => {
  const owner = await it.signIn()
  for (const [fault, banner] of [
    ['permission_denied', 'no_permission'],
    ['quota_exhausted', 'quota_spent'],
    ['429', 'vendor_failed'],
    ['500', 'vendor_failed'],
    ['503', 'vendor_failed'],
    ['timeout', 'vendor_failed'],
    ['truncated_stream', 'vendor_failed'],
    ['invalid_grant', 'state_expired'],
  ] as const) {
    it.simulators.armFault('google-ads', fault, 2)
    expect(await connectGoogle(owner, identityOf('slow')), fault).toBe(
      `/dashboard?connect_error=${banner}`,
    )
    it.simulators.googleAds.faults.clear()
  }
  expect((await owner.get('/api/google-accounts')).body).toEqual([])
  it.simulators.armFault('google-ads', 'slow', 1)
  expect(await connectGoogle(owner, identityOf('slow'))).toBe('/dashboard?connected=true')
})

/** Of a fault's own shop, connected and read with its first figures. */
async function synced(fault: Fault): Promise<{ owner: Person; shop: string }> {
  writeLedger(BEFORE)
  const owner = await it.signIn()
  const shop = SHOP_OF[fault] ?? ''
  expect(await connectGoogle(owner, identityOf(fault))).toBe('/dashboard?connected=true')
  connected.push({ owner, shop })
  await runJobs()
  expect(await clicks(owner, shop)).toBe(BEFORE)
  return { owner, shop }
}

/** New figures at Google, the fault armed for this shop alone, and a sync asked for. */
async function strike(owner: Person, fault: Fault, times: number) {
  const shop = SHOP_OF[fault] ?? ''
  it.simulators.googleAds.faults.arm(fault, times, shop)
  writeLedger(AFTER)
  expect((await owner.send('POST', `/api/google-accounts/${shop}/sync`)).status).toBe(200)
}

async function expectReadable(owner: Person, shop: string, text: RegExp): Promise<SyncProgress> {
  const progress = await progressOf(owner, shop)
  expect(progress.problem).toMatch(text)
  expect(['failed', 'needs_reauth']).toContain(progress.status)
  expect(await clicks(owner, shop)).toBe(BEFORE)
  expect((await owner.get(`/api/campaign-metrics/${shop}`)).body).toMatchObject([
    { clicks: BEFORE },
  ])
  return progress
}

/** After `hours` without any action. */
async function expectRecovered(owner: Person, shop: string, hours: number) {
  if (hours > 0) {
    const { nextTryAt } = await progressOf(owner, shop)
    const waitMs = new Date(nextTryAt ?? Number.NaN).getTime() - it.clock.now().getTime()
    expect(waitMs).toBeLessThanOrEqual(hours * HOUR_MS)
    it.clock.advance(hours * HOUR_MS)
  }
  await runJobs()
  expect(await progressOf(owner, shop)).toMatchObject({ status: 'idle', problem: null })
  expect(await clicks(owner, shop)).toBe(AFTER)
}

// The shortest waits between tries that chance may give.
function runJobs(): Promise<void> {
  return runEverythingDue({ ...it.ctx, random: () => 0 })
}

async function progressOf(owner: Person, shop: string): Promise<SyncProgress> {
  const { text } = await owner.get(`/api/google-accounts/${shop}/sync`)
  return JSON.parse(/data: (.+)/.exec(text)?.[1] ?? '{}') as SyncProgress
}

async function accountOf(owner: Person): Promise<GoogleAccount> {
  const [account] = (await owner.get('/api/google-accounts')).body as GoogleAccount[]
  return account as GoogleAccount
}

async function clicks(owner: Person, shop: string): Promise<number> {
  return ((await owner.get(`/api/account-metrics/${shop}`)).body as AccountMetrics).clicks
}

/** One campaign with so many clicks, yesterday's; every shop shows the same. */
function writeLedger(clicksYesterday: number) {
  const row: LedgerRow = {
    day: addDays(TODAY, -1),
    fields: { 'campaign.id': 11n },
    measures: { impressions: 1_000, clicks: clicksYesterday, costMicros: 5_000_000 },
  }
  for (const resource of ['customer', 'campaign']) ledger.facts.set(resource, [row])
}

ledger.entities.set('campaign', [
  {
    'campaign.resource_name': 'customers/1/campaigns/11',
    'campaign.id': 11n,
    'campaign.name': 'Campaña 11',
    'campaign.status': 'ENABLED',
  },
])
