import type { Context } from '../../account/context.ts'
import type { CountedSums } from '../../account/known-figures.ts'
import type { DrawNet } from '../../findings/recommendation.ts'
import { conversionBelief, drawConversions } from '../bidding/campaign-evidence.ts'

/**
 * Draws what would be saved in 30 days, micros, if the conversions of `dear` came nearer to what those of `cheap` cost, by
 * supposition none to all of the way: cost · (1 − CPA cheap / CPA dear). They are of other words, which are the most of what they
 * differ by, or may be. Never a loss of more than the cost.
 */
export function atPriceOf(context: Context, dear: CountedSums, cheap: CountedSums): DrawNet {
  const [few, many] = [conversionBelief(context, dear), conversionBelief(context, cheap)]
  return (next, common) => {
    const price = cheap.costMicros / drawConversions(next, many)
    const saved = dear.costMicros - drawConversions(next, few) * price
    return context.monthFactor * common.uniform() * Math.max(-dear.costMicros, saved)
  }
}
