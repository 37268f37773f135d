import type { Context, Target } from '../account/context.ts'
import type { EntityDrift } from '../account/entity-drift.ts'
import type { CountedSums } from '../account/known-figures.ts'
import { losesWhatItBuys } from '../account/marginal-cost.ts'
import { isSupposed, limitOf } from '../account/targets.ts'
import type { CommonDraws } from '../statistics/common-draws.ts'
import { type Counting, evidenceOf } from '../statistics/conversion-evidence.ts'
import {
  type DoubtfulFactor,
  type GammaMixture,
  mixtureCdf,
  mixtureMean,
  posterior,
  roughQuantile,
  scaledBy,
  timesFactor,
} from '../statistics/priors.ts'
import { drawGamma, drawMixture, type Uniforms } from '../statistics/random.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import type { Finding } from './recommendation.ts'
import { drawGain } from './spent-again.ts'

/** What is known of the conversion rate of something that costs money. */
export type WasteVerdict = {
  /** Clicks whose conversions are known. */
  knownClicks: number
  /** Conversion rate at which the cost per conversion equals the target, fraction. */
  breakEven: number
  /** Estimated conversion rate, shrunk to its family, fraction. */
  rate: number
  /** P(it costs more than it brings in the coming month): cost per conversion > target. */
  probability: number
  /** Of the rate in the window. */
  posterior: GammaMixture
  /** Of the rate in the coming month, which may differ, in conversions worth the target. */
  coming: GammaMixture
  /** The same but for what the last conversions cost, which is drawn for all parts of a campaign alike. */
  sold: GammaMixture
}

/** What of its counts may be believed, and how far the coming month may lie from them. */
export type Judging = { measurement: Counting; drift: EntityDrift; risen?: DoubtfulFactor }

export function ofSearches({ measurement, searchDrift, risen }: Context): Judging {
  return { measurement, drift: searchDrift, risen }
}

/**
 * Gamma–Poisson: break-even = cost per click / target; wasteful means that the coming month's rate is below it.
 * `sums` may have fractional conversions, also more than clicks.
 */
export function judgeWaste(
  sums: CountedSums,
  prior: GammaMixture,
  target: Target,
  context: Judging,
): WasteVerdict {
  return judgeRate(sums, posterior(prior, evidenceOf(sums, context.measurement)), target, context)
}

/** The same where `after`, the belief of the rate, has seen them already. */
export function judgeRate(
  sums: CountedSums,
  after: GammaMixture,
  target: Target,
  { measurement, drift, risen }: Judging,
): WasteVerdict {
  const knownClicks = sums.clicks * measurement.knownShare
  const breakEven = sums.clicks > 0 ? sums.costMicros / sums.clicks / limitOf(target) : 0
  const sold = timesFactor(after, nextMonth(target, drift, risen))
  const relativeVariance = target.limit?.relativeVariance ?? 0
  const coming = relativeVariance > 0 ? timesFactor(sold, { mean: 1, relativeVariance }) : sold
  return {
    knownClicks,
    breakEven,
    rate: mixtureMean(after),
    probability: chanceToKeep(target) * mixtureCdf(coming, breakEven),
    posterior: after,
    coming,
    sold,
  }
}

/** Of what stopping a part saves: with a target above what conversions are worth only where nothing dearer is left to be bought. */
function chanceToKeep({ limit }: Target): number {
  return limit?.again && losesWhatItBuys(limit.again) ? limit.again.slack : 1
}

/**
 * How the rate of one entity changes from one month to the next, by itself, and what its conversions may be worth. Where
 * Google sets the price of each click by what it expects, that wanders too.
 */
function nextMonth(
  { doubt = 0, limit }: Target,
  { rate }: EntityDrift,
  risen = AS_BEFORE,
): DoubtfulFactor {
  const isPriced = limit?.again && !limit.again.isAtOnce
  const priced = isPriced ? THRESHOLDS.expectationDrift.value : 0
  const relativeVariance =
    (1 + rate ** 2) * (1 + doubt) * (1 + priced ** 2) * (1 + risen.relativeVariance) - 1
  return { mean: risen.mean, relativeVariance }
}

const AS_BEFORE: DoubtfulFactor = { mean: 1, relativeVariance: 0 }

/** Of not paying for it any more, micros over the window: what it costs less what it is expected to bring. */
export function expectedSaving(
  { clicks, costMicros }: CountedSums,
  { coming }: Pick<WasteVerdict, 'coming'>,
  target: Target,
): number {
  return costMicros - mixtureMean(coming) * clicks * limitOf(target)
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
  context: Judging,
): number | null {
  const sure = (extra: number) => {
    const cost = (sums.costMicros / sums.clicks) * (sums.clicks + extra)
    const more = { ...sums, clicks: sums.clicks + extra, costMicros: cost }
    const { probability } = judgeWaste(more, prior, target, context)
    return probability >= 1 - THRESHOLDS.searchFalseDiscovery.value
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

/** The saving as a finding states it; `drift` of the clicks as in monthSteadiness(). */
export function monthlySaving(
  sums: CountedSums,
  verdict: WasteVerdict,
  target: Target,
  context: Context,
  { drift, goesOn, elsewhere }: MonthTerms = {},
): Pick<Finding, 'drawMonthlyNet' | 'mostMonthlyNet' | 'isWorthSupposed'> {
  const steadiness = monthSteadiness(sums.clicks, context, drift)
  return {
    isWorthSupposed: isSupposed(target),
    drawMonthlyNet: savingDraw(sums, verdict, target, context, { steadiness, goesOn, elsewhere }),
    // Of what comes on elsewhere at another price more may be saved than by stopping it.
    ...(!elsewhere && { mostMonthlyNet: mostSaved(sums, verdict, target, context, steadiness) }),
  }
}

/** What stopping one thing in several campaigns stops in one of them, where a conversion may be worth what it is not in another. */
export type StoppedPart = {
  sums: CountedSums
  target: Target
  /** Its conversion rate over that of the whole. */
  timesRate: number
}

/** The same of several parts that sell, move and are misjudged together, each paid for and worth what it is in its own campaign. */
export function monthlySavingOfParts(
  parts: readonly StoppedPart[],
  verdict: WasteVerdict,
  context: Context,
): ReturnType<typeof monthlySaving> {
  const clicks = parts.reduce((sum, part) => sum + part.sums.clicks, 0)
  const steadiness = monthSteadiness(clicks, context)
  const most = parts.map(({ sums, target, timesRate }) => {
    const coming = scaledBy(verdict.coming, timesRate)
    return mostSaved(sums, { coming }, target, context, steadiness)
  })
  return {
    isWorthSupposed: parts.some(({ target }) => isSupposed(target)),
    drawMonthlyNet: (next, common, worth = 1) => {
      const volume = drawVolume(next, common, steadiness, context)
      const stopped = drawNotCaught(common)
      const rate = drawMixture(next, verdict.sold)
      const from = common.at
      const saved = parts.map(({ sums, target, timesRate }) => {
        // As of cards that are about one campaign alone: what all campaigns share is drawn once for all.
        common.at = from
        const gain = drawGain(common, target, worth)
        return gain(sums.costMicros * context.recentPrice, rate * timesRate * sums.clicks)
      })
      return context.monthFactor * volume * stopped * saved.reduce((sum, one) => sum + one, 0)
    },
    mostMonthlyNet: most.reduce((sum, one) => sum + one, 0),
  }
}

type MonthTerms = {
  drift?: number
  goesOn?: GoesOn | undefined
  elsewhere?: GoesOn | undefined
}

/**
 * Above the cautious side of the draws without drawing: about their 30 % point, from the rate's 70 % point and the
 * month's deviation, which add as squares where both cost something; never more than the month's cost.
 */
function mostSaved(
  { clicks, costMicros }: CountedSums,
  { coming }: Pick<WasteVerdict, 'coming'>,
  target: Target,
  context: Context,
  steadiness: number,
): number {
  const cost = costMicros * context.recentPrice
  const valueAt = (rate: number) => cost - rate * clicks * limitOf(target)
  const middle = valueAt(mixtureMean(coming))
  const byRate = middle - valueAt(roughQuantile(coming, SEVENTY))
  const byMonth = (SEVENTY * Math.abs(middle)) / Math.sqrt(steadiness)
  const spread = Math.hypot(Math.max(0, byRate), byMonth) + Math.min(0, byRate)
  return context.monthFactor * context.comingClicks.level * Math.min(cost, middle - spread)
}

/** Standard normal quantile of 0.7. */
const SEVENTY = 0.5244

/**
 * Net saving per 30 days in micros: cost no longer paid, at what a click costs of late, minus conversions given up at the target, in a month that may
 * bring more or fewer clicks than those of the window.
 */
export function savingDraw(
  sums: CountedSums,
  verdict: WasteVerdict,
  target: Target,
  context: Context,
  { steadiness = monthSteadiness(sums.clicks, context), goesOn, elsewhere }: SavingTerms = {},
) {
  const cost = sums.costMicros * context.recentPrice
  return (next: Uniforms, common: CommonDraws, worth = 1): number => {
    const volume = drawVolume(next, common, steadiness, context)
    const stopped = drawNotCaught(common)
    const gain = drawGain(common, target, worth)
    const sold = drawMixture(next, verdict.sold) * sums.clicks
    if (elsewhere) {
      const other = elsewhere(next)
      const paid = cost * other.cost - sold * other.clicks * target.micros * worth
      return context.monthFactor * volume * (gain(cost, sold) - paid)
    }
    if (!goesOn) return context.monthFactor * volume * stopped * gain(cost, sold)
    const other = goesOn(next)
    return context.monthFactor * volume * gain(cost * (1 - other.cost), sold * (1 - other.clicks))
  }
}

/** Of the clicks and the cost of what is stopped, the parts that another keyword, known to ask for the same, goes on with. */
export type GoesOn = (next: Uniforms) => { clicks: number; cost: number }

/** `elsewhere`: what goes on in another campaign, which pays for it besides what is saved here. */
type SavingTerms = {
  steadiness?: number
  goesOn?: GoesOn | undefined
  elsewhere?: GoesOn | undefined
}

/** Share of what is stopped that no other keyword of the account catches: all, but where they overlap. */
function drawNotCaught(common: CommonDraws): number {
  const { overlapChance, overlapCaught } = THRESHOLDS
  const [isOverlapped, most] = [common.uniform() < overlapChance.value, common.uniform()]
  return isOverlapped ? 1 - overlapCaught.value * most : 1
}

/** Factor on a part's clicks of the window in the coming month: its own, of that steadiness, and the account's, which all share. */
export function drawVolume(
  next: Uniforms,
  common: CommonDraws,
  steadiness: number,
  context: Context,
): number {
  return drawGamma(next, steadiness, steadiness) * drawAccountMonth(common, context)
}

/** Factor on all of an account's clicks of the window in the coming month. */
function drawAccountMonth(common: CommonDraws, { comingClicks }: Context): number {
  const { level, sd } = comingClicks
  return level * Math.exp(sd * common.normal() - sd ** 2 / 2)
}

/**
 * Shape of the gamma that a coming month's clicks follow, relative to those of the window: both are counts of variance
 * dispersion × mean, so the relative variance is dispersion × (1/window + 1/month), and what people search changes, by
 * `drift`, sd of the logarithm: of one search more than of all that a keyword or a word brings.
 */
export function monthSteadiness(
  clicks: number,
  { monthFactor, drift: { clicks: usual } }: Context,
  drift = usual,
): number {
  const seen = Math.max(1, clicks)
  const chance = THRESHOLDS.dispersion.value * (1 / seen + 1 / Math.max(1, seen * monthFactor))
  return 1 / (chance + drift ** 2)
}
