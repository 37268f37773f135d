import { digamma, gammaCdf, gammaQuantile, lnBeta, lnGamma, nelderMead } from './stats.ts'
import { THRESHOLDS } from './thresholds.ts'

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
  const scores = prior.map((part) => Math.log(part.weight) + lnMarginal(part, { n, k }))
  const shares = softmax(scores)
  return prior.map(({ shape, rate }, i) => ({
    weight: shares[i]!,
    shape: shape + k,
    rate: rate + n,
  }))
}

export function mixtureMean(mixture: GammaMixture): number {
  return sum(mixture.map(({ weight, shape, rate }) => (weight * shape) / rate))
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

/** The same shape of belief around another mean, e.g. the rate of everything but the entity judged. */
export function withMean(prior: GammaMixture, mean: number): GammaMixture {
  return scaledBy(prior, mean / mixtureMean(prior))
}

/** All rates × factor, with as much spread in proportion. */
export function scaledBy(prior: GammaMixture, factor: number): GammaMixture {
  return factor === 1 ? prior : prior.map((part) => ({ ...part, rate: part.rate / factor }))
}

/**
 * Prior of a family of entities: a single gamma, or two where the data ask for it by BIC (a separate wasteful population
 * makes one gamma discover too much), or both where they leave it open. Null without any conversion.
 */
export function fitPrior(units: readonly Evidence[]): GammaMixture | null {
  const clicked = units.filter(({ n }) => n > 0)
  if (clicked.length < 2 || sum(clicked.map(({ k }) => k)) <= 0) return null
  const groups = grouped(clicked)
  const one = [fitGamma(groups)]
  const two = fitTwoGammas(groups, one[0]!)
  const gain = lnLikelihood(groups, two) - lnLikelihood(groups, one)
  const share = 1 / (1 + Math.exp(1.5 * Math.log(clicked.length) - gain))
  return averaged(one, two, share).map(capped)
}

/** Where the data do not decide, both models count, by their BIC weights (Raftery 1995): one alone would be too sure. */
function averaged(one: GammaMixture, two: GammaMixture, share: number): GammaMixture {
  if (share < CLEAR) return one
  if (share > 1 - CLEAR) return two
  const weighed = (parts: GammaMixture, by: number) =>
    parts.map((part) => ({ ...part, weight: part.weight * by }))
  return [...weighed(one, 1 - share), ...weighed(two, share)]
}

const CLEAR = 0.02

/** The same of one entity. */
export function lnEvidenceOf(seen: Evidence, prior: GammaMixture): number {
  const lns = prior.map((part) => Math.log(part.weight) + lnMarginal(part, seen))
  const top = Math.max(...lns)
  return top + Math.log(sum(lns.map((ln) => Math.exp(ln - top))))
}

/** ln of how well a prior foretells what was seen; only differences between priors mean something. */
export function lnEvidence(units: readonly Evidence[], prior: GammaMixture): number {
  return lnLikelihood(grouped(units.filter(({ n }) => n > 0)), prior)
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

/** Evidence that `times` units share; `clicks` and `sales` number its n and its k among those of all groups. */
type Group = Evidence & { times: number; clicks: number; sales: number }
type Groups = { all: readonly Group[]; clicks: readonly number[]; sales: readonly number[] }

/** Thousands of terms share few (clicks, conversions) pairs; large counts are binned by 8 %. */
function grouped(units: readonly Evidence[]): Groups {
  const clicks = new Map<number, number>()
  const sales = new Map<number, number>()
  const byClicks: Map<number, Group>[] = []
  for (const unit of units) {
    const n =
      unit.n < 12 ? Math.round(unit.n) || unit.n : Math.exp(Math.round(Math.log(unit.n) * 12) / 12)
    const k = Math.round(unit.k * 100) / 100
    const at = numbered(clicks, n)
    byClicks[at] ??= new Map()
    const group = byClicks[at].get(k)
    if (group) group.times++
    else byClicks[at].set(k, { n, k, times: 1, clicks: at, sales: numbered(sales, k) })
  }
  const all = byClicks.flatMap((bySales) => [...bySales.values()])
  return {
    all: all.sort((a, b) => a.n - b.n || a.k - b.k),
    clicks: [...clicks.keys()],
    sales: [...sales.keys()],
  }
}

function numbered(numbers: Map<number, number>, value: number): number {
  const known = numbers.get(value)
  if (known !== undefined) return known
  numbers.set(value, numbers.size)
  return numbers.size - 1
}

/**
 * Maximum likelihood with a weak belief about the shape, ln ~ N(ln 2.5, 1.5²): between the 0.5 and
 * 11.6 found in two real accounts. Few entities cannot tell their spread; without it they would all
 * be pooled into one rate.
 */
function fitGamma(groups: Groups): GammaPart {
  const mean = pooledRate(groups)
  const part = ([x, y]: number[]) => ({ weight: 1, shape: Math.exp(x!), rate: Math.exp(y!) })
  const cost = (at: number[]) => {
    if (Math.abs(at[0]!) > 15 || Math.abs(at[1]!) > 20) return Number.MAX_VALUE
    const { shapeCentre, shapeSpread } = THRESHOLDS
    const surprise = (at[0]! - Math.log(shapeCentre.value)) / shapeSpread.value
    return 0.5 * surprise ** 2 - lnLikelihood(groups, [part(at)])
  }
  const shape = THRESHOLDS.shapeCentre.value
  return part(nelderMead(cost, [Math.log(shape), Math.log(shape / mean)]))
}

/** Expectation–maximisation; the M step has Minka's closed approximation of the gamma shape. */
function fitTwoGammas(groups: Groups, one: GammaPart): GammaPart[] {
  const mean = pooledRate(groups)
  let parts: GammaPart[] = [
    { weight: 0.3, shape: 1, rate: 6 / mean },
    { weight: 0.7, shape: Math.max(2, one.shape), rate: Math.max(2, one.shape) / (mean * 1.2) },
  ]
  let before = Number.NEGATIVE_INFINITY
  for (let round = 0; round < 12; round++) {
    for (let step = 0; step < 8; step++) parts = improved(groups, parts)
    const after = lnLikelihood(groups, parts)
    if (after - before < 0.05) break
    before = after
  }
  return parts
}

/** Written as loops, like the likelihood: fits run them hundreds of times over thousands of groups. */
function improved(groups: Groups, parts: readonly GammaPart[]): GammaPart[] {
  const totals = parts.map(() => ({ units: 0, rate: 0, lnRate: 0 }))
  const lnWeights = parts.map(({ weight }) => Math.log(weight))
  const marginals = parts.map((part) => marginalOf(groups, part))
  const digammas = parts.map(({ shape }) => groups.sales.map((k) => digamma(shape + k)))
  const lnRates = parts.map(({ rate }) => groups.clicks.map((n) => Math.log(rate + n)))
  const weights = parts.map(() => 0)
  let units = 0
  for (const group of groups.all) {
    units += group.times
    let top = Number.NEGATIVE_INFINITY
    for (let i = 0; i < parts.length; i++) {
      weights[i] = lnWeights[i]! + marginals[i]!(group)
      if (weights[i]! > top) top = weights[i]!
    }
    let all = 0
    for (let i = 0; i < parts.length; i++) {
      weights[i] = Math.exp(weights[i]! - top)
      all += weights[i]!
    }
    for (let i = 0; i < parts.length; i++) {
      const share = (weights[i]! / all) * group.times
      const { shape, rate } = parts[i]!
      const total = totals[i]!
      total.units += share
      total.rate += (share * (shape + group.k)) / (rate + group.n)
      total.lnRate += share * (digammas[i]![group.sales]! - lnRates[i]![group.clicks]!)
    }
  }
  return totals.map((total, i) => {
    if (total.units < 1e-6) return { ...parts[i]!, weight: 1e-9 }
    const mean = total.rate / total.units
    const s = Math.max(1e-6, Math.log(mean) - total.lnRate / total.units)
    const shape = (3 - s + Math.sqrt((s - 3) ** 2 + 24 * s)) / (12 * s)
    return { weight: total.units / units, shape, rate: shape / mean }
  })
}

function lnLikelihood(groups: Groups, parts: GammaMixture): number {
  const lnWeights = parts.map(({ weight }) => Math.log(weight))
  const marginals = parts.map((part) => marginalOf(groups, part))
  const scores = parts.map(() => 0)
  let total = 0
  for (const group of groups.all) {
    let top = Number.NEGATIVE_INFINITY
    for (let i = 0; i < parts.length; i++) {
      const score = lnWeights[i]! + marginals[i]!(group)
      scores[i] = score
      if (score > top) top = score
    }
    let rest = 0
    for (const score of scores) rest += Math.exp(score - top)
    total += group.times * (top + Math.log(rest))
  }
  return total
}

/** lnMarginal by tables: groups share few numbers of clicks and of conversions, and logarithms take the time. */
function marginalOf(
  { clicks, sales }: Groups,
  { shape, rate }: GammaPart,
): (group: Group) => number {
  const ofShape = lnGamma(shape)
  const gammas = sales.map((k) => (k === 0 ? 0 : lnGamma(k + shape) - ofShape))
  const missed = clicks.map((n) => shape * Math.log(rate / (rate + n)))
  const met = clicks.map((n) => (n > 0 ? Math.log(n / (rate + n)) : 0))
  return (group) => gammas[group.sales]! + missed[group.clicks]! + group.k * met[group.clicks]!
}

/** Gamma–Poisson marginal without the terms that do not depend on the prior. */
function lnMarginal({ shape, rate }: GammaPart, { n, k }: Evidence): number {
  const gammas = k === 0 ? 0 : lnGamma(k + shape) - lnGamma(shape)
  return gammas + shape * Math.log(rate / (rate + n)) + (n > 0 ? k * Math.log(n / (rate + n)) : 0)
}

/** A prior may not weigh less than 5 clicks nor more than 10,000. */
function capped(part: GammaPart): GammaPart {
  const { minPriorClicks, maxPriorClicks } = THRESHOLDS
  const rate = Math.min(maxPriorClicks.value, Math.max(minPriorClicks.value, part.rate))
  return { ...part, shape: (part.shape / part.rate) * rate, rate }
}

function pooledRate(groups: Groups): number {
  return (
    sum(groups.all.map(({ k, times }) => k * times)) / sum(groups.all.map((g) => g.n * g.times))
  )
}

function softmax(scores: readonly number[]): number[] {
  const top = Math.max(...scores)
  const weights = scores.map((score) => Math.exp(score - top))
  const total = sum(weights)
  return weights.map((weight) => weight / total)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
