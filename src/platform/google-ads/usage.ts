import { and, gt, like, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { rateWindows } from '../db/schema/work.ts'
import { type GoogleAdsError, isDailyQuota, OperationsSpent } from './errors.ts'

/** Whose turn it is: background work leaves the last operations of the day to people who wait. */
export type Priority = 'interactive' | 'background'

/** Of the day's operations: how far all together may go, and how far who has had more than a share already. */
const REACH = {
  background: { all: 0.9, beyondShare: 0.65 },
  interactive: { all: 1, beyondShare: 0.95 },
} as const
/** What one user, or one account's background work, may have while the others wait: the quota is of the whole project. */
const SHARE = 0.25
/** Keeps a tiny budget usable for one account. */
const ACCOUNT_MINIMUM = 200

/** What other processes have spent meanwhile is looked up so often: adding up every account's row takes longer the more there are. */
const LOOK_AGAIN_MS = 2_000
/** `endsAtMs`: when all of it lies more than 24 hours back. */
type Hour = { operations: number; endsAtMs: number }
type Spent = { readAtMs: number; operations: number; hours: readonly Hour[] }
/** By configuration, one for each process. */
const spentOf = new WeakMap<object, Spent>()
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** With an hour: a key among the windows in which calls are counted for all processes. */
export const HOURS_KEY = 'google-operations '

/** `customerId`: ours; 0 before there is an account. `owed`: taking back and looking up are never refused for a share. */
export type Use = { customerId: number; operations: number; priority: Priority; owed?: boolean }

/**
 * Counts operations before they are sent, since refused ones cost too: those of all in the last 24 hours, as Google does, shares of
 * users and accounts by UTC's day. Of other processes it knows what they had spent two seconds ago; an account's own count is exact.
 * A user who has had a share of the day leaves another one to the rest, and has what they do not want. Google also counts what
 * others send for the project: where it has said until when it takes no more, only people still ask. Throws OperationsSpent.
 */
export async function countOperations(ctx: Context, use: Use): Promise<void> {
  const now = ctx.clock.now()
  const day = now.toISOString().slice(0, 10)
  const daily = ctx.config.googleAds.dailyOperations
  const reach = REACH[use.priority]
  const spent = await readSpent(ctx, now)
  const after = spent.operations + use.operations
  const untilTomorrow = Date.parse(day) + DAY_MS - now.getTime()
  const refusedMs = (refusedUntil.get(ctx.config) ?? 0) - now.getTime()
  if (use.priority === 'background' && refusedMs > 0) throw new OperationsSpent(refusedMs)
  const tooMany = after - daily * reach.all
  if (tooMany > 0) throw new OperationsSpent(untilLeft(spent.hours, tooMany) - now.getTime())
  if (!use.owed && after > daily * reach.beyondShare) {
    const ofUser = use.operations + (await spentByUser(ctx, day, use.customerId))
    if (ofUser > daily * SHARE) throw new OperationsSpent(untilTomorrow)
  }
  const ownLimit =
    use.priority === 'background' ? Math.max(ACCOUNT_MINIMUM, Math.floor(daily * SHARE)) : daily
  spent.operations += use.operations
  if (await countOwn(ctx, day, use, ownLimit)) return await countHour(ctx, now, use.operations)
  spent.operations -= use.operations
  throw new OperationsSpent(untilTomorrow)
}

/** By configuration, as its process has heard it: an instant. */
const refusedUntil = new WeakMap<object, number>()

/** After each answer of Google's; `error`: what it refused, or null. */
export function heedQuota(ctx: Context, error: GoogleAdsError | null): void {
  if (!error) refusedUntil.delete(ctx.config)
  if (!isDailyQuota(error) || error.retryAfterMs === undefined) return
  const isOfProject = error.details.some(
    ({ details }) => details?.quotaErrorDetails?.rateScope === 'DEVELOPER',
  )
  if (isOfProject) refusedUntil.set(ctx.config, ctx.clock.now().getTime() + error.retryAfterMs)
}

/** By all accounts of the account's owner. */
async function spentByUser(ctx: Context, day: string, customerId: number): Promise<number> {
  const { rows } = await ctx.db.execute<{ operations: number }>(sql`
    select coalesce(sum(u.operations), 0)::int as operations
    from api_usage u join ad_accounts a on a.customer_id = u.customer_id
    where u.day = ${day}::date
      and a.user_id = (select user_id from ad_accounts where customer_id = ${customerId})`)
  return rows[0]?.operations ?? 0
}

async function readSpent(ctx: Context, now: Date): Promise<Spent> {
  const known = spentOf.get(ctx.config)
  if (known && Math.abs(now.getTime() - known.readAtMs) < LOOK_AGAIN_MS) return known
  const { key, calls, endsAt } = rateWindows
  const rows = await ctx.db
    .select({ operations: calls, endsAt })
    .from(rateWindows)
    .where(and(like(key, `${HOURS_KEY}%`), gt(endsAt, now)))
    .orderBy(endsAt)
  const hours = rows.map((row) => ({ ...row, endsAtMs: row.endsAt.getTime() }))
  const operations = hours.reduce((sum, hour) => sum + hour.operations, 0)
  const spent = { readAtMs: now.getTime(), operations, hours }
  spentOf.set(ctx.config, spent)
  return spent
}

/** The instant at which so many fewer are counted. */
function untilLeft(hours: readonly Hour[], tooMany: number): number {
  let left = tooMany
  for (const { operations, endsAtMs } of hours) {
    left -= operations
    if (left <= 0) return endsAtMs
  }
  return (hours.at(-1)?.endsAtMs ?? 0) + HOUR_MS
}

async function countHour(ctx: Context, now: Date, operations: number): Promise<void> {
  const startMs = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS
  const key = `${HOURS_KEY}${new Date(startMs).toISOString()}`
  await ctx.db
    .insert(rateWindows)
    .values({ key, calls: operations, endsAt: new Date(startMs + HOUR_MS + DAY_MS) })
    .onConflictDoUpdate({
      target: rateWindows.key,
      set: { calls: sql`${rateWindows.calls} + excluded.calls` },
    })
}

/** In one statement, so that two calls for one account do not both find the last room. False where there is none. */
async function countOwn(
  ctx: Context,
  day: string,
  { customerId, operations }: Use,
  atMost: number,
): Promise<boolean> {
  if (operations > atMost) return false
  const { rows } = await ctx.db.execute(sql`
    insert into api_usage (day, customer_id, operations)
    values (${day}::date, ${customerId}, ${operations})
    on conflict (day, customer_id) do update set operations = api_usage.operations + excluded.operations
      where api_usage.operations + excluded.operations <= ${atMost}
    returning operations`)
  return rows.length > 0
}
