import { setTimeout as sleep } from 'node:timers/promises'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { eraseJobs } from '#account-data/erase-tenant.ts'
import { lockAccount } from '#account-data/lock-account.ts'
import { tenantTables } from '#account-data/tenant-tables.ts'
import { userTables } from '#account-data/user-tables.ts'
import { applyAccess } from '#features/billing/actions/apply-access.ts'
import { eraseDueUsers } from '#features/data-rights/actions/erasure.ts'
import { users } from '#platform/db/schema/access.ts'
import { billingAccounts } from '#platform/db/schema/billing.ts'
import { accountErasures, erasureProofs } from '#platform/db/schema/data-rights.ts'
import { jobs } from '#platform/db/schema/work.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { runDueJobs, runNextJob } from '#platform/jobs.ts'
import { hashToken } from '#platform/secrets.ts'
import { addDays } from '#shared/dates.ts'
import { type AdsPerson, adsApp } from '../../../tests/ads-app.ts'
import { ledgerWorld } from '../../../tests/ledger-world.ts'
import { enqueueAnalysis } from './actions/follow-up.ts'
import { syncJobs } from './jobs.ts'

const SHOP = '1000000001'
const ledger = ledgerWorld([{ customerId: SHOP, descriptiveName: 'Zapatería Ñandú' }], {
  'ana@gmail.test': [SHOP],
})
const it = adsApp(ledger.world, { GOOGLE_ADS_HISTORY_DAYS: '60' })
const NEWEST = '2026-11-20'

beforeEach(() => {
  const rows = Array.from({ length: 60 }, (_, back) => ({
    day: addDays(NEWEST, -back),
    fields: { 'campaign.id': 11n, 'ad_group.id': 110n, 'ad_group_criterion.criterion_id': 1n },
    measures: { impressions: 100 + back, clicks: 5, costMicros: 1_000_000 },
  }))
  for (const resource of ['customer', 'campaign', 'keyword_view']) ledger.facts.set(resource, rows)
  ledger.entities.set('campaign', [
    {
      'campaign.resource_name': `customers/${SHOP}/campaigns/11`,
      'campaign.id': 11n,
      'campaign.name': 'Botas',
      'campaign.status': 'ENABLED',
    },
  ])
})
afterEach(() => it.google.faults.clear())

async function connected() {
  const ana = await it.signIn()
  await ana.connect('ana@gmail.test')
  const accounts = (await ana.ask('GET', '/api/google-accounts')).body as { id: string }[]
  return { ana, userId: ana.caller.caller.userId, customerId: Number(accounts[0]?.id) }
}

/** Asked for fifteen days ago: due now. */
async function eraseNow({ userId }: { userId: string }): Promise<void> {
  const askedAt = new Date(it.clock.now().getTime() - 15 * 86_400_000)
  await it.ctx.db.insert(accountErasures).values({ userId, askedAt, dueAt: askedAt })
  await eraseDueUsers(it.ctx)
  await runDueJobs(it.ctx, eraseJobs)
}

/** The job of this account as the queue runs it. */
function startSync(): { done: Promise<boolean>; isOver: () => boolean } {
  let isOver = false
  const done = runNextJob(it.ctx, syncJobs).finally(() => {
    isOver = true
  })
  return { done, isOver: () => isOver }
}

async function rowsOf(customerId: number, table: string): Promise<number> {
  const { rows } = await it.ctx.db.execute<{ n: number }>(
    sql`select count(*)::int as n from ${sql.identifier(table)} where customer_id = ${customerId}`,
  )
  return rows[0]?.n ?? -1
}

async function expectNothingLeft({ userId, customerId }: { userId: string; customerId: number }) {
  for (const table of tenantTables) expect(await rowsOf(customerId, table), table).toBe(0)
  for (const table of userTables) {
    const { rows } = await it.ctx.db.execute(
      sql`select 1 from ${sql.identifier(table)} where user_id = ${userId}`,
    )
    expect(rows, table).toEqual([])
  }
  expect(await it.ctx.db.select().from(users).where(eq(users.id, userId))).toEqual([])
}

/** Where the sync wrote between erasing and looking again, the look is repeated later. */
async function expectProof({ userId }: { userId: string }) {
  it.clock.advance(30 * 60_000)
  await runDueJobs(it.ctx, eraseJobs)
  const [proof] = await it.ctx.db
    .select()
    .from(erasureProofs)
    .where(eq(erasureProofs.userHash, hashToken(userId)))
  expect(proof).toMatchObject({ accounts: 1, verifiedAt: expect.any(Date) })
}

/** No failure, no problem, no next try: there is nothing left to sync. */
async function expectTidyEnd(customerId: number) {
  const of = await it.ctx.db
    .select()
    .from(jobs)
    .where(inArray(jobs.kind, ['syncAccount', 'backfillAccount']))
  const own = of.filter((job) => (job.payload as { customerId: number }).customerId === customerId)
  expect(own.map(({ status, lastProblem }) => [status, lastProblem])).toEqual(
    own.map(() => ['done', null]),
  )
}

async function other(): Promise<AdsPerson> {
  const bea = await it.signIn()
  await bea.connect('ana@gmail.test')
  return bea
}

describe('an account that is erased while its sync waits for Google', () => {
  test.each([
    ['before anything is written', 'campaigns', 0, 'shared'],
    ['between two levels', 'campaign_day', 1, 'shared'],
    ['between two levels, its grant revoked', 'campaign_day', 1, 'revoked'],
  ])(
    '%s',
    async (_when, table, least, grant) => {
      const person = await connected()
      if (grant === 'shared') await other()
      if (least === 0) it.google.faults.arm('timeout', 1, 'earch')
      const sync = startSync()
      await vi.waitFor(
        async () => expect(await rowsOf(person.customerId, table)).toBeGreaterThanOrEqual(least),
        { timeout: 20_000, interval: 1 },
      )
      if (least > 0) it.google.faults.arm('timeout', 1, 'earch')
      await vi.waitFor(() => expect(it.google.faults.armed()).toEqual([]), {
        timeout: 20_000,
        interval: 1,
      })
      expect(sync.isOver(), 'the sync waits').toBe(false)
      await eraseNow(person)
      it.google.faults.clear()
      await sync.done
      await expectNothingLeft(person)
      await expectTidyEnd(person.customerId)
      await it.runJobs()
      await expectNothingLeft(person)
    },
    60_000,
  )
})

test('while the end of a window is written, which asks for a job that waits already', async () => {
  const person = await connected()
  await it.runJobs()
  await enqueueAnalysis(it.ctx, person.customerId)
  const written = inTransaction(it.ctx, async (ctx) => {
    await lockAccount(ctx, person.customerId)
    await sleep(500)
    await enqueueAnalysis(ctx, person.customerId)
  })
  await sleep(100)
  await Promise.all([written, eraseNow(person)])
  await it.runJobs()
  await expectNothingLeft(person)
})

test('while what a subscription allows is written', async () => {
  const person = await connected()
  await it.runJobs()
  const { userId } = person
  const [row] = await it.ctx.db
    .insert(billingAccounts)
    .values({ userId, status: 'active', plan: 'premium' })
    .returning()
  if (!row) throw new Error('no subscription')
  const written = inTransaction(it.ctx, async (ctx) => {
    await ctx.db
      .update(billingAccounts)
      .set({ syncedAt: ctx.clock.now() })
      .where(eq(billingAccounts.userId, userId))
    await sleep(500)
    await applyAccess(ctx, row)
  })
  await sleep(100)
  await Promise.all([written, eraseNow(person)])
  await it.runJobs()
  await expectNothingLeft(person)
})

test('side by side, at any moment, nothing is left, and others keep theirs', async () => {
  const bea = await other()
  await it.runJobs()
  const kept = (await bea.ask('GET', '/api/google-accounts')).body as { id: string }[]
  const before = await rowsOf(Number(kept[0]?.id), 'campaign_day')
  expect(before).toBeGreaterThan(0)
  for (const wait of [0, 5, 15, 30, 60, 100, 200, 400]) {
    const person = await connected()
    const sync = startSync()
    await sleep(wait)
    await Promise.all([eraseNow(person), sync.done])
    await expectNothingLeft(person)
    await expectTidyEnd(person.customerId)
    await expectProof(person)
    await expectNothingLeft(person)
  }
  expect(await rowsOf(Number(kept[0]?.id), 'campaign_day')).toBe(before)
})
