import { MICROS } from '#shared/metrics.ts'
import type { Context, Target } from '../../account/context.ts'
import { type CountedSums, countedOf, less } from '../../account/known-figures.ts'
import type { WasteVerdict } from '../../findings/waste.ts'
import { mixtureCdf } from '../../statistics/priors.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import type { Term } from './search-terms.ts'

/**
 * The chance that searches, or those of a word, cost more than the rest of their campaign too, where that is dear. Where all of it misses its
 * target each part of it does, and what is worst by luck would be excluded: then the campaign is the matter. Of what sold nothing only those are
 * left that more likely than not are no worse.
 */
export function chanceDearerThanRest(
  campaign: Term['campaign'],
  sums: CountedSums,
  { verdict, target }: { verdict: WasteVerdict; target: Target },
  context: Context,
): number {
  const times = timesOfRest(campaign, sums, context)
  if (times <= THRESHOLDS.targetWorth.value) return 1
  const breakEven = sums.costMicros / sums.clicks / target.micros / times
  if (breakEven >= verdict.breakEven) return 1
  const chance = mixtureCdf(verdict.posterior, breakEven)
  const isSure = sums.conversionsMicros <= 0 && chance >= 1 - THRESHOLDS.lossChance.value
  return isSure ? 1 : chance
}

/** How many targets a conversion of the rest of the campaign costs, without the brand, which sells by itself. */
function timesOfRest(campaign: Term['campaign'], sums: CountedSums, context: Context): number {
  const target = context.targetOf(campaign.id)
  const all = countedOf(campaign.sums)
  if (!target || !all) return 1
  const brand = context.mixedBrand.get(campaign.id)?.sums
  const whole = brand ? less(all, brand) : all
  const times = (part: CountedSums, usual: number) =>
    ((part.costMicros * context.measurement.knownShare) / target.micros + usual) /
    (part.conversionsMicros / MICROS + 1)
  // One conversion more, at the target, and of the rest as dear as those of the whole: of little as much as nothing is known.
  return times(less(whole, sums), times(whole, 1))
}
