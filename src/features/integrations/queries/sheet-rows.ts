import { and, eq, inArray, sql } from 'drizzle-orm'
import { lastReadDay } from '#account-data/last-known-day.ts'
import { readsOf } from '#account-data/reads-of.ts'
import { sumsQuery, toMetrics } from '#account-data/sums.ts'
import type { Context } from '#platform/context.ts'
import { adAccounts, users } from '#platform/db/schema/access.ts'
import { sheetFeeds } from '#platform/db/schema/integrations.ts'
import { requirePlan } from '#platform/plan-access.ts'
import { hashToken } from '#platform/secrets.ts'
import { isStillMakers } from '#platform/still-makers.ts'
import { AppError } from '#shared/app-error.ts'
import { addDays, dayInZone } from '#shared/dates.ts'
import type { SheetRow } from '../rules/sheet-csv.ts'

/** A sheet of 180 days and many campaigns is still one answer; beyond it the oldest days are left out, each whole. */
const MOST_ROWS = 50_000

export type Feed = typeof sheetFeeds.$inferSelect

/** Undefined for a token that is unknown or revoked. Throws 403 while the plan or the subscription lacks it. */
export async function findFeed(ctx: Context, token: string): Promise<Feed | undefined> {
  const [row] = await ctx.db
    .select({ feed: sheetFeeds, plan: users.plan, isActive: users.isActive })
    .from(sheetFeeds)
    .innerJoin(users, eq(users.id, sheetFeeds.userId))
    .where(and(eq(sheetFeeds.tokenHash, hashToken(token)), isStillMakers(sheetFeeds)))
  if (!row) return undefined
  if (!row.isActive)
    throw new AppError(
      'subscription_required',
      'Necesitas una suscripción activa para usar esta dirección.',
    )
  requirePlan(row, 'sheets')
  return row.feed
}

/** Campaigns by day, newest day first, up to the last that was read whole: a sheet that keeps its rows would keep a part of one. */
export async function readSheetRows(
  ctx: Context,
  feed: Feed,
  mostRows = MOST_ROWS,
): Promise<SheetRow[]> {
  const accounts = await ctx.db
    .select()
    .from(adAccounts)
    .where(and(eq(adAccounts.userId, feed.userId), inArray(adAccounts.customerId, feed.accounts)))
  const rows: SheetRow[] = []
  for (const account of accounts) {
    const now = ctx.clock.now()
    const to = lastReadDay(account, now) ?? addDays(dayInZone(now, account.timeZone), -1)
    const from = addDays(to, 1 - feed.days)
    const { customerId } = account
    const groupBy = ['day', 'campaign_id'] as const
    const found = await readsOf(ctx, customerId).execute<{ day: string; name: string }>(sql`
      select * from (select c.name, f.*, count(*) over (order by f.day desc) as up_to_its_day from (${sumsQuery({ customerId, level: 'campaign', from, to, groupBy })}) f
      join campaigns c on c.customer_id = ${customerId} and c.campaign_id = f.campaign_id
      ) r where up_to_its_day <= ${mostRows} order by day desc, name`)
    for (const row of found.rows)
      rows.push({
        day: row.day,
        account: account.name,
        campaign: row.name,
        currencyCode: account.currencyCode,
        ...toMetrics(row),
      })
  }
  await ctx.db
    .update(sheetFeeds)
    .set({ lastUsedAt: ctx.clock.now() })
    .where(and(eq(sheetFeeds.userId, feed.userId), eq(sheetFeeds.id, feed.id)))
  return rows
}
