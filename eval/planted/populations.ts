import type { GammaMixture } from '#engine/statistics/priors.ts'
import { drawGamma, drawMixture, drawNormal, type Uniforms } from '#engine/statistics/random.ts'

/** How the accounts of a run are made. */
export type Variant = {
  name: string
  /** Nothing is wrong with the account. */
  clean: boolean
  /** Rates by another law than the engine assumes. */
  lognormal: boolean
  /** Two weeks of a promotion and one of silence. */
  shocks: boolean
  /** Search terms of one keyword convert alike. */
  correlated: boolean
}

export const BASE: Variant = {
  name: 'base',
  clean: false,
  lognormal: false,
  shocks: false,
  correlated: false,
}

/** Conversion rate of an entity as a multiple of its ad group's: a quarter is hopeless. */
export const RATES: GammaMixture = [
  { weight: 0.25, shape: 1, rate: 10 },
  { weight: 0.75, shape: 6, rate: 6 },
]
/** All alike and all worth their price. */
export const CLEAN_RATES: GammaMixture = [{ weight: 1, shape: 40, rate: 40 }]

/** Share of the mean rate at which a conversion costs exactly the target. */
export const BREAK_EVEN = 0.6
export const CAMPAIGN_SHAPE = 12
export const AD_GROUP_SHAPE = 25
export const ELASTICITY = { mean: 0.85, sd: 0.1, least: 0.58 }
export const BID_ELASTICITY = { etaSd: 0.19, kappaSd: 0.1, least: 0.05 }
/** Of the impressions that campaigns with manual bids could have. */
export const LOST_TO_RANK = 0.25
/** Variance over mean of a day's counts. */
export const DISPERSION = 1.5

/** ln ratio of an ad, device or page to its rival: mostly none, else a clear one. */
export const GAPS = { share: 0.35, mean: -0.6, sd: 0.15, nothing: 0.04 } as const

export const ratesOf = ({ clean }: Variant): GammaMixture => (clean ? CLEAN_RATES : RATES)

export function drawRate(next: Uniforms, variant: Variant): number {
  if (!variant.lognormal || variant.clean) return drawMixture(next, ratesOf(variant))
  const hopeless = next() < 0.25
  return hopeless
    ? Math.exp(-2.7 + 0.8 * drawNormal(next))
    : Math.exp(-0.08 + 0.4 * drawNormal(next))
}

export const drawFactor = (next: Uniforms, shape: number): number => drawGamma(next, shape, shape)

export function drawGap(next: Uniforms, { clean }: Variant): number {
  const wide = next() < GAPS.share && !clean
  return wide ? GAPS.mean + GAPS.sd * drawNormal(next) : GAPS.nothing * drawNormal(next)
}

export function drawElasticity(next: Uniforms): number {
  const drawn = ELASTICITY.mean + ELASTICITY.sd * drawNormal(next)
  return Math.min(1, Math.max(ELASTICITY.least, drawn))
}

export type BidMeans = { eta: number; kappa: number }

/** Of an account: advertisers and simulators differ that much (exponents of clicks .04 to 1.1 and beyond, of prices .2 to 1). */
export function drawBidMeans(next: Uniforms): BidMeans {
  return { eta: 0.05 + 1.45 * next(), kappa: 0.2 + 0.8 * next() }
}

export function drawBidElasticity(next: Uniforms, means: BidMeans) {
  const { etaSd, kappaSd, least } = BID_ELASTICITY
  return {
    eta: Math.max(least, means.eta + etaSd * drawNormal(next)),
    kappa: Math.max(least, means.kappa + kappaSd * drawNormal(next)),
  }
}
