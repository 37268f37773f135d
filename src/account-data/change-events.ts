import { and, desc, eq, gte, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { changeEvents } from '#platform/db/schema/changes.ts'
import { adGroups, campaigns } from '#platform/db/schema/entities.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { readsOf } from './reads-of.ts'

/** `from` and `to`, both included, in the account's own days; `campaignId`: of that campaign alone. */
export type AskedEvents = {
  customerId: number
  from: Day
  to: Day
  campaignId: number | null
  most: number
}

/** Google's history of an account as it was kept by syncs, with the names of what was changed, newest first. */
export function readChangeEvents(
  ctx: Context,
  { customerId, from, to, campaignId, most }: AskedEvents,
) {
  return readsOf(ctx, customerId)
    .select({ event: changeEvents, campaignName: campaigns.name, adGroupName: adGroups.name })
    .from(changeEvents)
    .leftJoin(
      campaigns,
      and(
        eq(campaigns.customerId, changeEvents.customerId),
        eq(campaigns.campaignId, changeEvents.campaignId),
      ),
    )
    .leftJoin(
      adGroups,
      and(
        eq(adGroups.customerId, changeEvents.customerId),
        eq(adGroups.adGroupId, changeEvents.adGroupId),
      ),
    )
    .where(
      and(
        eq(changeEvents.customerId, customerId),
        // Instants are texts that begin with the account's own day.
        gte(changeEvents.at, from),
        lt(changeEvents.at, addDays(to, 1)),
        campaignId === null ? undefined : isOfCampaign(customerId, campaignId),
      ),
    )
    .orderBy(desc(changeEvents.at), desc(changeEvents.eventId))
    .limit(most)
}

/** Of a change of its budget Google does not always say the campaign. */
function isOfCampaign(customerId: number, campaignId: number): SQL | undefined {
  const ofBudget = sql`exists (select 1 from campaigns own
    where own.customer_id = ${customerId} and own.campaign_id = ${campaignId}
      and ${changeEvents.resourceName} like '%/campaignBudgets/' || own.budget_id)`
  return or(
    eq(changeEvents.campaignId, campaignId),
    and(
      isNull(changeEvents.campaignId),
      eq(changeEvents.resourceType, 'CAMPAIGN_BUDGET'),
      ofBudget,
    ),
  )
}
