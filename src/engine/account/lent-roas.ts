import { MICROS } from '#shared/metrics.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import type { CampaignFacts } from './snapshot.ts'

/**
 * The ROAS that campaigns without a target are held to: the least that another is asked for, as far as it reaches it. What is reached
 * nowhere is no measure of a campaign that was never asked. Null where none is asked for any.
 */
export function lentRoas(campaigns: readonly CampaignFacts<never>[]): number | null {
  const asked = campaigns.flatMap(({ status, targetRoas, sums }) => {
    if (status !== 'ENABLED' || !targetRoas) return []
    const { costMicros = 0, conversionsMicros = 0, valueMicros = 0 } = sums
    const isSeen = conversionsMicros >= THRESHOLDS.valueConversions.value * MICROS && costMicros > 0
    // Below its cost no sale is worth what it brings.
    const least = Math.min(1, targetRoas)
    return [isSeen ? Math.max(least, Math.min(targetRoas, valueMicros / costMicros)) : targetRoas]
  })
  return asked.length > 0 ? Math.min(...asked) : null
}
