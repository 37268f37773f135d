import { readChangeEvents } from '#account-data/change-events.ts'
import { clientLabel, describeChange } from '#account-data/describe-change.ts'
import { ownedAccount } from '#account-data/owned-account.ts'
import { campaignOfAccount } from '#account-data/owned-entity.ts'
import type { CallerContext } from '#platform/context.ts'
import type { changeEvents } from '#platform/db/schema/changes.ts'
import { seesPeople } from '#platform/session.ts'
import type { Day } from '#shared/dates.ts'
import type { AccountChange } from '../contract/account-views.ts'
import { askedRange } from '../rules/asked-range.ts'

const MOST_CHANGES = 1_000

/** Google's history of the account as it was kept by syncs, newest first. */
export async function listAccountChanges(
  ctx: CallerContext,
  asked: { customerId: string; campaignId?: string; from?: Day; to?: Day },
): Promise<AccountChange[]> {
  const account = await ownedAccount(ctx, asked.customerId)
  const campaign = asked.campaignId && (await campaignOfAccount(ctx, account, asked.campaignId))
  const range = askedRange(account, asked, ctx.clock.now())
  const events = await readChangeEvents(ctx, {
    customerId: account.customerId,
    from: range.from,
    to: range.to,
    campaignId: campaign ? campaign.campaignId : null,
    most: MOST_CHANGES,
  })
  const showsPeople = seesPeople(ctx.caller)
  return events.map((row) => {
    const change = toChange(row, account.currencyCode)
    return showsPeople ? change : { ...change, user: '' }
  })
}

type Row = {
  event: typeof changeEvents.$inferSelect
  campaignName: string | null
  adGroupName: string | null
}

function toChange({ event, campaignName, adGroupName }: Row, currency: string): AccountChange {
  return {
    id: event.eventId,
    at: event.at.slice(0, 19).replace(' ', 'T'),
    day: event.at.slice(0, 10),
    user: event.userEmail,
    clientType: event.clientType,
    clientLabel: clientLabel(event.clientType),
    campaignId: event.campaignId === null ? null : String(event.campaignId),
    campaignName,
    adGroupId: event.adGroupId === null ? null : String(event.adGroupId),
    adGroupName,
    ...describeChange(event, { currency, name: adGroupName ?? campaignName ?? '' }),
  }
}
