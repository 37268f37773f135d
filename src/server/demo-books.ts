import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { analyseAccount, analysisKey } from '#features/recommendations/contract/recommendations.ts'
import { countUnread } from '#features/recommendations/queries/unread-accounts.ts'
import { writeFacts } from '#features/sync/actions/write-facts.ts'
import { watchAccount, watchKey } from '#features/watch/contract/alerts.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { adAccounts, users } from '#platform/db/schema/access.ts'
import { conversionActions } from '#platform/db/schema/entities.ts'
import { accountGoals } from '#platform/db/schema/recommendations.ts'
import { syncStates } from '#platform/db/schema/work.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { enqueue, handle, type JobHandler } from '#platform/jobs.ts'
import { hashPassword } from '#platform/passwords.ts'
import { newToken } from '#platform/secrets.ts'
import { addDays, type Day, dayInZone, eachDay } from '#shared/dates.ts'
import { jobKind } from '#shared/job-kind.ts'
import { MICROS } from '#shared/metrics.ts'
import { type InForce, responseTo } from './demo-changes.ts'
import { liveThroughHistory, operationsInForce, SAMPLE_HISTORY_DAYS } from './demo-history.ts'
import { demoEntities } from './demo-shop-entities.ts'
import { type DemoLevel, shopFactsOf } from './demo-shop-facts.ts'
import { SAMPLE_TIME_ZONE, sampleAccount, writeSampleEntities } from './sample-account.ts'
import { SAMPLE_BOOKS } from './sample-books-plan.ts'

const BOOKS = { googleCustomerId: '9000000000002', name: 'Zócalo Libros de muestra' }
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

// Not among the months that are read of other accounts meanwhile: who opens the demonstration waits for it.
const openBooks = jobKind('open-sample-books', {
  payload: z.object({ userId: z.string() }),
  maxAttempts: 2,
})

const AGAIN_AFTER_MS = 3_000
/** Two minutes: an account that cannot be read keeps the others waiting no longer. */
const MOST_TRIES = 40

const awaitFirstDays = jobKind('await-first-days', {
  payload: z.object({ userId: z.string(), triesLeft: z.number() }),
  maxAttempts: 3,
})

export const sampleJobs: readonly JobHandler[] = [
  handle(openBooks, (ctx, { userId }) => prepareSampleBooks(ctx, userId)),
  handle(awaitFirstDays, async (ctx, { userId, triesLeft }) => {
    if (triesLeft === 0 || (await countUnread(ctx, eq(adAccounts.userId, userId))) === 0)
      return await enqueueSampleBooks(ctx, userId)
    const runAt = new Date(ctx.clock.now().getTime() + AGAIN_AFTER_MS)
    await enqueue(ctx, awaitFirstDays, { userId, triesLeft: triesLeft - 1 }, { runAt })
  }),
]

/** Six months take seconds: they are lived through beside the first look at the other account. */
export async function enqueueSampleBooks(ctx: Context, userId: string): Promise<void> {
  await enqueue(ctx, openBooks, { userId }, { uniqueKey: `${openBooks.name}:${userId}` })
}

/** Once the person's other accounts have shown their first days, which they came for. */
export async function enqueueSampleBooksAfterFirstDays(
  ctx: Context,
  userId: string,
): Promise<void> {
  const uniqueKey = `${awaitFirstDays.name}:${userId}`
  await enqueue(ctx, awaitFirstDays, { userId, triesLeft: MOST_TRIES }, { uniqueKey })
}

/** The bookshop with what was changed in it; later the days that have passed since. Safe to repeat. */
async function prepareSampleBooks(ctx: Context, userId: string): Promise<void> {
  const ownerId = await ownerMeanwhile(ctx, userId)
  const account = await sampleAccount(ctx, ownerId, BOOKS)
  const { customerId } = account
  const today = dayInZone(ctx.clock.now(), SAMPLE_TIME_ZONE)
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
    const caller = { userId: ownerId, role: 'user', isActive: true, plan: null } as const
    const asOwner: CallerContext = {
      ...ctx,
      caller: { ...caller, sessionHash: '', readOnly: false, personId: userId },
    }
    await liveThroughHistory(asOwner, customerId, { today, fillUpTo })
    await ctx.db.delete(syncStates).where(eq(syncStates.customerId, customerId))
  } else await fillUpTo(yesterday)
  await inTransaction(ctx, async (ctx) => {
    await ctx.db
      .update(adAccounts)
      .set({ userId, lastSyncedAt: ctx.clock.now(), connected: true })
      .where(eq(adAccounts.customerId, customerId))
    if (ownerId !== userId) await ctx.db.delete(users).where(eq(users.id, ownerId))
    await enqueue(ctx, analyseAccount, { customerId }, { uniqueKey: analysisKey(customerId) })
    await enqueue(ctx, watchAccount, { customerId }, { uniqueKey: watchKey(customerId) })
  })
}

/**
 * Whose the account is until it has lived through its months: half of them would be all that a visitor sees. One made before
 * without that, and not to the end, goes there too.
 */
async function ownerMeanwhile(ctx: Context, userId: string): Promise<string> {
  const ofUser = eq(adAccounts.userId, userId)
  const isBooks = and(ofUser, eq(adAccounts.googleCustomerId, BOOKS.googleCustomerId))
  const [own] = await ctx.db.select().from(adAccounts).where(isBooks)
  if (own?.lastSyncedAt) return userId
  // No mail arrives there, and no password opens it.
  const email = `muestra-${userId}@pujante.invalid`
  await ctx.db
    .insert(users)
    .values({
      id: randomUUID(),
      email,
      name: BOOKS.name,
      passwordHash: await hashPassword(newToken()),
      role: 'user',
      isActive: true,
      plan: 'premium',
      activatedManually: true,
      isDemo: true,
      createdAt: ctx.clock.now(),
    })
    .onConflictDoNothing()
  const [owner] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.email, email))
  if (own) await ctx.db.update(adAccounts).set({ userId: owner!.id }).where(isBooks)
  return owner!.id
}

async function beginAnew(ctx: Context, customerId: number): Promise<void> {
  await writeSampleEntities(ctx, demoEntities(customerId, SAMPLE_BOOKS))
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
  const today = dayInZone(at, SAMPLE_TIME_ZONE)
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
