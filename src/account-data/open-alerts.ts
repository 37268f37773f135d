import { and, count, eq, gte, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { accountAlerts } from '#platform/db/schema/watch.ts'

/** Of an account that is no longer read its last alerts say nothing of now. */
const OLDEST_DAYS = 3

/** A condition on alerts and their accounts: those that last, were not put away, and are of days that still count; a budget's of this month. */
export function isOpenAlert(now: Date): SQL | undefined {
  const today = sql`(${now.toISOString()}::timestamptz at time zone ${adAccounts.timeZone})::date`
  const isBudget = eq(accountAlerts.metric, 'budget')
  return and(
    eq(adAccounts.connected, true),
    isNull(accountAlerts.endedAt),
    isNull(accountAlerts.seenAt),
    or(isBudget, gte(accountAlerts.endsOn, sql`${today} - ${sql.raw(String(OLDEST_DAYS))}`)),
    or(
      ne(accountAlerts.metric, 'budget'),
      eq(accountAlerts.startsOn, sql`date_trunc('month', ${today})::date`),
    ),
  )
}

/** How many there are, however many are read. `asked`: of which accounts or alerts. */
export async function countOpenAlerts(ctx: Context, asked: SQL | undefined): Promise<number> {
  const [row] = await ctx.db
    .select({ alerts: count() })
    .from(accountAlerts)
    .innerJoin(adAccounts, eq(adAccounts.customerId, accountAlerts.customerId))
    .where(and(asked, isOpenAlert(ctx.clock.now())))
  // A count without groups is one row.
  return row!.alerts
}
