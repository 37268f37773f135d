import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { gammaCdf, gammaQuantile, lnBeta, lnGamma, nelderMead } from './stats.ts'

/** One entity's evidence: `n` clicks (after lag correction), `k` conversions, possibly fractional. */
export type Evidence = { n: number; k: number }

/** Conversions per click ~ Gamma(shape, rate); `weight` sums to 1 over a mixture. */
export type GammaPart = { weight: number; shape: number; rate: number }
export type GammaMixture = readonly GammaPart[]

export const gammaPrior = (shape: number, rate: number): GammaMixture => [
  { weight: 1, shape, rate },
]

/** Bayes' rule for Poisson counts: each part gains k and n; weights move by its marginal likelihood. */
export function posterior(prior: GammaMixture, { n, k }: Evidence): GammaMixture {
  // A lone part keeps all the weight.
  if (prior.length === 1)
    return [{ weight: 1, shape: prior[0]!.shape + k, rate: prior[0]!.rate + n }]
  const scores = new Array<number>(prior.length)
  let top = Number.NEGATIVE_INFINITY
  for (let i = 0; i < prior.length; i++) {
    scores[i] = Math.log(prior[i]!.weight) + lnMarginal(prior[i]!, n, k)
    top = Math.max(top, scores[i]!)
  }
  let total = 0
  for (let i = 0; i < prior.length; i++) {
    scores[i] = Math.exp(scores[i]! - top)
    total += scores[i]!
  }
  return prior.map(({ shape, rate }, i) => ({
    weight: scores[i]! / total,
    shape: shape + k,
    rate: rate + n,
  }))
}

export function mixtureMean(mixture: GammaMixture): number {
  let mean = 0
  for (const { weight, shape, rate } of mixture) mean += (weight * shape) / rate
  return mean
}

export function mixtureVariance(mixture: GammaMixture): number {
  const squares = mixture.map(
    ({ weight, shape, rate }) => (weight * shape * (shape + 1)) / (rate * rate),
  )
  return sum(squares) - mixtureMean(mixture) ** 2
}

/** P(rate of conversion < x). */
export function mixtureCdf(mixture: GammaMixture, x: number): number {
  if (x <= 0) return 0
  let below = 0
  for (const { weight, shape, rate } of mixture) below += weight * gammaCdf(x, shape, rate)
  return Math.min(1, below)
}

/** Inverse of mixtureCdf, by bisection between the parts' own quantiles. */
export function mixtureQuantile(mixture: GammaMixture, p: number): number {
  const ends = mixture.map(({ shape, rate }) => gammaQuantile(p, shape, rate))
  let low = Math.min(...ends)
  let high = Math.max(...ends)
  for (let i = 0; i < 60 && high - low > 1e-12; i++) {
    const middle = (low + high) / 2
    if (mixtureCdf(mixture, middle) < p) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/**
 * Quantile at `z` standard normal deviations of the gamma with the mixture's mean and variance, by Wilson & Hilferty
 * (1931): a few hundredths of the mean off, for where thousands are only put in order.
 */
export function roughQuantile(mixture: GammaMixture, z: number): number {
  const mean = mixtureMean(mixture)
  const relativeVariance = mixtureVariance(mixture) / (mean * mean)
  const root = 1 - relativeVariance / 9 + (z * Math.sqrt(relativeVariance)) / 3
  return mean * Math.max(0, root) ** 3
}

/** A factor that is itself in doubt: mean, and variance as a fraction of the mean squared. */
export type DoubtfulFactor = { mean: number; relativeVariance: number }

/** All rates × such a factor: each part a gamma of the product's mean and variance. */
export function timesFactor(
  prior: GammaMixture,
  { mean, relativeVariance }: DoubtfulFactor,
): GammaMixture {
  return prior.map(({ weight, shape, rate }) => {
    const product = 1 / ((1 + 1 / shape) * (1 + relativeVariance) - 1)
    return { weight, shape: product, rate: (product * rate) / (shape * mean) }
  })
}

/** All rates × factor, with as much spread in proportion. */
export function scaledBy(prior: GammaMixture, factor: number): GammaMixture {
  return factor === 1 ? prior : prior.map((part) => ({ ...part, rate: part.rate / factor }))
}

/** Moments of a beta prior (alpha, beta): full pooling when the spread is below sampling noise. */
export function betaMoments(units: readonly Evidence[]) {
  const total = sum(units.map(({ n }) => n))
  const mean = sum(units.map(({ k }) => k)) / total
  const spread = sum(units.map(({ n, k }) => n * (k / n - mean) ** 2))
  const sampling = (units.length - 1) * mean * (1 - mean)
  const variance = (spread - sampling) / (total - sum(units.map(({ n }) => n * n)) / total)
  const most = THRESHOLDS.maxPriorClicks.value
  const weight = variance <= 0 ? most : Math.min(most, (mean * (1 - mean)) / variance - 1)
  return { mean, spread, variance, weight, alpha: mean * weight, beta: (1 - mean) * weight }
}

/** Maximum likelihood of a beta-binomial; only for whole counts with k ≤ n. */
export function fitBeta(units: readonly Evidence[]): { alpha: number; beta: number } {
  const start = betaMoments(units)
  const cost = ([x, y]: number[]) => {
    const [a, b] = [Math.exp(x!), Math.exp(y!)]
    return -sum(units.map(({ n, k }) => lnBeta(k + a, n - k + b) - lnBeta(a, b)))
  }
  const [x, y] = nelderMead(cost, [Math.log(start.alpha), Math.log(start.beta)])
  return { alpha: Math.exp(x!), beta: Math.exp(y!) }
}

/**
 * ln of how well a prior foretells an entity, if it converts `factors` times as well as the prior lets expect; only
 * differences mean something.
 */
export function lnEvidenceAt(
  { n, k }: Evidence,
  prior: GammaMixture,
  factors: readonly number[],
): Float64Array {
  const known = prior.map(({ weight, shape, rate }) => ({
    ln: Math.log(weight) + (k === 0 ? 0 : lnGamma(k + shape) - lnGamma(shape)),
    shape,
    rate,
  }))
  // A loop, not Float64Array.from: tens of thousands of entities are asked.
  const lnChances = new Float64Array(factors.length)
  for (let i = 0; i < factors.length; i++) {
    const clicks = n * factors[i]!
    let [top, rest] = [Number.NEGATIVE_INFINITY, 0]
    for (const { ln, shape, rate } of known) {
      const sold = k === 0 ? 0 : k * Math.log(clicks / (rate + clicks))
      const score = ln + shape * Math.log(rate / (rate + clicks)) + sold
      rest = score > top ? rest * Math.exp(top - score) + 1 : rest + Math.exp(score - top)
      top = Math.max(top, score)
    }
    lnChances[i] = top + Math.log(rest)
  }
  return lnChances
}

/** Gamma–Poisson marginal without the terms that do not depend on the prior. */
function lnMarginal({ shape, rate }: GammaPart, n: number, k: number): number {
  const gammas = k === 0 ? 0 : lnGamma(k + shape) - lnGamma(shape)
  return gammas + shape * Math.log(rate / (rate + n)) + (n > 0 ? k * Math.log(n / (rate + n)) : 0)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
