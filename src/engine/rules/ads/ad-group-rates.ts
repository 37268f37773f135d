import { MICROS, ratio } from '#shared/metrics.ts'
import { isBrandCampaign } from '../../account/brand.ts'
import type { Context } from '../../account/context.ts'
import { type CountedSums, countedOf } from '../../account/known-figures.ts'
import { evidenceTable, lnLikelihood } from '../../statistics/evidence-table.ts'
import { fitPrior } from '../../statistics/fit-prior.ts'
import { type Evidence, type GammaMixture, gammaPrior, scaledBy } from '../../statistics/priors.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'

/** What is believed of the conversions per known click of an ad group that pays `costPerClick` (micros). */
export type AdGroupRates = (costPerClick: number) => GammaMixture

/**
 * Learned from the account's ad groups (empirical Bayes, gamma–Poisson). Bids follow what clicks are worth, so that
 * conversions per euro often differ less between ad groups than conversions per click: both are fitted, and each counts
 * by how well it foretells what was seen (Bayesian model averaging). Without those of the brand, which converts far
 * better. With too few ad groups, or no conversions, a weak belief around the account's rate.
 */
export function adGroupRates(
  groups: readonly { campaignId: string; sums: CountedSums }[],
  context: Context,
): AdGroupRates {
  const { knownShare } = context.measurement
  const shown = groups
    .filter(({ campaignId }) => !isBrand(context, campaignId))
    .map(({ sums }) => sums)
    .filter(({ clicks, costMicros }) => clicks > 0 && costMicros > 0)
  const all = shown.reduce((sum, { clicks }) => sum + clicks, 0)
  const usualCost = ratio(
    shown.reduce((sum, { costMicros }) => sum + costMicros, 0),
    all,
  )
  const evidence = (exposure: (sums: CountedSums) => number): Evidence[] =>
    shown.map((sums) => ({ n: exposure(sums) * knownShare, k: sums.conversionsMicros / MICROS }))
  const byClicks = fitted(evidence(({ clicks }) => clicks))
  const byCost = fitted(evidence(({ costMicros }) => costMicros / usualCost))
  if (shown.length < LEAST_GROUPS || !byClicks || !byCost) return () => aroundAccount(context)
  const share = 1 / (1 + Math.exp(byClicks.lnSeen - byCost.lnSeen))
  return (costPerClick) => [
    ...weighed(byClicks.prior, 1 - share),
    ...weighed(scaledBy(byCost.prior, costPerClick / usualCost), share),
  ]
}

function isBrand({ campaigns }: Context, id: string): boolean {
  const campaign = campaigns.get(id)
  return campaign !== undefined && isBrandCampaign(campaign)
}

function aroundAccount({ sums, measurement }: Context): GammaMixture {
  const shape = THRESHOLDS.sliceShape.value
  const { clicks = 0, conversionsMicros = 0 } = countedOf(sums) ?? {}
  const rate = ratio(conversionsMicros / MICROS, clicks * measurement.knownShare)
  return gammaPrior(shape, shape / Math.max(LEAST_RATE, rate))
}

/** Conversions per click below which nothing can be advised anyway. */
const LEAST_RATE = 1e-4
/** Fewer cannot tell how unlike ad groups are. */
const LEAST_GROUPS = 3

function fitted(units: readonly Evidence[]) {
  const prior = fitPrior(units)
  return prior && { prior, lnSeen: lnLikelihood(evidenceTable(units), prior) }
}

const weighed = (mixture: GammaMixture, by: number): GammaMixture =>
  mixture.map((part) => ({ ...part, weight: part.weight * by }))
