import { and, desc, eq, gte, inArray } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { changeEvents } from '#platform/db/schema/changes.ts'
import { campaigns } from '#platform/db/schema/entities.ts'
import type { Day } from '#shared/dates.ts'
import {
  AUTOMATIC_CLIENTS,
  type AutomaticGroup,
  groupAutomatic,
} from '../rules/automatic-groups.ts'

export type ChangeEvent = typeof changeEvents.$inferSelect

/** A script may change thousands of bids a day; older ones are not read. */
const MOST_EVENTS = 2_000

/** What was changed since a day, but not by hand; newest day first. */
export async function readAutomaticGroups(
  ctx: Context,
  customerId: number,
  since: Day,
): Promise<AutomaticGroup<ChangeEvent>[]> {
  const events = await ctx.db
    .select()
    .from(changeEvents)
    .where(
      and(
        eq(changeEvents.customerId, customerId),
        inArray(changeEvents.clientType, [...AUTOMATIC_CLIENTS]),
        gte(changeEvents.at, since),
      ),
    )
    .orderBy(desc(changeEvents.at), desc(changeEvents.eventId))
    .limit(MOST_EVENTS)
  const users = await ctx.db
    .select({ id: campaigns.campaignId, budgetId: campaigns.budgetId })
    .from(campaigns)
    .where(eq(campaigns.customerId, customerId))
  const byBudget = Map.groupBy(users, ({ budgetId }) => budgetId ?? 0)
  const campaignsOf = new Map([...byBudget].map(([id, all]) => [id, all.map((one) => one.id)]))
  return groupAutomatic(events, campaignsOf)
}
