import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { OperationsSpent } from './errors.ts'

/** Whose turn it is: background work leaves the last operations of the day to people who wait. */
export type Priority = 'interactive' | 'background'

const BACKGROUND_SHARE = 0.9
/** One account's background work may not use up what all tenants share. */
const ACCOUNT_SHARE = 0.25
/** Keeps a tiny budget usable for one account. */
const ACCOUNT_MINIMUM = 200

/** What other processes have spent meanwhile is looked up so often: adding up every account's row takes longer the more there are. */
const LOOK_AGAIN_MS = 2_000
type Spent = { day: string; readAtMs: number; operations: number }
/** By configuration, one for each process. */
const spentToday = new WeakMap<object, Spent>()

/**
 * Counts operations before they are sent, since refused ones cost too. The day is UTC's. Of other processes it knows what
 * they had spent two seconds ago; an account's own count is exact. `customerId`: ours; 0 before there is an account.
 * Throws OperationsSpent.
 */
export async function countOperations(
  ctx: Context,
  use: { customerId: number; operations: number; priority: Priority },
): Promise<void> {
  const now = ctx.clock.now()
  const day = now.toISOString().slice(0, 10)
  const daily = ctx.config.googleAds.dailyOperations
  const background = use.priority === 'background'
  const spent = await readSpent(ctx, day, now.getTime())
  const fits = spent.operations + use.operations <= daily * (background ? BACKGROUND_SHARE : 1)
  const ownLimit = background ? Math.max(ACCOUNT_MINIMUM, Math.floor(daily * ACCOUNT_SHARE)) : daily
  const tomorrow = new Date(Date.parse(day) + 86_400_000)
  if (!fits) throw new OperationsSpent(tomorrow)
  spent.operations += use.operations
  if (await countOwn(ctx, day, use, ownLimit)) return
  spent.operations -= use.operations
  throw new OperationsSpent(tomorrow)
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
  { customerId, operations }: { customerId: number; operations: number },
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
