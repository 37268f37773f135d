import { MICROS } from '#shared/metrics.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { isBrandCampaign } from './brand.ts'
import type { Measurement } from './measurement.ts'
import type { AccountSnapshot, CampaignFacts } from './snapshot.ts'

/** The most that a conversion may cost by its owner, and what it costs in the cheapest campaign that is judged by it. */
export type GoalReach = {
  goalMicros: number
  cheapestMicros: number
  cheapest: CampaignFacts<never>
}

/**
 * A goal several times below what every campaign pays would stop the whole account, search by search: that is one question to
 * its owner, not a list of advice. Null where some campaign comes near, or too little is known.
 */
export function goalOutOfReach(
  { targetCpaMicros: goalMicros, conversionValues, campaigns }: AccountSnapshot,
  { knownShare, blocked, again }: Measurement,
): GoalReach | null {
  const isSaid = [conversionValues?.campaigns, conversionValues?.actions].some((all) => all?.length)
  if (!goalMicros || isSaid || blocked || knownShare <= 0) return null
  const paid = campaigns.flatMap((campaign) => {
    const { status, targetCpaMicros, targetRoas, sums } = campaign as CampaignFacts<never>
    const { costMicros = 0, conversionsMicros = 0 } = sums
    const conversions = (conversionsMicros / MICROS) * (1 - again.conversions)
    if (status !== 'ENABLED' || isBrandCampaign(campaign)) return []
    if (conversions < THRESHOLDS.goalConversions.value) return []
    const cheapestMicros = (costMicros * knownShare) / conversions
    return [{ cheapest: campaign, cheapestMicros, isTold: Boolean(targetCpaMicros || targetRoas) }]
  })
  const isNear = paid.some((one) => one.cheapestMicros < THRESHOLDS.goalTimes.value * goalMicros)
  // What a campaign is told to pay comes before the goal: it is no example of what would have to stop.
  const [first] = paid
    .filter(({ isTold }) => !isTold)
    .toSorted((a, b) => a.cheapestMicros - b.cheapestMicros)
  if (!first || isNear) return null
  const { cheapest, cheapestMicros } = first
  return { goalMicros, cheapest, cheapestMicros }
}
