import { randomUUID } from 'node:crypto'
import { and, count, eq } from 'drizzle-orm'
import { ownedCustomerIds } from '#account-data/owned-account.ts'
import type { CallerContext } from '#platform/context.ts'
import { sheetFeeds } from '#platform/db/schema/integrations.ts'
import { requirePlan } from '#platform/plan-access.ts'
import { hashToken, newToken } from '#platform/secrets.ts'
import { AppError } from '#shared/app-error.ts'
import { SHEET_CSV_PATH } from '../contract.ts'

const MOST_FEEDS = 10

/** The address is answered once; only the hash of its token is kept. */
export async function createSheetFeed(
  ctx: CallerContext,
  wanted: { name: string; accountIds: readonly string[]; days: number; origin: string },
): Promise<{ id: string; url: string }> {
  requirePlan(ctx.caller, 'sheets')
  const { userId } = ctx.caller
  const accounts = await ownedCustomerIds(ctx, wanted.accountIds)
  const [row] = await ctx.db
    .select({ known: count() })
    .from(sheetFeeds)
    .where(eq(sheetFeeds.userId, userId))
  if ((row?.known ?? 0) >= MOST_FEEDS)
    throw new AppError('conflict', `Puedes tener ${MOST_FEEDS} direcciones como mucho.`)
  const id = randomUUID()
  const token = newToken()
  await ctx.db.insert(sheetFeeds).values({
    userId,
    id,
    name: wanted.name,
    tokenHash: hashToken(token),
    accounts,
    days: wanted.days,
    createdAt: ctx.clock.now(),
  })
  const query = new URLSearchParams({ token, locale: 'es' })
  return { id, url: `${wanted.origin}${SHEET_CSV_PATH}?${query}` }
}

export async function deleteSheetFeed(ctx: CallerContext, feedId: string): Promise<void> {
  const gone = await ctx.db
    .delete(sheetFeeds)
    .where(and(eq(sheetFeeds.userId, ctx.caller.userId), eq(sheetFeeds.id, feedId)))
    .returning({ id: sheetFeeds.id })
  if (gone.length === 0) throw new AppError('not_found', 'No existe esa dirección.')
}
