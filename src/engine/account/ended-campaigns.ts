import { addDays } from '#shared/dates.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import type { AccountSnapshot } from './snapshot.ts'

/** Campaigns that will not be shown for a whole month more: what is forecast by the month, and learnt in weeks, comes too late for them. */
export function endingCampaigns({ inventory, account }: AccountSnapshot): ReadonlySet<string> {
  const monthAhead = addDays(account.today, THRESHOLDS.monthDays.value)
  const settings = inventory?.campaignSettings ?? []
  return new Set(
    settings.flatMap(({ campaignId, endsOn }) =>
      endsOn !== undefined && endsOn < monthAhead ? [campaignId] : [],
    ),
  )
}

/** Shown of late, and for a month more: worth another bid, target or way of bidding. */
export function goesOn(
  { resting, ending }: Record<'resting' | 'ending', ReadonlySet<string>>,
  id: string,
): boolean {
  return !resting.has(id) && !ending.has(id)
}

/**
 * The snapshot with campaigns that have ended as paused: Google goes on calling them enabled. Nothing is spent in them from that day on,
 * while the window still ends before it.
 */
export function withEndedPaused(snapshot: AccountSnapshot): AccountSnapshot {
  const ended = new Set(
    (snapshot.inventory?.campaignSettings ?? [])
      .filter(({ primaryStatusReasons }) => primaryStatusReasons.includes('CAMPAIGN_ENDED'))
      .map(({ campaignId }) => campaignId),
  )
  if (ended.size === 0) return snapshot
  return {
    ...snapshot,
    campaigns: snapshot.campaigns.map((one) =>
      one.status === 'ENABLED' && ended.has(one.id) ? { ...one, status: 'PAUSED' } : one,
    ),
  }
}
