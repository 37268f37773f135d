import { type Metrics, MICROS, ratio } from '#shared/metrics.ts'
import type { Context, Target } from '../../account/context.ts'
import type { CountedSums } from '../../account/known-figures.ts'
import type { DrawNet } from '../../findings/recommendation.ts'
import { drawGain } from '../../findings/spent-again.ts'
import { drawVolume, monthSteadiness } from '../../findings/waste.ts'
import {
  chanceBelow,
  drawFrom,
  fitSpreads,
  type NormalMixture,
  type Spreads,
  shrunkBy,
  sumOf,
} from '../../statistics/adaptive-shrinkage.ts'
import { CommonDraws } from '../../statistics/common-draws.ts'
import { type GammaMixture, posterior } from '../../statistics/priors.ts'
import { drawAround1, drawMixture, type Uniforms } from '../../statistics/random.ts'
import type { LogRatio } from '../../statistics/rate-ratio.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'

/** How unlike two ads of one ad group usually are, in clicks per impression and in conversions per click. */
export type UsualGaps = { clicks: Spreads; conversions: Spreads }

/** ln of the ratio of one ad to another, both shrunk. */
export type AdGap = { clicks: NormalMixture; conversions: NormalMixture }

/** Two ads over the same days. */
export type Shown = readonly [one: Metrics, other: Metrics]

/**
 * Learned from all pairs of the account, in an order that has nothing to do with who won. Texts decide who clicks; after
 * the click the page is the same, so that conversions per click are taken to be alike until the account says otherwise.
 */
export function usualGaps(pairs: readonly Shown[]): UsualGaps {
  return {
    clicks: fitSpreads(pairs.map(clicksRatio)),
    conversions: fitSpreads(pairs.map(conversionsRatio), MOSTLY_ALIKE),
  }
}

/**
 * Clicks are many and tell soon; conversions tell what matters and are few. Conversions per impression are the product
 * of both rates, and each is believed as far as its own counts and the account's other pairs allow.
 */
export function gapOf(pair: Shown, usual: UsualGaps): AdGap {
  return {
    clicks: shrunkBy(usual.clicks, clicksRatio(pair)),
    conversions: shrunkBy(usual.conversions, conversionsRatio(pair)),
  }
}

/** ln ratio of conversions per impression. */
export const conversionGap = ({ clicks, conversions }: AdGap): NormalMixture =>
  sumOf(clicks, conversions)

/** What one conversion of each brings, micros. */
export type Worths = readonly [one: number, other: number]

/** As their own amounts tell, drawn to what is usual in the ad group; alike where values say no more than their number. */
export function worthsOf(
  place: { campaignId: string; adGroupId: string },
  pair: Shown,
  target: Target,
  context: Context,
): Worths {
  const [one, other] = pair.map((sums) => context.targetOfPart(place, sums) ?? target)
  return [one!.micros, other!.micros]
}

/** P(the first brings less per impression). */
export const chanceOfLess = (gap: AdGap, [one, other]: Worths): number =>
  chanceBelow(conversionGap(gap), Math.log(other / one))

/**
 * Net effect per 30 days in micros of one possible truth, when `impressions` a window of the first ad are shown with the
 * second: more or fewer conversions at what each brings, and the clicks to pay. Held to a target, or with a budget that is
 * spent, Google buys or gives up others for them, as for what is stopped (spent-again.ts). What both got together says how good they are
 * on the whole; few conversions lean on `usual`, what is believed of the ad group's conversions per known click.
 */
export function replacementDraw(
  [one, other]: Shown,
  gap: AdGap,
  {
    impressions,
    target,
    worths: [worthOfOne, worthOfOther],
    usual,
  }: { impressions: number; target: Target; worths: Worths; usual: GammaMixture },
  context: Context,
) {
  const { knownShare } = context.measurement
  const clicks = one.clicks + other.clicks
  const conversions = (one.conversionsMicros + other.conversionsMicros) / MICROS
  const costPerClick = ratio(one.costMicros + other.costMicros, clicks)
  const rates = posterior(usual, { n: clicks * knownShare, k: conversions })
  const isSpentAgain = target.limit?.again !== undefined
  return (next: Uniforms, common = new CommonDraws(next), month = SAME_MONTH): number => {
    const [ctrGap, cvrGap] = [drawFrom(next, gap.clicks), drawFrom(next, gap.conversions)].map(
      Math.exp,
    ) as [number, number]
    const ctr = clicks / Math.max(1, other.impressions + one.impressions * ctrGap)
    const rate = month.rate * drawMixture(next, rates)
    const part = (one.impressions * ctrGap) / (one.impressions * ctrGap + other.impressions)
    const cvr = rate / (1 - part + part * cvrGap)
    const worth = ctr * cvr * (worthOfOther - ctrGap * cvrGap * worthOfOne)
    const paid = ctr * (1 - ctrGap) * costPerClick
    const net = isSpentAgain
      ? drawGain(common, target, 1)(-paid, -worth / target.micros)
      : worth - paid
    return context.monthFactor * month.volume * impressions * net
  }
}

/** Of searches, and of conversions per click, as multiples of those of the window. */
type Month = { volume: number; rate: number }
const SAME_MONTH: Month = { volume: 1, rate: 1 }

/** Likewise in a coming month, whose searches and rates are not those of the window. */
export function comingReplacementDraw(
  ...[pair, gap, room, context]: Parameters<typeof replacementDraw>
): DrawNet {
  const draw = replacementDraw(pair, gap, room, context)
  const steadiness = monthSteadiness(pair[0].clicks, context)
  const drift = context.drift.rate
  return (next, common) => {
    const volume = drawVolume(next, common, steadiness, context)
    const rate = drawAround1(next, drift)
    return draw(next, common, { volume, rate })
  }
}

/**
 * Before any is seen, one pair in six converts unlike. Few imagined pairs: the account's own, of which each tells little,
 * soon outweigh them. Own choice, on made-up accounts.
 */
const MOSTLY_ALIKE = { alike: 2, apart: 0.4 }

/** Days vary more than single impressions do. */
const clicksRatio = ([one, other]: Shown): LogRatio =>
  smoothRatio([one.clicks, one.impressions], [other.clicks, other.impressions])

function conversionsRatio([one, other]: Shown): LogRatio {
  const counts = ({ conversionsMicros, clicks }: CountedSums) =>
    [conversionsMicros / MICROS, clicks] as const
  return smoothRatio(counts(one), counts(other))
}

type Counts = readonly [successes: number, trials: number]

/** ln ratio of two rates with half a success added to each (Haldane, Anscombe), so that none is not infinite. */
function smoothRatio([a, n]: Counts, [b, m]: Counts): LogRatio {
  const value = Math.log((a + 0.5) / (n + 1) / ((b + 0.5) / (m + 1)))
  const poisson = 1 / (a + 0.5) + 1 / (b + 0.5)
  const binomial = Math.max(poisson / 10, poisson - 1 / (n + 1) - 1 / (m + 1))
  return { value, variance: THRESHOLDS.dispersion.value * binomial }
}
