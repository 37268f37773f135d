import { MICROS } from '#shared/metrics.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { averageOf } from './kept-average.ts'
import type { CampaignFacts } from './snapshot.ts'

/**
 * How many times its own target a conversion of the campaign is worth at least, by what is paid: who asks for one may value it
 * at `targetWorth` targets, and who goes on paying more than that values it higher. 1 where the target is reached, or where too
 * little is known: else all of a campaign would be stopped, search by search, for a target that was never met. Of a target ROAS up to what its sales bring.
 */
export function timesReached(
  campaign: CampaignFacts<never>,
  targetMicros: number,
  knownShare: number,
): number {
  const paid = averageOf(campaign, knownShare)
  if (!paid) return 1
  const times = Math.max(1, paid.micros / THRESHOLDS.targetWorth.value / targetMicros)
  const { targetCpaMicros, targetRoas = 1 } = campaign
  return targetCpaMicros ? times : Math.min(times, Math.max(1, targetRoas))
}

/** Likewise of a target ROAS: what is left to ask of a part of the campaign. Below its cost no sale is worth what it brings. */
export function reachedRoas(campaign: CampaignFacts<never>, targetRoas: number): number {
  const { costMicros = 0, conversionsMicros = 0, valueMicros = 0 } = campaign.sums
  if (conversionsMicros < THRESHOLDS.accountConversions.value * MICROS || costMicros <= 0)
    return targetRoas
  const least = Math.min(1, targetRoas)
  return Math.max(
    least,
    Math.min(targetRoas, (valueMicros / costMicros) * THRESHOLDS.targetWorth.value),
  )
}
