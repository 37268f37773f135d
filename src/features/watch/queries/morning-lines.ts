import { and, eq, gt, inArray, or } from 'drizzle-orm'
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

/** What is new to a person since an instant, over all accounts; null where nothing is. */
export async function readMorningLines(
  ctx: Context,
  userId: string,
  since: Date,
): Promise<MorningLines | null> {
  const isNew = and(eq(adAccounts.userId, userId), gt(accountAlerts.createdAt, since))
  const alerts = await openAlerts(ctx, isNew)
  const decisions = await newDecisions(ctx, userId, since)
  if (alerts.length === 0 && decisions.length === 0) return null
  return {
    alerts: alerts.slice(0, MOST_ALERTS).map(alertItem),
    moreAlerts: Math.max(0, (await countOpenAlerts(ctx, isNew)) - MOST_ALERTS),
    decisions: decisions.slice(0, MOST_DECISIONS),
    moreDecisions: Math.max(0, decisions.length - MOST_DECISIONS),
  }
}

async function newDecisions(ctx: Context, userId: string, since: Date): Promise<LetterItem[]> {
  const rows = await ctx.db
    .select({ body: recommendations.body, accountName: adAccounts.name })
    .from(recommendations)
    .innerJoin(adAccounts, eq(adAccounts.customerId, recommendations.customerId))
    .where(
      and(
        eq(adAccounts.userId, userId),
        inArray(recommendations.status, [STATUS.pending]),
        or(gt(recommendations.createdAt, since), gt(recommendations.returnedAt, since)),
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
