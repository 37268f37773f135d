import { MICROS } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import type { CountedSums } from '../../account/known-figures.ts'
import { presentShares } from '../../account/known-settings.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { drawGamma, type Uniforms } from '../../statistics/random.ts'
import { betaCdf, gammaCdf } from '../../statistics/stats.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'

/** Conversions that the clicks of the window will have brought, Gamma(shape, rate). */
export type ConversionBelief = { shape: number; rate: number }

/** Counts spread more than a Poisson from day to day, and more where a buyer counts several times; those not yet reported are added. */
export function conversionBelief({ measurement }: Context, sums: CountedSums): ConversionBelief {
  const spread = THRESHOLDS.dispersion.value * Math.max(1, measurement.credit.mean)
  return {
    shape: (sums.conversionsMicros / MICROS + 0.5) / spread,
    rate: measurement.knownShare / spread,
  }
}

export function drawConversions(next: Uniforms, { shape, rate }: ConversionBelief): number {
  return drawGamma(next, shape, rate)
}

/** P(cost per conversion < `costMicros`); 0 where nothing is known. */
export function chanceCheaper(context: Context, sums: CountedSums, costMicros: number): number {
  if (sums.costMicros <= 0 || costMicros <= 0 || context.measurement.knownShare <= 0) return 0
  const { shape, rate } = conversionBelief(context, sums)
  return 1 - gammaCdf(sums.costMicros / costMicros, shape, rate)
}

/** P(a conversion of `a` costs more than `factor` × one of `b`): the ratio of two gammas is a beta. */
export function chanceDearer(
  context: Context,
  a: CountedSums,
  b: CountedSums,
  factor: number,
): number {
  if (a.costMicros <= 0 || b.costMicros <= 0) return 0
  const [left, right] = [conversionBelief(context, a), conversionBelief(context, b)]
  const limit = a.costMicros / (factor * b.costMicros)
  return betaCdf(limit / (1 + limit), left.shape, right.shape)
}

/** Conversions as a plain number, those not yet reported included; 0 where nothing is known. */
export function knownConversions({ measurement }: Context, sums: CountedSums): number {
  return measurement.knownShare > 0 ? sums.conversionsMicros / MICROS / measurement.knownShare : 0
}

/** Share of the possible impressions lost: Google's figure, and what is certain of it. */
export type LostShare = { shown: number; atLeast: number }

/**
 * Google says 0.0999 for 'under 10 %' and 0.9001 for 'over 90 %': the first proves nothing, the second at least
 * what it says.
 */
export function lostShare(campaign: CampaignFacts<never>, to: 'budget' | 'rank'): LostShare {
  const shares = presentShares(campaign)
  if (!shares) return { shown: 0, atLeast: 0 }
  const shown = to === 'budget' ? shares.lostToBudget : shares.lostToRank
  return { shown, atLeast: Math.abs(shown - 0.0999) < 1e-4 ? 0 : shown }
}

/** What findings about a whole campaign have in common where an amount is claimed. */
export function aboutCampaign(
  campaignId: string,
): Pick<Finding, 'identity' | 'object' | 'campaignId' | 'adGroupId'> {
  return {
    identity: [campaignId],
    object: { type: 'campaign', id: campaignId },
    campaignId,
    adGroupId: null,
  }
}
