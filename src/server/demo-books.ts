import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { newCustomerId } from '#account-data/new-customer-id.ts'
import { analyseAccount, analysisKey } from '#features/recommendations/contract/recommendations.ts'
import { writeFacts } from '#features/sync/actions/write-facts.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import {
  adGroups,
  ads,
  campaigns,
  conversionActions,
  keywords,
  searchTerms,
} from '#platform/db/schema/entities.ts'
import { accountGoals } from '#platform/db/schema/recommendations.ts'
import { syncStates } from '#platform/db/schema/work.ts'
import { enqueue, handle, type JobHandler } from '#platform/jobs.ts'
import { addDays, type Day, dayInZone, eachDay } from '#shared/dates.ts'
import { jobKind } from '#shared/job-kind.ts'
import { MICROS } from '#shared/metrics.ts'
import { type InForce, responseTo } from './demo-changes.ts'
import { liveThroughHistory, operationsInForce, SAMPLE_HISTORY_DAYS } from './demo-history.ts'
import { demoEntities } from './demo-shop-entities.ts'
import { type DemoLevel, shopFactsOf } from './demo-shop-facts.ts'
import { SAMPLE_BOOKS } from './sample-books-plan.ts'

/** Thirteen digits, like every account that is not Google's. */
const BOOKS_ACCOUNT = '9000000000002'
const TIME_ZONE = 'Europe/Madrid'
const LEVELS: DemoLevel[] = ['account', 'campaign', 'ad_group', 'ad', 'keyword', 'search_term']
/** What a sale leaves. */
const GOAL_EUROS = 8

/** What the shop counts as a sale. */
const PURCHASE = {
  name: 'Compra',
  status: 'ENABLED',
  type: 'WEBPAGE',
  category: 'PURCHASE',
  primaryForGoal: true,
  countingType: 'MANY_PER_CLICK',
}

const openBooks = jobKind('open-sample-books', {
  payload: z.object({ userId: z.string() }),
  maxAttempts: 2,
  lane: 'nightly',
})

export const sampleJobs: readonly JobHandler[] = [
  handle(openBooks, (ctx, { userId }) => prepareSampleBooks(ctx, userId)),
]

/** Six months take seconds: they are lived through beside the first look at the other account. */
export async function enqueueSampleBooks(ctx: Context, userId: string, afterMs = 0): Promise<void> {
  const runAt = new Date(ctx.clock.now().getTime() + afterMs)
  await enqueue(ctx, openBooks, { userId }, { uniqueKey: `${openBooks.name}:${userId}`, runAt })
}

/** The bookshop with what was changed in it; later the days that have passed since. Safe to repeat. */
async function prepareSampleBooks(ctx: Context, userId: string): Promise<void> {
  const account = await booksAccount(ctx, userId)
  const { customerId } = account
  const today = dayInZone(ctx.clock.now(), TIME_ZONE)
  const yesterday = addDays(today, -1)
  if (account.dataTo !== null && account.dataTo >= yesterday && account.lastSyncedAt) return
  // One that died in the middle begins anew: what it had applied is dated by days that may be gone.
  const isNew = account.lastSyncedAt === null
  if (isNew) await beginAnew(ctx, customerId)
  let from = isNew ? addDays(today, -SAMPLE_HISTORY_DAYS) : addDays(account.dataTo!, 1)
  const first = isNew ? from : account.dataFrom!
  const fillUpTo = async (to: Day) => {
    await fill(ctx, customerId, { first, from, to })
    from = addDays(to, 1)
  }
  if (isNew) {
    const caller = { userId, role: 'user', isActive: true, plan: null } as const
    const asOwner: CallerContext = {
      ...ctx,
      caller: { ...caller, sessionHash: '', readOnly: false },
    }
    await liveThroughHistory(asOwner, customerId, { today, fillUpTo })
    await ctx.db.delete(syncStates).where(eq(syncStates.customerId, customerId))
  } else await fillUpTo(yesterday)
  await ctx.db
    .update(adAccounts)
    .set({ lastSyncedAt: ctx.clock.now(), connected: true })
    .where(eq(adAccounts.customerId, customerId))
  await enqueue(ctx, analyseAccount, { customerId }, { uniqueKey: analysisKey(customerId) })
}

async function booksAccount(ctx: Context, userId: string) {
  await ctx.db
    .insert(adAccounts)
    .values({
      customerId: newCustomerId(),
      userId,
      googleCustomerId: BOOKS_ACCOUNT,
      name: 'Zócalo Libros de muestra',
      isManager: false,
      currencyCode: 'EUR',
      timeZone: TIME_ZONE,
      source: 'imported',
      granularity: 'day',
      connected: true,
      syncVersion: 0,
      createdAt: ctx.clock.now(),
    })
    .onConflictDoNothing()
  const [account] = await ctx.db
    .select()
    .from(adAccounts)
    .where(and(eq(adAccounts.userId, userId), eq(adAccounts.googleCustomerId, BOOKS_ACCOUNT)))
  return account!
}

async function beginAnew(ctx: Context, customerId: number): Promise<void> {
  const entities = demoEntities(customerId, SAMPLE_BOOKS)
  await ctx.db.insert(campaigns).values(entities.campaigns).onConflictDoNothing()
  await ctx.db.insert(adGroups).values(entities.adGroups).onConflictDoNothing()
  await ctx.db.insert(ads).values(entities.ads).onConflictDoNothing()
  await ctx.db.insert(keywords).values(entities.keywords).onConflictDoNothing()
  await ctx.db.insert(searchTerms).values(entities.searchTerms).onConflictDoNothing()
  await ctx.db
    .insert(conversionActions)
    .values({ customerId, conversionActionId: 1, ...PURCHASE })
    .onConflictDoNothing()
  const at = ctx.clock.now()
  const goals = { customerId, brandWords: [], protectedWords: [], updatedAt: at }
  await ctx.db
    .insert(accountGoals)
    .values({ ...goals, targetCpaMicros: GOAL_EUROS * MICROS })
    .onConflictDoNothing()
  const state = { status: 'idle', rowsWritten: 0, recentReady: 1, updatedAt: at } as const
  const today = dayInZone(at, TIME_ZONE)
  await ctx.db
    .insert(syncStates)
    .values({ customerId, ...state, backfilledFrom: addDays(today, -SAMPLE_HISTORY_DAYS) })
    .onConflictDoNothing()
}

async function fill(
  ctx: Context,
  customerId: number,
  { first, from, to }: { first: Day; from: Day; to: Day },
): Promise<void> {
  const operations = await operationsInForce(ctx, customerId)
  const response = responseTo(
    operations.map((operation) => ({ operation, before: asPlanned(operation) })),
  )
  const days = eachDay(from, to).map((day) => shopFactsOf(SAMPLE_BOOKS, day, response))
  for (const level of LEVELS)
    await writeFacts(
      ctx,
      { customerId, level },
      { from, to, rows: days.flatMap((day) => day[level]) },
    )
  await ctx.db
    .update(adAccounts)
    .set({ dataFrom: first, dataTo: to, syncVersion: sql`${adAccounts.syncVersion} + 1` })
    .where(eq(adAccounts.customerId, customerId))
}

/** Bid and budget of what an operation changes, before anything was changed. */
function asPlanned(operation: InForce['operation']): InForce['before'] {
  const text = JSON.stringify(operation)
  const planned = demoEntities(0, SAMPLE_BOOKS)
  const keyword = planned.keywords.find(({ criterionId }) => text.includes(`~${criterionId}"`))
  const campaign = planned.campaigns.find(({ budgetId }) => text.includes(`Budgets/${budgetId}"`))
  return {
    ...(keyword?.cpcBidMicros && { bidMicros: keyword.cpcBidMicros }),
    ...(campaign?.budgetMicros && { budgetMicros: campaign.budgetMicros }),
  }
}
