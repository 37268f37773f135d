import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import type { Alert } from '#engine/watch/alert.ts'
import type { Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { recommendationApplications } from '#platform/db/schema/recommendations.ts'
import { STATE } from '#shared/change-states.ts'
import { addDays, type Day, dayInZone } from '#shared/dates.ts'
import { appliedText } from '../rules/alert-text.ts'

/** What was applied so many days before a figure left its band may have done it; a lasting fall is dated anew as it goes on. */
export const DAYS_BEFORE = 10
const MADE = [STATE.applied, STATE.partlyApplied, STATE.byHand, STATE.undone, STATE.partlyUndone]

export type OddFigure = { customerId: number; alert: Alert }

/** The campaign it is about, or the one that moved it most. */
export const placeOf = ({ alert }: OddFigure) =>
  String(alert.campaignId ?? alert.causes[0]?.campaignId)

/** Of each alert the card that was applied to its campaign when it began, in Spanish; '' where none was. */
export async function ownChanges(
  ctx: Context,
  alerts: readonly OddFigure[],
): Promise<(one: OddFigure) => string> {
  const first = alerts.map(({ alert }) => alert.from).sort()[0]
  if (!first) return () => ''
  const rows = await readApplied(ctx, alerts, addDays(first, -DAYS_BEFORE - 1))
  return (one) => {
    const { customerId, alert } = one
    const own = rows.find(
      (row) =>
        row.customerId === customerId &&
        row.campaignIds.includes(placeOf(one)) &&
        row.day <= alert.from &&
        row.day >= addDays(alert.from, -DAYS_BEFORE),
    )
    return own ? appliedText(own) : ''
  }
}

async function readApplied(ctx: Context, alerts: readonly OddFigure[], since: Day) {
  const { body, appliedAt, customerId, state } = recommendationApplications
  const rows = await ctx.db
    .select({
      customerId,
      appliedAt,
      timeZone: adAccounts.timeZone,
      title: sql<string>`${body} ->> 'title'`,
      campaignId: sql<string | null>`${body} ->> 'campaignId'`,
      campaignIds: sql<string[] | null>`${body} #> '{evidence,campaignIds}'`,
    })
    .from(recommendationApplications)
    .innerJoin(adAccounts, eq(adAccounts.customerId, customerId))
    .where(
      and(
        inArray(customerId, [...new Set(alerts.map((one) => one.customerId))]),
        inArray(state, MADE),
        gte(appliedAt, new Date(`${since}T00:00:00Z`)),
      ),
    )
    .orderBy(sql`${appliedAt} desc`)
  return rows.map(({ campaignId, campaignIds, timeZone, ...row }) => ({
    ...row,
    campaignIds: campaignIds ?? (campaignId ? [campaignId] : []),
    day: dayInZone(row.appliedAt, timeZone),
  }))
}
