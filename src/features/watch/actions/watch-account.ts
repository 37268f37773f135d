import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import { type Account, accountById } from '#account-data/owned-account.ts'
import type { Alert } from '#engine/watch/alert.ts'
import { findAlerts } from '#engine/watch/find-alerts.ts'
import type { Context } from '#platform/context.ts'
import { accountAlerts } from '#platform/db/schema/watch.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { findBudgetAlerts } from '../queries/pace.ts'
import { loadWatchedAccount } from '../queries/watched-account.ts'
import { firstDayOf, isSameFigure, matchEvents } from '../rules/same-event.ts'

/** Among figures outside their band: a budget that runs out is sure, but there is time. */
const BUDGET_SCORE = 5

/** Looks whether an account's figures are within their bands, and keeps what is not; what is back within ends. */
export async function watchAccount(ctx: Context, customerId: number): Promise<void> {
  const account = await accountById(ctx, customerId)
  if (!account || account.isManager) return
  const found = await findAll(ctx, account)
  const now = ctx.clock.now()
  await inTransaction(ctx, async (ctx) => {
    const rows = await ctx.db
      .select()
      .from(accountAlerts)
      .where(and(eq(accountAlerts.customerId, customerId), isOpenOrRecent(now)))
      // What lasts before what has ended.
      .orderBy(sql`${accountAlerts.endedAt} is not null`, desc(accountAlerts.startsOn))
      .for('update')
    const matches = matchEvents(found, rows)
    for (const [at, one] of found.entries()) {
      const { id, of } = matches[at]!
      const kept = rows.find((row) => row.id === (id ?? of))
      await keep(ctx, customerId, { id, kept, found: withFirstDay(one, kept), now })
    }
    const lasting = new Set(matches.map(({ id }) => id))
    const ended = rows.flatMap(({ id, endedAt }) => (lasting.has(id) || endedAt ? [] : [id]))
    if (ended.length > 0)
      await ctx.db
        .update(accountAlerts)
        .set({ endedAt: now })
        .where(and(eq(accountAlerts.customerId, customerId), inArray(accountAlerts.id, ended)))
  })
}

/** What has just ended and is back is no other event, and is not told again. */
const isOpenOrRecent = (now: Date) =>
  or(isNull(accountAlerts.endedAt), gt(accountAlerts.endedAt, new Date(now.getTime() - BACK_MS)))
const BACK_MS = 14 * 86_400_000

type Row = typeof accountAlerts.$inferSelect

type Found = Pick<
  typeof accountAlerts.$inferInsert,
  'metric' | 'rises' | 'startsOn' | 'endsOn' | 'score' | 'body'
> & { campaignId: number | null }

async function findAll(ctx: Context, account: Account): Promise<Found[]> {
  const watched = await loadWatchedAccount(ctx, account)
  const idOf = (campaignId: string | null) => (campaignId === null ? null : Number(campaignId))
  const odd = (watched ? findAlerts(watched) : []).map((body) => ({
    metric: body.metric,
    campaignId: idOf(body.campaignId),
    rises: body.seen > body.expected,
    startsOn: body.from,
    endsOn: body.to,
    score: Math.abs(body.score),
    body,
  }))
  const budgets = (await findBudgetAlerts(ctx, account)).map((body) => ({
    metric: 'budget' as const,
    campaignId: idOf(body.campaignId),
    rises: true,
    startsOn: body.month,
    endsOn: body.latest,
    score: BUDGET_SCORE,
    body,
  }))
  return [...odd, ...budgets]
}

/** Whose beginning is further back than its run. */
function withFirstDay(found: Found, kept: Row | undefined): Found {
  if (!kept || !isSameFigure(found, kept)) return found
  const since = firstDayOf(found, { ...kept, since: (kept.body as Alert).since })
  return since ? { ...found, body: { ...(found.body as Alert), since } } : found
}

/** What tells an event again that was told before was seen as that one was, and is as old. */
async function keep(
  ctx: Context,
  customerId: number,
  { id, kept, found, now }: { id: string | null; kept: Row | undefined; found: Found; now: Date },
): Promise<void> {
  const values = { ...found, updatedAt: now }
  const told = { createdAt: kept?.createdAt ?? now, seenAt: kept?.seenAt ?? null }
  if (id === null)
    await ctx.db.insert(accountAlerts).values({ ...values, ...told, customerId, id: randomUUID() })
  else
    await ctx.db
      .update(accountAlerts)
      .set({ ...values, endedAt: null })
      .where(and(eq(accountAlerts.customerId, customerId), eq(accountAlerts.id, id)))
}
