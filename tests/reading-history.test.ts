import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createWorld } from '../simulators/google-ads/world/world.ts'
import { analyseAccount } from '../src/features/recommendations/actions/analyse-account.ts'
import type { getSilence } from '../src/features/recommendations/contract/recommendations.ts'
import { backfillAccount } from '../src/features/sync/actions/backfill-account.ts'
import { syncAccount } from '../src/features/sync/actions/sync-account.ts'
import { adAccounts } from '../src/platform/db/schema/access.ts'
import { jobs } from '../src/platform/db/schema/work.ts'
import type { ReplyOf } from '../src/shared/endpoint.ts'
import { connectGoogle } from './connect-google.ts'
import { type Person, testApp } from './harness.ts'

// What the account page is told while an account's history arrives window by window.

const DENTAL = '3319027745'
const it = testApp({
  environment: { GOOGLE_ADS_HISTORY_DAYS: '150' },
  simulators: { world: createWorld({ seed: 7, epochDay: '2026-11-20' }) },
})
const noLease = { id: 'test', attempt: 1, keepLease: async () => {} }
let owner: Person
let customerId = 0

beforeAll(async () => {
  owner = await it.signIn()
  const target = await connectGoogle(owner, 'marta.demo@gmail.test')
  const connectionId = /[0-9a-f-]{36}/.exec(target)?.[0]
  const chosen = { accountIds: [DENTAL] }
  await owner.send('POST', `/api/google-ads/connections/${connectionId}/accounts`, chosen)
  const [account] = await it.ctx.db
    .select({ customerId: adAccounts.customerId })
    .from(adAccounts)
    .where(eq(adAccounts.googleCustomerId, DENTAL))
  customerId = account?.customerId ?? 0
}, 600_000)

async function silence() {
  const { status, body, text } = await owner.get(`/api/recomendaciones/${DENTAL}/silencio`)
  expect(status, text).toBe(200)
  return body as ReplyOf<typeof getSilence>
}

/** Whether an analysis waits; it is run, as the worker would. */
async function analysisWaits(): Promise<boolean> {
  const waiting = await it.ctx.db
    .delete(jobs)
    .where(and(eq(jobs.kind, 'analyse-account'), eq(jobs.status, 'waiting')))
    .returning({ id: jobs.id })
  if (waiting.length > 0) await analyseAccount(it.ctx, customerId)
  return waiting.length > 0
}

test('before the first days are there nothing is analysed, however it is asked for', async () => {
  await analyseAccount(it.ctx, customerId)
  const { analysedAt, reading } = await silence()
  expect(analysedAt).toBeNull()
  expect(reading).toMatchObject({ daysKnown: 0, waiting: [] })
})

test('each window on the way to a whole analysis is told, and looked at', async () => {
  await syncAccount(it.ctx, customerId, noLease)
  expect(await analysisWaits()).toBe(true)
  const { reading, reasons } = await silence()
  expect(reading?.daysKnown).toBe(30)
  expect(reading?.daysWanted).toBeGreaterThan(90)
  const waiting = reading?.waiting ?? []
  expect(waiting.map(({ rule }) => rule)).toContain('landing-pages')
  for (const { rule } of waiting)
    expect(reasons.find((one) => one.rule === rule)?.reason).toMatch(/^Todavía se está leyendo/)
  for (const known of [60, 90]) {
    await backfillAccount(it.ctx, customerId, noLease)
    expect(await analysisWaits()).toBe(true)
    expect((await silence()).reading?.daysKnown).toBe(known)
  }
}, 600_000)

test('once the days of an analysis are there the notice is gone, and nothing waits for more', async () => {
  await backfillAccount(it.ctx, customerId, noLease)
  expect((await silence()).reading).toBeNull()
  expect(await analysisWaits()).toBe(true)
  const { reasons } = await silence()
  expect(reasons.filter(({ reason }) => /leyendo/.test(reason))).toEqual([])
}, 600_000)
