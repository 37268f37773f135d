import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import { type ChangingCard, changedCampaigns } from '#account-data/changed-campaigns.ts'
import type { Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { recommendationApplications } from '#platform/db/schema/recommendations.ts'
import { STATE } from '#shared/change-states.ts'
import { addDays, dayInZone } from '#shared/dates.ts'
import { appliedText } from '../rules/alert-text.ts'
import { daysOf, type OddFigure, placeOf, readFor } from '../rules/odd-figure.ts'

const MADE = [STATE.applied, STATE.partlyApplied, STATE.byHand, STATE.undone, STATE.partlyUndone]

/** Of each alert the cards that were last applied to its campaign when it began, in Spanish; '' where none was. */
export async function ownChanges(
  ctx: Context,
  alerts: readonly OddFigure[],
): Promise<(one: OddFigure) => string> {
  const read = readFor(alerts)
  if (!read) return () => ''
  const rows = await readApplied(ctx, read)
  const named = new Map<string, typeof rows>()
  for (const one of alerts) {
    const { from, to } = daysOf(one)
    const near = rows.filter(
      (row) => row.customerId === one.customerId && row.day >= from && row.day <= to,
    )
    const own: typeof rows = []
    for (const row of near) if (await changes(ctx, row, placeOf(one))) own.push(row)
    named.set(keyOf(one), own)
  }
  return (one) => {
    const own = named.get(keyOf(one)) ?? []
    const [newest] = own
    if (!newest) return ''
    const last = own.filter(({ day }) => day === newest.day)
    const titles = last.map(({ title }) => title)
    return appliedText(newest.day, titles, own.length - last.length)
  }
}

const keyOf = (one: OddFigure) => `${one.customerId} ${placeOf(one)} ${daysOf(one).to}`

async function readApplied(
  ctx: Context,
  { customerIds, since }: NonNullable<ReturnType<typeof readFor>>,
) {
  const { body, appliedAt, customerId, state } = recommendationApplications
  const rows = await ctx.db
    .select({
      customerId,
      appliedAt,
      timeZone: adAccounts.timeZone,
      title: sql<string>`${body} ->> 'title'`,
      campaignId: sql<string | null>`${body} ->> 'campaignId'`,
      campaignIds: sql<string[] | null>`${body} #> '{evidence,campaignIds}'`,
      change: sql<ChangingCard['evidence']['change']>`${body} #> '{evidence,change}'`,
    })
    .from(recommendationApplications)
    .innerJoin(adAccounts, eq(adAccounts.customerId, customerId))
    .where(
      and(
        inArray(customerId, customerIds),
        inArray(state, MADE),
        // Days of the account may begin up to half a day before those of the world.
        gte(appliedAt, new Date(`${addDays(since, -1)}T00:00:00Z`)),
      ),
    )
    .orderBy(sql`${appliedAt} desc`)
  return rows.map(({ timeZone, ...row }) => ({ ...row, day: dayInZone(row.appliedAt, timeZone) }))
}

type Applied = Awaited<ReturnType<typeof readApplied>>[number]

/** Whether a card names a campaign, or leads to it by its budget, ad groups or parts. */
async function changes(
  ctx: Context,
  { customerId, campaignId, campaignIds, change }: Applied,
  place: string,
): Promise<boolean> {
  if (campaignId === place || campaignIds?.includes(place)) return true
  const card = { campaignId, evidence: { change } }
  return (await changedCampaigns(ctx, customerId, [card])).includes(place)
}
