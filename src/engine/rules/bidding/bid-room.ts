import { ratio } from '#shared/metrics.ts'
import { isBrandCampaign } from '../../account/brand.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'

/**
 * Whether a higher bid can bring more: only what is lost for its rank, and never for the brand, which is shown first
 * anyway. Where Google gives no impression share nothing speaks against it.
 */
export function hasRoomToRaise(campaign: CampaignFacts): boolean {
  const { eligible, lostToRank } = campaign.impressionShare
  if (isBrandCampaign(campaign)) return false
  return eligible <= 0 || lostToRank / eligible >= THRESHOLDS.raiseRoom.value
}

/** What clicks can be multiplied by at most: every auction now lost for its rank is won. */
export function mostClicks({ impressionShare, sums }: CampaignFacts): number {
  const { eligible, lostToRank } = impressionShare
  const won = Math.min(1, ratio(sums.impressions, eligible))
  return eligible > 0 && won > 0 ? (won + lostToRank / eligible) / won : Number.POSITIVE_INFINITY
}
