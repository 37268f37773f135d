import { MICROS } from '#shared/metrics.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { averageOf } from './kept-average.ts'
import { countedOf } from './known-figures.ts'
import type { CampaignFacts } from './snapshot.ts'

type Campaign = CampaignFacts<never>

/**
 * How many times its own target a conversion of the campaign is worth at least, by what is paid: who asks for one may value it
 * at `targetWorth` targets, and who goes on paying more than that values it higher. 1 where the target is reached, or where too
 * little is known: else all of a campaign would be stopped, search by search, for a target that was never met. Of a target ROAS up to what its sales bring.
 * `others`: campaigns that sell alike; what these are asked for and reach is what is paid on purpose, and more is no word on worth.
 */
export function timesReached(
  campaign: Campaign,
  targetMicros: number,
  knownShare: number,
  others: readonly Campaign[],
): number {
  const paid = averageOf(campaign, knownShare)
  if (!paid) return 1
  const times = Math.max(1, paid.micros / THRESHOLDS.targetWorth.value / targetMicros)
  const elsewhere = Math.max(1, timesElsewhere(campaign, others, knownShare) ?? times)
  const { targetCpaMicros, targetRoas = 1 } = campaign
  return Math.min(times, elsewhere, targetCpaMicros ? times : Math.max(1, targetRoas))
}

/** Likewise of a target ROAS: what is left to ask of a part of the campaign. Below its cost no sale is worth what it brings. */
export function reachedRoas(
  campaign: Campaign,
  targetRoas: number,
  others: readonly Campaign[],
): number {
  const { costMicros = 0, conversionsMicros = 0, valueMicros = 0 } = campaign.sums
  if (conversionsMicros < THRESHOLDS.accountConversions.value * MICROS || costMicros <= 0)
    return targetRoas
  const elsewhere = timesElsewhere(campaign, others, 1)
  const least = Math.max(
    Math.min(1, targetRoas),
    elsewhere === null ? 0 : targetRoas / Math.max(1, elsewhere),
  )
  return Math.max(
    least,
    Math.min(targetRoas, (valueMicros / costMicros) * THRESHOLDS.targetWorth.value),
  )
}

/** How many times as dear a conversion may be in the others, by their targets; null where they have none, or miss them too. */
function timesElsewhere(
  { id, targetCpaMicros, targetRoas }: Campaign,
  others: readonly Campaign[],
  knownShare: number,
): number | null {
  let [cost, asked, sold] = [0, 0, 0]
  for (const other of others) {
    const counted = other.id === id ? null : countedOf(other.sums)
    if (!counted || !averageOf(other, knownShare)) continue
    if (targetCpaMicros && other.targetCpaMicros) {
      cost += counted.costMicros * knownShare
      asked += (counted.conversionsMicros / MICROS) * other.targetCpaMicros
      sold += (counted.conversionsMicros / MICROS) * targetCpaMicros
    } else if (!targetCpaMicros && targetRoas && other.targetRoas) {
      const { valueMicros = 0 } = other.sums
      cost += counted.costMicros
      asked += valueMicros / other.targetRoas
      sold += valueMicros / targetRoas
    }
  }
  return asked > 0 && cost <= asked * THRESHOLDS.targetWorth.value ? asked / sold : null
}
