import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
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
type Spent = { day: string; readAtMs: number; operations: number }
/** By configuration, one for each process. */
const spentToday = new WeakMap<object, Spent>()

/** `customerId`: ours; 0 before there is an account. `owed`: taking back and looking up are never refused for a share. */
export type Use = { customerId: number; operations: number; priority: Priority; owed?: boolean }

/**
 * Counts operations before they are sent, since refused ones cost too. The day is UTC's. Of other processes it knows what
 * they had spent two seconds ago; an account's own count is exact. A user who has had a share of the day leaves another one
 * to the rest, and has what they do not want. Google counts the last 24 hours, and what others send for the project: where it has
 * said until when it takes no more, only people still ask. Throws OperationsSpent.
 */
export async function countOperations(ctx: Context, use: Use): Promise<void> {
  const now = ctx.clock.now()
  const day = now.toISOString().slice(0, 10)
  const daily = ctx.config.googleAds.dailyOperations
  const reach = REACH[use.priority]
  const spent = await readSpent(ctx, day, now.getTime())
  const after = spent.operations + use.operations
  const untilTomorrow = Date.parse(day) + 86_400_000 - now.getTime()
  const refusedMs = (refusedUntil.get(ctx.config) ?? 0) - now.getTime()
  if (use.priority === 'background' && refusedMs > 0) throw new OperationsSpent(refusedMs)
  if (after > daily * reach.all) throw new OperationsSpent(untilTomorrow)
  if (!use.owed && after > daily * reach.beyondShare) {
    const ofUser = use.operations + (await spentByUser(ctx, day, use.customerId))
    if (ofUser > daily * SHARE) throw new OperationsSpent(untilTomorrow)
  }
  const ownLimit =
    use.priority === 'background' ? Math.max(ACCOUNT_MINIMUM, Math.floor(daily * SHARE)) : daily
  spent.operations += use.operations
  if (await countOwn(ctx, day, use, ownLimit)) return
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

async function readSpent(ctx: Context, day: string, nowMs: number): Promise<Spent> {
  const known = spentToday.get(ctx.config)
  if (known?.day === day && Math.abs(nowMs - known.readAtMs) < LOOK_AGAIN_MS) return known
  const { rows } = await ctx.db.execute<{ operations: number }>(sql`
    select coalesce(sum(operations), 0)::int as operations from api_usage where day = ${day}::date`)
  const spent = { day, readAtMs: nowMs, operations: rows[0]?.operations ?? 0 }
  spentToday.set(ctx.config, spent)
  return spent
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
