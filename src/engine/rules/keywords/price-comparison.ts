import type { Context } from '../../account/context.ts'
import type { CountedSums } from '../../account/known-figures.ts'
import type { Uniforms } from '../../statistics/random.ts'
import { conversionBelief, drawConversions } from '../bidding/campaign-evidence.ts'

/**
 * Draws what would be saved in 30 days, micros, if the conversions of `dear` cost what those of `cheap` do:
 * cost · (1 − CPA cheap / CPA dear). Never a loss of more than the cost.
 */
export function atPriceOf(
  context: Context,
  dear: CountedSums,
  cheap: CountedSums,
): (next: Uniforms) => number {
  const [few, many] = [conversionBelief(context, dear), conversionBelief(context, cheap)]
  return (next) => {
    const price = cheap.costMicros / drawConversions(next, many)
    const saved = dear.costMicros - drawConversions(next, few) * price
    return context.monthFactor * Math.max(-dear.costMicros, saved)
  }
}
