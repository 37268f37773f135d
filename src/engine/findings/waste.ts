import type { Context, Target } from '../account/context.ts'
import type { CountedSums } from '../account/known-figures.ts'
import { type Counting, evidenceOf } from '../statistics/conversion-evidence.ts'
import {
  type GammaMixture,
  mixtureCdf,
  mixtureMean,
  posterior,
  roughQuantile,
} from '../statistics/priors.ts'
import { drawGamma, drawMixture, type Uniforms } from '../statistics/random.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import type { Finding } from './recommendation.ts'

/** What is known of the conversion rate of something that costs money. */
export type WasteVerdict = {
  /** Clicks whose conversions are known. */
  knownClicks: number
  /** Conversion rate at which the cost per conversion equals the target, fraction. */
  breakEven: number
  /** Estimated conversion rate, shrunk to its family, fraction. */
  rate: number
  /** P(cost per conversion > 1.5 × target). */
  probability: number
  posterior: GammaMixture
}

/**
 * Gamma–Poisson: break-even = cost per click / target; wasteful means a true rate below two thirds of it.
 * `sums` may have fractional conversions, also more than clicks.
 */
export function judgeWaste(
  sums: CountedSums,
  prior: GammaMixture,
  target: Target,
  counting: Counting,
): WasteVerdict {
  const knownClicks = sums.clicks * counting.knownShare
  const breakEven = sums.clicks > 0 ? sums.costMicros / sums.clicks / target.micros : 0
  const after = posterior(prior, evidenceOf(sums, counting))
  return {
    knownClicks,
    breakEven,
    rate: mixtureMean(after),
    probability: mixtureCdf(after, breakEven / THRESHOLDS.wastefulFactor.value),
    posterior: after,
  }
}

/** Mean cost per conversion under a belief, in the unit of `cpc`; null where it has none (shape ≤ 1). */
export function expectedCpa(cpc: number, belief: GammaMixture): number | null {
  if (belief.some(({ weight, shape }) => weight > 0 && shape <= 1)) return null
  return belief.reduce(
    (sum, { weight, shape, rate }) => sum + (weight * cpc * rate) / (shape - 1),
    0,
  )
}

/** More clicks without conversion before the verdict is safe; null if no number would do. */
export function clicksMissing(
  sums: CountedSums,
  prior: GammaMixture,
  target: Target,
  counting: Counting,
): number | null {
  const sure = (extra: number) => {
    const cost = (sums.costMicros / sums.clicks) * (sums.clicks + extra)
    const more = { ...sums, clicks: sums.clicks + extra, costMicros: cost }
    const { probability } = judgeWaste(more, prior, target, counting)
    return probability >= THRESHOLDS.enoughProbability.value
  }
  let high = 1
  while (!sure(high)) {
    high *= 2
    if (high > 100_000) return null
  }
  let low = Math.floor(high / 2)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (sure(middle)) high = middle
    else low = middle
  }
  return high
}

/** The saving as a finding states it. */
export function monthlySaving(
  sums: CountedSums,
  verdict: WasteVerdict,
  target: Target,
  context: Context,
): Pick<Finding, 'drawMonthlyNet' | 'mostMonthlyNet'> {
  return {
    drawMonthlyNet: savingDraw(sums, verdict, target, context),
    mostMonthlyNet: mostSaved(sums, verdict, target, context),
  }
}

/**
 * Above the cautious side of the draws without drawing: about their 30 % point, from the rate's 70 % point and the
 * month's deviation, which add as squares where both cost something; never more than the month's cost.
 */
function mostSaved(
  { clicks, costMicros }: CountedSums,
  { posterior: after }: WasteVerdict,
  target: Target,
  context: Context,
): number {
  const valueAt = (rate: number) => costMicros - rate * clicks * target.micros
  const middle = valueAt(mixtureMean(after))
  const byRate = middle - valueAt(roughQuantile(after, SEVENTY))
  const byMonth = (SEVENTY * Math.abs(middle)) / Math.sqrt(monthSteadiness(clicks, context))
  const spread = Math.hypot(Math.max(0, byRate), byMonth) + Math.min(0, byRate)
  return context.monthFactor * Math.min(costMicros, middle - spread)
}

/** Standard normal quantile of 0.7. */
const SEVENTY = 0.5244

/**
 * Net saving per 30 days in micros: cost no longer paid minus conversions given up at the target, in a month that may
 * bring more or fewer clicks than those of the window.
 */
export function savingDraw(
  sums: CountedSums,
  verdict: WasteVerdict,
  target: Target,
  context: Context,
) {
  const steadiness = monthSteadiness(sums.clicks, context)
  return (next: Uniforms): number => {
    const volume = drawGamma(next, steadiness, steadiness)
    const lost = drawMixture(next, verdict.posterior) * sums.clicks * target.micros
    return context.monthFactor * volume * (sums.costMicros - lost)
  }
}

/**
 * Shape of the gamma that a coming month's clicks follow, relative to those of the window: both are counts of variance
 * dispersion × mean, so the relative variance is dispersion × (1/window + 1/month).
 */
export function monthSteadiness(clicks: number, { monthFactor }: Context): number {
  const seen = Math.max(1, clicks)
  return 1 / (THRESHOLDS.dispersion.value * (1 / seen + 1 / Math.max(1, seen * monthFactor)))
}
