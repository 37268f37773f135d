import { and, asc, eq, gte, inArray } from 'drizzle-orm'
import { describeChange } from '#account-data/describe-change.ts'
import { shortName, weightyEdits } from '#account-data/small-edits.ts'
import { budgetName } from '#account-data/touched-campaigns.ts'
import type { Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { changeEvents } from '#platform/db/schema/changes.ts'
import { campaigns } from '#platform/db/schema/entities.ts'
import { addDays } from '#shared/dates.ts'
import { editedText } from '../rules/alert-text.ts'
import { daysOf, type OddFigure, placeOf, readFor } from '../rules/odd-figure.ts'

/** What moves a whole campaign: its state, strategy, targets and budget. */
const OF_CAMPAIGNS = ['CAMPAIGN', 'CAMPAIGN_BUDGET']

/** Of each alert what was last changed in Google Ads of its campaign by the day it began, in Spanish; '' where nothing was. */
export async function editsBefore(
  ctx: Context,
  alerts: readonly OddFigure[],
): Promise<(one: OddFigure) => string> {
  const read = readFor(alerts)
  if (!read) return () => ''
  const rows = await ctx.db
    .select({ event: changeEvents, currency: adAccounts.currencyCode })
    .from(changeEvents)
    .innerJoin(adAccounts, eq(adAccounts.customerId, changeEvents.customerId))
    .where(
      and(
        inArray(changeEvents.customerId, read.customerIds),
        inArray(changeEvents.resourceType, OF_CAMPAIGNS),
        // Instants are texts that begin with the account's own day.
        gte(changeEvents.at, read.since),
      ),
    )
    .orderBy(asc(changeEvents.at))
  const budgets = await readBudgets(ctx, read.customerIds, alerts.map(placeOf))
  return (one) => {
    const { from, to } = daysOf(one)
    const own = rows.filter(
      ({ event }) =>
        event.customerId === one.customerId &&
        isOf(event, budgets.get(`${one.customerId} ${placeOf(one)}`), placeOf(one)) &&
        event.at >= from &&
        event.at < addDays(to, 1),
    )
    const weighty = weightyEdits(own.map(({ event }) => event))
    // Of what creeps up by small steps the newest is told, else the newest that is large by itself.
    const last = weighty.findLast((edit) => weightyEdits([edit]).length > 0) ?? weighty.at(-1)
    if (!last) return ''
    const { currency } = own[0]!
    return editedText(last.at.slice(0, 10), describeChange(last, { currency, name: '' }).what)
  }
}

/** Google does not always say which campaign a budget's change is about. */
function isOf(
  { campaignId, resourceName }: typeof changeEvents.$inferSelect,
  budgetId: number | null | undefined,
  place: string,
): boolean {
  if (campaignId !== null) return String(campaignId) === place
  return typeof budgetId === 'number' && shortName(resourceName) === budgetName(budgetId)
}

/** Of these campaigns, by account and campaign. */
async function readBudgets(ctx: Context, customerIds: number[], places: readonly string[]) {
  const { customerId, campaignId, budgetId } = campaigns
  const ids = [...new Set(places.map(Number))].filter(Number.isFinite)
  const rows = await ctx.db
    .select({ customerId, campaignId, budgetId })
    .from(campaigns)
    .where(and(inArray(customerId, customerIds), inArray(campaignId, ids)))
  return new Map(rows.map((row) => [`${row.customerId} ${row.campaignId}`, row.budgetId]))
}
