import { readChangeEvents } from '#account-data/change-events.ts'
import { clientLabel, describeChange } from '#account-data/describe-change.ts'
import type { Account } from '#account-data/owned-account.ts'
import type { Alert } from '#engine/watch/alert.ts'
import type { CallerContext } from '#platform/context.ts'
import { seesPeople } from '#platform/session.ts'
import { addDays } from '#shared/dates.ts'
import { firstDay } from '../rules/odd-figure.ts'

/** What was changed shortly before is what may have done it. */
const DAYS_BEFORE = 3
const MOST_CHANGES = 8
const MOST_READ = 200

/** Who changed what around the day on which a figure left its band, the newest first. */
export async function changesAround(ctx: CallerContext, account: Account, alert: Alert) {
  const { customerId, currencyCode } = account
  const rows = await readChangeEvents(ctx, {
    customerId,
    from: addDays(firstDay(alert), -DAYS_BEFORE),
    to: addDays(firstDay(alert), 1),
    campaignId: alert.campaignId === null ? null : Number(alert.campaignId),
    most: MOST_READ,
  })
  const showsPeople = seesPeople(ctx.caller)
  return {
    changes: rows.slice(0, MOST_CHANGES).map(({ event, campaignName, adGroupName }) => ({
      day: event.at.slice(0, 10),
      time: event.at.slice(11, 16),
      who: (showsPeople && event.userEmail) || clientLabel(event.clientType),
      what: describeChange(event, {
        currency: currencyCode,
        name: adGroupName ?? campaignName ?? '',
      }).what,
    })),
    moreChanges: Math.max(0, rows.length - MOST_CHANGES),
  }
}
