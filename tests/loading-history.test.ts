import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createWorld } from '../simulators/google-ads/world/world.ts'
import { loadSnapshot } from '../src/account-data/snapshot/load-snapshot.ts'
import { faultsOfCards } from '../src/changes/check-cards.ts'
import { wholeOf } from '../src/engine/account/known-snapshot.ts'
import type { WholeSnapshot } from '../src/engine/account/snapshot.ts'
import { analyseAccount as cardsOf } from '../src/engine/analyse-account.ts'
import { analyseAccount } from '../src/features/recommendations/actions/analyse-account.ts'
import type { getSilence } from '../src/features/recommendations/contract/recommendations.ts'
import { backfillAccount } from '../src/features/sync/actions/backfill-account.ts'
import { syncAccount } from '../src/features/sync/actions/sync-account.ts'
import { adAccounts } from '../src/platform/db/schema/access.ts'
import { jobs } from '../src/platform/db/schema/work.ts'
import { daysInRange } from '../src/shared/dates.ts'
import type { ReplyOf } from '../src/shared/endpoint.ts'
import { connectGoogle } from './connect-google.ts'
import { type Person, testApp } from './harness.ts'

// What is advised, and what the account's page is told, while its history arrives window by window: the tests follow each other.

const DENTAL = '3319027745'
const it = testApp({
  environment: { GOOGLE_ADS_HISTORY_DAYS: '150' },
  simulators: { world: createWorld({ seed: 7, epochDay: '2026-11-20' }) },
})
const noLease = { id: 'test', attempt: 1, isLast: false, keepLease: async () => {} }
type BudgetUpdate = { resourceName: string; amountMicros: string }

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

async function snapshotNow(): Promise<WholeSnapshot> {
  const loaded = await loadSnapshot(it.ctx, customerId)
  const snapshot = loaded && wholeOf(loaded)
  if (!snapshot) throw new Error('no snapshot')
  return snapshot
}

/** What the account really spends a day, of the days that are there. */
async function spentDaily(): Promise<number> {
  const { rows } = await it.ctx.db.execute(
    sql`select avg(cost_micros)::float8 as daily from account_day where customer_id = ${customerId}`,
  )
  return Number((rows[0] as { daily: number }).daily)
}

function expectHonestRates(snapshot: WholeSnapshot, daily: number) {
  const days = daysInRange(snapshot.window.from, snapshot.window.to)
  const sum = snapshot.campaigns.reduce((all, { sums }) => all + sums.costMicros, 0)
  expect(sum / days / daily).toBeGreaterThan(0.8)
  expect(sum / days / daily).toBeLessThan(1.25)
}

test('before the first days are there nothing is analysed, however it is asked for', async () => {
  await analyseAccount(it.ctx, customerId)
  const { analysedAt, reading } = await silence()
  expect(analysedAt).toBeNull()
  expect(reading).toMatchObject({ daysKnown: 0, waiting: [] })
})

test('the first window on the way to a whole analysis is told, and looked at', async () => {
  await syncAccount(it.ctx, customerId, noLease)
  expect(await analysisWaits()).toBe(true)
  const { reading, reasons } = await silence()
  expect(reading?.daysKnown).toBe(30)
  expect(reading?.daysWanted).toBeGreaterThan(90)
  const waiting = reading?.waiting ?? []
  expect(waiting.map(({ rule }) => rule)).toContain('landing-pages')
  for (const { rule } of waiting)
    expect(reasons.find((one) => one.rule === rule)?.reason).toMatch(/^Todavía se está leyendo/)
}, 600_000)

test('while 30 of 90 days are there, a day’s spend is what was spent on a day', async () => {
  const snapshot = await snapshotNow()
  expect(snapshot.coverage?.campaign).toMatchObject({ isComplete: false })
  expect(snapshot.window.from).toBe(snapshot.coverage?.campaign?.from)
  expect(daysInRange(snapshot.window.from, snapshot.window.to)).toBeLessThanOrEqual(30)
  expectHonestRates(snapshot, await spentDaily())
  // Google sums these over 90 days.
  expect(snapshot.inventory).not.toHaveProperty('networks')
  expect(snapshot.inventory).not.toHaveProperty('landingPages')
})

test('no budget is cut or raised by more than the card says', async () => {
  const snapshot = await snapshotNow()
  const budgets = new Map(snapshot.campaigns.map((one) => [one.budgetId, one.budgetMicros]))
  const { recommendations } = cardsOf(snapshot)
  expect(recommendations.length).toBeGreaterThan(3)
  const operations = recommendations.flatMap(({ evidence }) => evidence.change?.operations ?? [])
  for (const { campaignBudgetOperation } of operations) {
    if (!campaignBudgetOperation) continue
    const { resourceName, amountMicros } = campaignBudgetOperation.update as BudgetUpdate
    const present = Number(budgets.get(resourceName.split('/').at(-1)))
    expect(Number(amountMicros) / present).toBeGreaterThanOrEqual(0.7 - 1e-9)
    expect(Number(amountMicros) / present).toBeLessThanOrEqual(1.3 + 1e-9)
  }
})

test('the last gate lets pass what the rules say of this account, and only as they say it', async () => {
  const [account] = await it.ctx.db
    .select()
    .from(adAccounts)
    .where(eq(adAccounts.customerId, customerId))
  const { recommendations } = cardsOf(await snapshotNow())
  const made = recommendations.filter(({ evidence }) => evidence.change?.operations.length)
  expect(made.length).toBeGreaterThan(3)
  expect((await faultsOfCards(it.ctx, account!, made)).flat()).toEqual([])
  // Each says what the next one does.
  const mixed = made.map((card, i): typeof card => {
    const { operations } = made[(i + 1) % made.length]!.evidence.change!
    return {
      ...card,
      evidence: { ...card.evidence, change: { ...card.evidence.change!, operations } },
    }
  })
  const faults = await faultsOfCards(it.ctx, account!, mixed)
  const namable = /"keyword"|amountMicros|cpcBidMicros|adGroupAds/
  for (const [i, { evidence }] of mixed.entries())
    if (namable.test(JSON.stringify(evidence.change?.operations)))
      expect(faults[i], JSON.stringify(mixed[i]!.evidence.change)).not.toEqual([])
})

test('one window of history later the analysis looks at as much more', async () => {
  const before = (await snapshotNow()).window
  await backfillAccount(it.ctx, customerId, noLease)
  const snapshot = await snapshotNow()
  expect(daysInRange(snapshot.window.from, before.from)).toBe(31)
  expectHonestRates(snapshot, await spentDaily())
  const exposures = snapshot.campaigns.flatMap(({ exposure }) => exposure?.servedDays ?? [])
  expect(exposures.length).toBeGreaterThan(3)
  expect(Math.max(...exposures)).toBeLessThanOrEqual(
    daysInRange(snapshot.window.from, snapshot.window.to),
  )
}, 600_000)

test('each further window is told, and looked at', async () => {
  for (const known of [60, 90]) {
    // The first of them has just come.
    if (known > 60) await backfillAccount(it.ctx, customerId, noLease)
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
