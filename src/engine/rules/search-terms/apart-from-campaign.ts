import { MICROS } from '#shared/metrics.ts'
import type { Context, Target } from '../../account/context.ts'
import { type CountedSums, countedOf, less } from '../../account/known-figures.ts'
import type { WasteVerdict } from '../../findings/waste.ts'
import { mixtureCdf, timesFactor } from '../../statistics/priors.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import type { Term } from './search-terms.ts'

/**
 * The chance that searches, or those of a word, cost more than the rest of their campaign too, where that is dear: asked where most of a
 * campaign would be excluded. Where all of it misses its target each part of it does, and what is worst by luck would go: then the
 * campaign is the matter. Of what sold nothing only those are
 * left that are no worse with a fifth of a chance.
 */
export function chanceDearerThanRest(
  campaign: Term['campaign'],
  sums: CountedSums,
  { verdict, target }: { verdict: WasteVerdict; target: Target },
  context: Context,
): number {
  const { times, doubt } = restOf(campaign, sums, context)
  if (times <= THRESHOLDS.targetWorth.value) return 1
  const breakEven = sums.costMicros / sums.clicks / target.micros / times
  if (breakEven >= verdict.breakEven) return 1
  const factor = { mean: 1, relativeVariance: doubt }
  const chance = mixtureCdf(timesFactor(verdict.posterior, factor), breakEven)
  const isSure = sums.conversionsMicros <= 0 && chance >= 1 - THRESHOLDS.lossChance.value
  return isSure ? 1 : chance
}

/**
 * How many targets a conversion of the rest of the campaign costs, without the brand, which sells by itself, and the relative variance of
 * that, for few tell little of it.
 */
function restOf(campaign: Term['campaign'], sums: CountedSums, context: Context) {
  const target = context.targetOf(campaign.id)
  const all = countedOf(campaign.sums)
  if (!target || !all) return { times: 1, doubt: 0 }
  const brand = context.mixedBrand.get(campaign.id)?.sums
  const whole = brand ? less(all, brand) : all
  const rest = less(whole, sums)
  // One conversion more, at the target, and of the rest as dear as those of the whole: of little as much as nothing is known.
  const sold = (part: CountedSums) => part.conversionsMicros / MICROS + 1
  const times = (part: CountedSums, usual: number) =>
    ((part.costMicros * context.measurement.knownShare) / target.micros + usual) / sold(part)
  return { times: times(rest, times(whole, 1)), doubt: 1 / sold(rest) }
}
