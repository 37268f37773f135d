import { randomUUID } from 'node:crypto'
import { and, count, eq, inArray, ne } from 'drizzle-orm'
import { ownedCustomerIds } from '#account-data/owned-account.ts'
import type { CallerContext } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { sheetFeeds } from '#platform/db/schema/integrations.ts'
import { requirePlan } from '#platform/plan-access.ts'
import { hashToken, newToken } from '#platform/secrets.ts'
import { personOf } from '#platform/session.ts'
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
  await refuseWithoutDays(ctx, accounts)
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
    createdBy: personOf(ctx.caller),
  })
  const query = new URLSearchParams({ token, locale: 'es' })
  return { id, url: `${wanted.origin}${SHEET_CSV_PATH}?${query}` }
}

/** Sums of weeks or months would read as those of one day. */
async function refuseWithoutDays(ctx: CallerContext, customerIds: readonly number[]) {
  const [without] = await ctx.db
    .select({ name: adAccounts.name })
    .from(adAccounts)
    .where(and(inArray(adAccounts.customerId, [...customerIds]), ne(adAccounts.granularity, 'day')))
  if (!without) return
  const problem = `De «${without.name}» no hay cifras por días, y la hoja las trae por días.`
  throw new AppError('invalid', problem, { fields: { accountIds: problem } })
}

export async function deleteSheetFeed(ctx: CallerContext, feedId: string): Promise<void> {
  const gone = await ctx.db
    .delete(sheetFeeds)
    .where(and(eq(sheetFeeds.userId, ctx.caller.userId), eq(sheetFeeds.id, feedId)))
    .returning({ id: sheetFeeds.id })
  if (gone.length === 0) throw new AppError('not_found', 'No existe esa dirección.')
}
