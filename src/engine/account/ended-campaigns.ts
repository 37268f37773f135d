import type { AccountSnapshot } from './snapshot.ts'

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
