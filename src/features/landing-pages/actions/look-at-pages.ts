import { and, eq, lt } from 'drizzle-orm'
import { eraseAccountData } from '#account-data/erase-tenant.ts'
import { readGoals } from '#account-data/goals.ts'
import { accountById } from '#account-data/owned-account.ts'
import { analyseAccount, analysisKey } from '#features/recommendations/contract/recommendations.ts'
import type { Context } from '#platform/context.ts'
import { lookedPages } from '#platform/db/schema/pages.ts'
import { enqueue, RetryLater } from '#platform/jobs.ts'
import { limitRate } from '#platform/rate-limit.ts'
import { AppError } from '#shared/app-error.ts'
import { CONFIRMED_AFTER_MS } from '#shared/broken-page.ts'
import { dayInZone } from '#shared/dates.ts'
import { lookAtPages as lookKind, pagesAgainKey } from '../contract.ts'
import { readSpendingAds } from '../queries/spending-ads.ts'
import { duePages, isNews, isUnconfirmed, type KnownPage, seenPage } from '../rules/due-pages.ts'
import { openVisit, type Visit } from './visit.ts'

const DAY_MS = 24 * 3_600_000
const perDay = limitRate({ name: 'pages-of-account', max: 50, perMs: DAY_MS })
/** What no ad led to for so long is forgotten. */
const KEPT_MS = 30 * DAY_MS

/** Opens the pages of active ads that are due, one after the other, and has the account judged anew if they tell anything new. Safe to repeat. */
export async function lookAtPages(ctx: Context, customerId: number): Promise<void> {
  const account = await accountById(ctx, customerId)
  if (!account?.connected || account.source !== 'google' || !(await mayLook(ctx, customerId)))
    return
  const known = await readKnown(ctx, customerId)
  const now = ctx.clock.now()
  const ads = await readSpendingAds(ctx, customerId, dayInZone(now, account.timeZone))
  const before = new Map(known.map((page) => [page.address, page]))
  const seen = await lookAt(ctx, customerId, duePages(ads, known, now), before).catch((error) => {
    if (!ctx.stopping.aborted) throw error
    throw new RetryLater('the process ended in the middle', 0)
  })
  if (await leftNothing(ctx, customerId)) return
  const tooOld = lt(lookedPages.lookedAt, new Date(now.getTime() - KEPT_MS))
  await ctx.db.delete(lookedPages).where(and(eq(lookedPages.customerId, customerId), tooOld))
  if (seen.some(isUnconfirmed)) await lookAgain(ctx, customerId)
  if (seen.some((page) => isNews(page, before.get(page.address))))
    await enqueue(ctx, analyseAccount, { customerId }, { uniqueKey: analysisKey(customerId) })
}

/** Its owner lets us, unless told otherwise; made-up advertisers have pages only where these are played too. */
async function mayLook(ctx: Context, customerId: number): Promise<boolean> {
  if (!ctx.config.advertiserWeb) return false
  return (await readGoals(ctx, customerId))?.looksAtPages ?? true
}

async function readKnown(ctx: Context, customerId: number): Promise<KnownPage[]> {
  return await ctx.db.select().from(lookedPages).where(eq(lookedPages.customerId, customerId))
}

/** Each is kept as soon as it was seen, so that what breaks off begins where it was. */
async function lookAt(
  ctx: Context,
  customerId: number,
  addresses: readonly string[],
  before: ReadonlyMap<string, KnownPage>,
): Promise<KnownPage[]> {
  const seen: KnownPage[] = []
  const visit = openVisit(ctx)
  for (const address of addresses) {
    if (!(await visit.mayOpen(address))) continue
    if (!(await isWithinDay(ctx, customerId))) break
    seen.push(await open(ctx, customerId, visit, address, before.get(address)))
  }
  return seen
}

async function open(
  ctx: Context,
  customerId: number,
  visit: Visit,
  address: string,
  before: KnownPage | undefined,
): Promise<KnownPage> {
  const look = await visit.open(address)
  const page = seenPage({ ...look, lookedAt: ctx.clock.now() }, before)
  const { address: _, ...set } = page
  await ctx.db
    .insert(lookedPages)
    .values({ customerId, ...page })
    .onConflictDoUpdate({ target: [lookedPages.customerId, lookedPages.address], set })
  return page
}

async function isWithinDay(ctx: Context, customerId: number): Promise<boolean> {
  try {
    await perDay.count(ctx, String(customerId))
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') return false
    throw error
  }
}

/** Of an account that was erased meanwhile, or whose owner said no, nothing stays. */
async function leftNothing(ctx: Context, customerId: number): Promise<boolean> {
  if (!(await accountById(ctx, customerId))) {
    await eraseAccountData(ctx, customerId)
    return true
  }
  if (await mayLook(ctx, customerId)) return false
  await ctx.db.delete(lookedPages).where(eq(lookedPages.customerId, customerId))
  return true
}

async function lookAgain(ctx: Context, customerId: number): Promise<void> {
  const runAt = new Date(ctx.clock.now().getTime() + CONFIRMED_AFTER_MS)
  await enqueue(ctx, lookKind, { customerId }, { uniqueKey: pagesAgainKey(customerId), runAt })
}
