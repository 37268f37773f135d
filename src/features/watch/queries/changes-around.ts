import { and, desc, eq, gte, lt } from 'drizzle-orm'
import { clientLabel, describeChange } from '#account-data/describe-change.ts'
import type { Account } from '#account-data/owned-account.ts'
import type { Alert } from '#engine/watch/alert.ts'
import type { Context } from '#platform/context.ts'
import { changeEvents } from '#platform/db/schema/changes.ts'
import { adGroups, campaigns } from '#platform/db/schema/entities.ts'
import { addDays } from '#shared/dates.ts'

/** What was changed shortly before is what may have done it. */
const DAYS_BEFORE = 3
const MOST_CHANGES = 8
const MOST_READ = 200

/** Who changed what around the day on which a figure left its band, the newest first. */
export async function changesAround(ctx: Context, account: Account, alert: Alert) {
  const { customerId, currencyCode } = account
  const rows = await ctx.db
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
        gte(changeEvents.at, addDays(alert.from, -DAYS_BEFORE)),
        lt(changeEvents.at, addDays(alert.from, 2)),
        alert.campaignId === null
          ? undefined
          : eq(changeEvents.campaignId, Number(alert.campaignId)),
      ),
    )
    .orderBy(desc(changeEvents.at), desc(changeEvents.eventId))
    .limit(MOST_READ)
  return {
    changes: rows.slice(0, MOST_CHANGES).map(({ event, campaignName, adGroupName }) => ({
      day: event.at.slice(0, 10),
      time: event.at.slice(11, 16),
      who: event.userEmail || clientLabel(event.clientType),
      what: describeChange(event, {
        currency: currencyCode,
        name: adGroupName ?? campaignName ?? '',
      }).what,
    })),
    moreChanges: Math.max(0, rows.length - MOST_CHANGES),
  }
}
