import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, inArray, lte, or, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { type RunningSimulators, startSimulators } from '../simulators/start.ts'
import { systemClock } from '../src/platform/clock.ts'
import type { Context } from '../src/platform/context.ts'
import { adAccounts } from '../src/platform/db/schema/access.ts'
import { accountChanges } from '../src/platform/db/schema/changes.ts'
import { campaigns } from '../src/platform/db/schema/entities.ts'
import { jobs } from '../src/platform/db/schema/work.ts'
import { inTransaction } from '../src/platform/db/transaction.ts'
import { newOwner, type Owner } from './access-owner.ts'
import { askGoogle } from './ask-google.ts'
import { openTestContext } from './database.ts'

/** What processes that are killed share and outlives them: one PostgreSQL, Google, mail, and owners of one shop. */
export type KilledWorld = {
  ctx: Context
  google: RunningSimulators
  /** For the processes. */
  environment: Record<string, string>
  campaignId: number
  ownerOfShop: () => Promise<Owner & { customerId: number }>
  ask: (query: string) => ReturnType<typeof askGoogle>
  /** Google has it once where it was acknowledged; else as the log says. */
  expectOnceAtGoogle: (outcome: Outcome) => Promise<void>
  /** Until nothing is under way any more. */
  atRest: () => Promise<void>
  close: () => Promise<void>
}

export type Outcome = { text: string; acknowledged: boolean }

export const SHOP = '4815162342'
const IDENTITY = 'marta.demo@gmail.test'
/** So long nothing moves at the longest: a dead process is known after 45 s, and looked for every minute. */
export const SETTLED_WITHIN_MS = 180_000

export async function openKilledWorld(): Promise<KilledWorld> {
  const clock = systemClock()
  const opened = await openTestContext()
  const ctx: Context = { ...opened.ctx, clock }
  const google = await startSimulators({ clock, seed: 1 })
  const ask = (query: string) => askGoogle(google, IDENTITY, SHOP, query)
  const [row] = await ask('SELECT campaign.id FROM campaign')
  const campaignId = Number(row?.campaign?.id)
  return {
    ctx,
    google,
    environment: { DATABASE_URL: ctx.config.databaseUrl ?? '', ...google.environment },
    campaignId,
    ownerOfShop: () => newOwnerOfShop(ctx, google, campaignId),
    ask,
    expectOnceAtGoogle: (outcome) => expectOnceAtGoogle(ctx, ask, outcome),
    atRest: () => atRest(ctx),
    close: async () => {
      await google.close()
      await opened.close()
    },
  }
}

/** In one transaction: between two of its writes a scheduler would have an account read that Google does not know. */
async function newOwnerOfShop(ctx: Context, google: RunningSimulators, campaignId: number) {
  const { clock } = ctx
  return await inTransaction(ctx, async (ctx) => {
    const owner = await newOwner({ ctx, clock, simulators: google } as never)
    const [account] = await ctx.db.select().from(adAccounts).where(eq(adAccounts.userId, owner.id))
    const customerId = account!.customerId
    // Read already, or the scheduler would begin with its whole history.
    const read = { googleCustomerId: SHOP, lastSyncedAt: clock.now() }
    await ctx.db.update(adAccounts).set(read).where(eq(adAccounts.customerId, customerId))
    const [known] = await ctx.db
      .select()
      .from(campaigns)
      .where(eq(campaigns.customerId, customerId))
    await ctx.db.insert(campaigns).values({ ...known!, campaignId })
    return { ...owner, customerId }
  })
}

async function expectOnceAtGoogle(
  ctx: Context,
  ask: KilledWorld['ask'],
  { text, acknowledged }: Outcome,
): Promise<void> {
  const found = await ask(
    `SELECT campaign_criterion.criterion_id FROM campaign_criterion WHERE campaign_criterion.negative = TRUE AND campaign_criterion.keyword.text = '${text}'`,
  )
  const logged = await ctx.db
    .select({ outcome: accountChanges.outcome })
    .from(accountChanges)
    .where(sql`${accountChanges.summary} like ${`%${text}%`}`)
  const outcomes = logged.map(({ outcome }) => outcome)
  if (acknowledged) expect([text, found.length, outcomes]).toEqual([text, 1, ['done']])
  else expect([[], ['done'], ['failed']]).toContainEqual(outcomes)
  expect([text, found.length]).toEqual([text, outcomes[0] === 'done' ? 1 : 0])
}

async function atRest(ctx: Context): Promise<void> {
  let [seen, since] = ['', Date.now()]
  const isOpen = inArray(accountChanges.outcome, ['sent', 'unknown'])
  // Killed between the log and the request: nothing is at Google, and only after ten minutes may that be said.
  const isUnknown = eq(accountChanges.outcome, 'unknown')
  const longAgo = sql`least(${accountChanges.at}, now() - interval '11 minutes')`
  for (;;) {
    const isDue = and(eq(jobs.status, 'waiting'), lte(jobs.runAt, ctx.clock.now()))
    await ctx.db.update(accountChanges).set({ at: longAgo }).where(isUnknown)
    const changes = await ctx.db.select().from(accountChanges).where(isOpen)
    const due = await ctx.db
      .select()
      .from(jobs)
      .where(or(isDue, eq(jobs.status, 'running')))
    if (changes.length === 0 && due.length === 0) return
    const left = [...changes.map(({ outcome }) => outcome), ...due.map(({ kind }) => kind)]
    // A lease that is kept is a job that goes on: how long it takes is the machine's matter.
    const stand = JSON.stringify([
      left,
      due.map(({ id, attempts, leaseUntil }) => [id, attempts, leaseUntil]),
    ])
    if (stand !== seen) [seen, since] = [stand, Date.now()]
    if (Date.now() - since > SETTLED_WITHIN_MS) throw new Error(`still open: ${left.join(', ')}`)
    await sleep(500)
  }
}
