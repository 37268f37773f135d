import { addDays, daysInRange } from '#shared/dates.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import type { AccountSnapshot, CampaignFacts } from './snapshot.ts'

/**
 * Campaigns that were shown in the window and are no more: a season that is over, an end date, a card that was declined. Nothing is spent
 * in them, and nothing is saved by stopping a part of them. The window ends where conversions are reported, weeks ago where they come in
 * late: where the days since then are known, a week without an impression is enough for who was never away so long.
 */
export function restingCampaigns(snapshot: AccountSnapshot): ReadonlySet<string> {
  const { campaigns, window } = snapshot
  const last = addDays(window.to, -THRESHOLDS.restingDays.value)
  const hasStopped = stoppedOfLate(snapshot)
  return new Set(
    campaigns.flatMap((campaign) =>
      (campaign.exposure && campaign.exposure.to < last) || hasStopped(campaign)
        ? [campaign.id]
        : [],
    ),
  )
}

/** No impression in the newest week, and no click for several times as long as ever before since the window began. */
function stoppedOfLate({
  account: { today },
  campaignDays = [],
  coverage,
  window,
}: AccountSnapshot): (campaign: CampaignFacts<never>) => boolean {
  const { newestShareDays, restingTimes } = THRESHOLDS
  const isRead = (coverage?.campaign?.to ?? today) >= addDays(today, -1)
  const clicked = campaignDays.filter(({ day, clicks }) => day >= window.from && clicks > 0)
  const byCampaign = Map.groupBy(clicked, ({ campaignId }) => campaignId)
  return ({ id, newestShare }) => {
    if (!isRead || !newestShare || newestShare.impressions > 0) return false
    const days = (byCampaign.get(id) ?? []).map(({ day }) => day).sort()
    if (days.length === 0) return false
    const pauses = [...days.slice(1), today].map((day, i) => daysInRange(days[i]!, day) - 2)
    const longest = Math.max(0, ...pauses.slice(0, -1))
    return pauses.at(-1)! >= Math.max(newestShareDays.value, restingTimes.value * longest)
  }
}
