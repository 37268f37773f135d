import { and, eq, gt, inArray, notInArray, or, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { countOpenAlerts } from '#account-data/open-alerts.ts'
import { IN_TURN_OF_ALL, isDue } from '#account-data/order-of-recommendations.ts'
import type { Recommendation } from '#engine/findings/recommendation.ts'
import type { Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { recommendations } from '#platform/db/schema/recommendations.ts'
import { accountAlerts } from '#platform/db/schema/watch.ts'
import type { LetterItem } from '#platform/mail/letter.ts'
import { STATUS } from '#shared/change-states.ts'
import type { MorningLines } from '../emails.ts'
import { alertItem, openAlerts } from './alerts.ts'

const MOST_DECISIONS = 5
const MOST_ALERTS = 10

/** The last mail: `justTold` are ids of what it told and had come about shortly before; null before the first. */
type Told = { toldAt: Date; justTold: readonly string[] | null }

/** What is new to a person since the last mail, over all accounts; null where nothing is. */
export async function readMorningLines(
  ctx: Context,
  userId: string,
  told: Told,
): Promise<MorningLines | null> {
  const isNew = and(
    eq(adAccounts.userId, userId),
    isSince(told, accountAlerts.createdAt, accountAlerts.id),
  )
  const alerts = await openAlerts(ctx, isNew)
  const decisions = await newDecisions(ctx, userId, told)
  if (alerts.length === 0 && decisions.length === 0) return null
  return {
    alerts: alerts.slice(0, MOST_ALERTS).map(alertItem),
    moreAlerts: Math.max(0, (await countOpenAlerts(ctx, isNew)) - MOST_ALERTS),
    decisions: decisions.slice(0, MOST_DECISIONS),
    moreDecisions: Math.max(0, decisions.length - MOST_DECISIONS),
  }
}

/**
 * What an analysis finds is dated before it is committed: what was dated up to so long before a mail, and not in it, is in the next. Longer
 * than an analysis takes, and than clocks of two machines differ.
 */
const COMMITTED_LATE_MS = 3_600_000

function isSince({ toldAt, justTold }: Told, at: PgColumn, id: PgColumn): SQL | undefined {
  if (!justTold) return gt(at, toldAt)
  const shortlyBefore = new Date(toldAt.getTime() - COMMITTED_LATE_MS)
  return or(
    gt(at, toldAt),
    and(gt(at, shortlyBefore), justTold.length > 0 ? notInArray(id, [...justTold]) : undefined),
  )
}

/** Ids of what has come about shortly before now: the mail that is written now tells of it, and the next need not. */
export async function readJustTold(ctx: Context, userId: string): Promise<string[]> {
  const shortlyBefore = new Date(ctx.clock.now().getTime() - COMMITTED_LATE_MS)
  const isOwn = eq(adAccounts.userId, userId)
  const alerts = ctx.db
    .select({ id: accountAlerts.id })
    .from(accountAlerts)
    .innerJoin(adAccounts, eq(adAccounts.customerId, accountAlerts.customerId))
    .where(and(isOwn, gt(accountAlerts.createdAt, shortlyBefore)))
  const decisions = ctx.db
    .select({ id: recommendations.id })
    .from(recommendations)
    .innerJoin(adAccounts, eq(adAccounts.customerId, recommendations.customerId))
    .where(
      and(
        isOwn,
        or(
          gt(recommendations.createdAt, shortlyBefore),
          gt(recommendations.returnedAt, shortlyBefore),
        ),
      ),
    )
  return [...(await alerts), ...(await decisions)].map(({ id }) => id)
}

async function newDecisions(ctx: Context, userId: string, told: Told): Promise<LetterItem[]> {
  const { id, createdAt, returnedAt } = recommendations
  const rows = await ctx.db
    .select({ body: recommendations.body, accountName: adAccounts.name })
    .from(recommendations)
    .innerJoin(adAccounts, eq(adAccounts.customerId, recommendations.customerId))
    .where(
      and(
        eq(adAccounts.userId, userId),
        inArray(recommendations.status, [STATUS.pending]),
        or(isSince(told, createdAt, id), isSince(told, returnedAt, id)),
        isDue(ctx.clock.now()),
      ),
    )
    .orderBy(...IN_TURN_OF_ALL)
  return rows.map(({ body, accountName }) => {
    // Only the engine's own output is stored as a body.
    const { title, estimatedImpact } = body as Recommendation
    return { text: title, detail: `${accountName}. ${estimatedImpact}` }
  })
}
