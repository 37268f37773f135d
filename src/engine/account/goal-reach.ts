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
  { knownShare, blocked }: Measurement,
): GoalReach | null {
  const isSaid = [conversionValues?.campaigns, conversionValues?.actions].some((all) => all?.length)
  if (!goalMicros || isSaid || blocked || knownShare <= 0) return null
  const judged = campaigns.flatMap((campaign) => {
    const { status, targetCpaMicros, targetRoas, sums } = campaign as CampaignFacts<never>
    const { costMicros = 0, conversionsMicros = 0 } = sums
    const conversions = conversionsMicros / MICROS
    if (status !== 'ENABLED' || targetCpaMicros || targetRoas || isBrandCampaign(campaign))
      return []
    if (conversions < THRESHOLDS.goalConversions.value) return []
    return [{ cheapest: campaign, cheapestMicros: (costMicros * knownShare) / conversions }]
  })
  const [first] = judged.toSorted((a, b) => a.cheapestMicros - b.cheapestMicros)
  if (!first || first.cheapestMicros < THRESHOLDS.goalTimes.value * goalMicros) return null
  return { goalMicros, ...first }
}
