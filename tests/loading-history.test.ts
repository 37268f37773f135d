import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createWorld } from '../simulators/google-ads/world/world.ts'
import { loadSnapshot } from '../src/account-data/snapshot/load-snapshot.ts'
import { faultsOfCards } from '../src/changes/check-cards.ts'
import { wholeOf } from '../src/engine/account/known-snapshot.ts'
import type { WholeSnapshot } from '../src/engine/account/snapshot.ts'
import { analyseAccount } from '../src/engine/analyse-account.ts'
import { backfillAccount } from '../src/features/sync/actions/backfill-account.ts'
import { syncAccount } from '../src/features/sync/actions/sync-account.ts'
import { adAccounts } from '../src/platform/db/schema/access.ts'
import { daysInRange } from '../src/shared/dates.ts'
import { adsApp } from './ads-app.ts'

const DENTAL = '3319027745'
const it = adsApp(createWorld({ seed: 7, epochDay: '2026-11-20' }))
type BudgetUpdate = { resourceName: string; amountMicros: string }

const noLease = { id: 'test', attempt: 1, keepLease: async () => {} }
let customerId = 0

/** The first 30 days are there, the other 370 wait in the queue. */
beforeAll(async () => {
  const marta = await it.signIn()
  const target = await marta.connect('marta.demo@gmail.test')
  const connectionId = /[0-9a-f-]{36}/.exec(target)?.[0]
  const chosen = { accountIds: [DENTAL] }
  await marta.ask('POST', `/api/google-ads/connections/${connectionId}/accounts`, chosen)
  const [account] = await it.ctx.db
    .select({ customerId: adAccounts.customerId })
    .from(adAccounts)
    .where(eq(adAccounts.googleCustomerId, DENTAL))
  customerId = account?.customerId ?? 0
  await syncAccount(it.ctx, customerId, noLease)
}, 600_000)

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
  const { recommendations } = analyseAccount(snapshot)
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
  const { recommendations } = analyseAccount(await snapshotNow())
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
