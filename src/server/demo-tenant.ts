import { randomUUID } from 'node:crypto'
import { and, eq, gte, sql } from 'drizzle-orm'
import { startDemo } from '#features/auth/contract/endpoints.ts'
import { toSessionUser } from '#features/auth/rules.ts'
import { analyseAccount, analysisKey } from '#features/recommendations/contract/recommendations.ts'
import { writeFacts } from '#features/sync/actions/write-facts.ts'
import { watchAccount, watchKey } from '#features/watch/contract/alerts.ts'
import type { Context } from '#platform/context.ts'
import { adAccounts, users } from '#platform/db/schema/access.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { type Mount, serve } from '#platform/http.ts'
import { enqueue } from '#platform/jobs.ts'
import { hashPassword } from '#platform/passwords.ts'
import { limitRate } from '#platform/rate-limit.ts'
import { newToken } from '#platform/secrets.ts'
import { openSession } from '#platform/session.ts'
import { AppError } from '#shared/app-error.ts'
import { addDays, type Day, type DayRange, dayInZone, eachDay } from '#shared/dates.ts'
import { enqueueSampleBooks } from './demo-books.ts'
import { demoEntities } from './demo-shop-entities.ts'
import { type DemoLevel, demoFactsOf } from './demo-shop-facts.ts'
import { SAMPLE_TIME_ZONE, sampleAccount, writeSampleEntities } from './sample-account.ts'

/** No mail arrives at `.invalid` (RFC 2606), and no password opens this account. */
const DEMO_EMAIL = 'demostracion@pujante.invalid'
/** Thirteen digits, like every account that is not Google's. */
const SHOES = { googleCustomerId: '9000000000001', name: 'Zapatería de muestra' }
const HISTORY_DAYS = 120
const LEVELS: DemoLevel[] = ['account', 'campaign', 'ad_group', 'ad', 'keyword', 'search_term']

/** `POST /api/demo/session`: a look at sample data, without sign-up and without any vendor. */
export function mountDemo(mount: Mount): void {
  const limitVisits = limitRate({ name: 'demo', max: 20, perMs: 60_000 })
  const ready = onceAtATime((ctx: Context) => prepareDemoTenant(ctx))

  serve(mount, startDemo, async (ctx, _input, exchange) => {
    await limitVisits.count(ctx, exchange.request.ip)
    if (ctx.caller && !ctx.caller.readOnly)
      throw new AppError(
        'conflict',
        'Tienes una sesión abierta. Ciérrala si quieres ver la demostración.',
      )
    const user = await ready(ctx)
    await openSession(ctx, exchange, user)
    return { message: 'Estás viendo datos de muestra.', user: toSessionUser(user) }
  })
}

/** Creates the tenant the first time; later adds the days that have passed since. Safe to repeat. */
export async function prepareDemoTenant(ctx: Context): Promise<typeof users.$inferSelect> {
  const user = await demoUser(ctx)
  const account = await sampleAccount(ctx, user.id, SHOES)
  const yesterday = newestSampleDay(ctx)
  if (account.dataTo !== null && account.dataTo >= yesterday) return user
  const oldest = addDays(yesterday, 1 - HISTORY_DAYS)
  const missingFrom = account.dataTo ? addDays(account.dataTo, 1) : oldest
  const from = missingFrom > oldest ? missingFrom : oldest
  if (account.dataTo === null) await writeSampleEntities(ctx, demoEntities(account.customerId))
  await writeDays(ctx, account.customerId, { from, to: yesterday })
  const { customerId } = account
  // Together: with these days it counts as prepared, and nothing would make up for what was not enqueued.
  await inTransaction(ctx, async (ctx) => {
    await ctx.db
      .update(adAccounts)
      .set({
        dataFrom: account.dataFrom ?? from,
        dataTo: yesterday,
        lastSyncedAt: ctx.clock.now(),
        syncVersion: sql`${adAccounts.syncVersion} + 1`,
      })
      .where(eq(adAccounts.customerId, customerId))
    await enqueue(ctx, analyseAccount, { customerId }, { uniqueKey: analysisKey(customerId) })
    await enqueue(ctx, watchAccount, { customerId }, { uniqueKey: watchKey(customerId) })
    await enqueueSampleBooks(ctx, user.id)
  })
  return user
}

/** Whether a visitor finds all days there are. */
export async function isDemoPrepared(ctx: Context): Promise<boolean> {
  const prepared = and(
    eq(users.email, DEMO_EMAIL),
    eq(adAccounts.googleCustomerId, SHOES.googleCustomerId),
    gte(adAccounts.dataTo, newestSampleDay(ctx)),
  )
  const found = await ctx.db
    .select({ id: users.id })
    .from(users)
    .innerJoin(adAccounts, eq(adAccounts.userId, users.id))
    .where(prepared)
  return found.length > 0
}

function newestSampleDay(ctx: Context): Day {
  return addDays(dayInZone(ctx.clock.now(), SAMPLE_TIME_ZONE), -1)
}

async function demoUser(ctx: Context) {
  const isDemo = eq(users.email, DEMO_EMAIL)
  const [known] = await ctx.db.select().from(users).where(isDemo)
  if (known) return known
  const passwordHash = await hashPassword(newToken())
  await ctx.db
    .insert(users)
    .values({
      id: randomUUID(),
      email: DEMO_EMAIL,
      name: 'Datos de muestra',
      passwordHash,
      role: 'user',
      isActive: true,
      plan: 'premium',
      activatedManually: true,
      isDemo: true,
      createdAt: ctx.clock.now(),
    })
    .onConflictDoNothing()
  const [made] = await ctx.db.select().from(users).where(isDemo)
  return made!
}

async function writeDays(ctx: Context, customerId: number, range: DayRange): Promise<void> {
  const days = eachDay(range.from, range.to).map(demoFactsOf)
  for (const level of LEVELS)
    await writeFacts(
      ctx,
      { customerId, level },
      { ...range, rows: days.flatMap((day) => day[level]) },
    )
}

/** Visitors who arrive together share one piece of work. */
function onceAtATime<T>(work: (ctx: Context) => Promise<T>): (ctx: Context) => Promise<T> {
  let underWay: Promise<T> | undefined
  return (ctx) => {
    underWay ??= work(ctx).finally(() => {
      underWay = undefined
    })
    return underWay
  }
}
