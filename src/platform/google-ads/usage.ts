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

/**
 * Counts operations before they are sent, since refused ones cost too. The day is UTC's.
 * `customerId`: ours; 0 before there is an account. Throws OperationsSpent.
 */
export async function countOperations(
  ctx: Context,
  use: { customerId: number; operations: number; priority: Priority },
): Promise<void> {
  const now = ctx.clock.now()
  const day = now.toISOString().slice(0, 10)
  const { rows } = await ctx.db.execute<{ all: number; own: number }>(sql`
    select coalesce(sum(operations), 0)::int as "all",
      coalesce(sum(operations) filter (where customer_id = ${use.customerId}), 0)::int as own
    from api_usage where day = ${day}::date`)
  const used = rows[0] ?? { all: 0, own: 0 }
  const daily = ctx.config.googleAds.dailyOperations
  const background = use.priority === 'background'
  const ownLimit = Math.max(ACCOUNT_MINIMUM, daily * ACCOUNT_SHARE)
  const spent =
    used.all + use.operations > daily * (background ? BACKGROUND_SHARE : 1) ||
    (background && used.own + use.operations > ownLimit)
  if (spent) throw new OperationsSpent(new Date(Date.parse(day) + 86_400_000))
  await ctx.db.execute(sql`
    insert into api_usage (day, customer_id, operations)
    values (${day}::date, ${use.customerId}, ${use.operations})
    on conflict (day, customer_id) do update set operations = api_usage.operations + excluded.operations`)
}
