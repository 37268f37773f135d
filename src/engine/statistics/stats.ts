import lnBeta from '@stdlib/math-base-special-betaln'
import lnGamma from '@stdlib/math-base-special-gammaln'
import betaDistribution from '@stdlib/stats-base-dists-beta-cdf'
import betaInverse from '@stdlib/stats-base-dists-beta-quantile'
import gammaDistribution from '@stdlib/stats-base-dists-gamma-cdf'
import gammaInverse from '@stdlib/stats-base-dists-gamma-quantile'
import negativeBinomialDistribution from '@stdlib/stats-base-dists-negative-binomial-cdf'

/** The engine's only door to the statistics library. Gamma is by shape and RATE throughout. */

export const betaCdf = (x: number, alpha: number, beta: number): number =>
  betaDistribution(x, alpha, beta)

export const betaQuantile = (p: number, alpha: number, beta: number): number =>
  betaInverse(p, alpha, beta)

export const gammaCdf = (x: number, shape: number, rate: number): number =>
  gammaDistribution(x, shape, rate)

export const gammaQuantile = (p: number, shape: number, rate: number): number =>
  gammaInverse(p, shape, rate)

export { lnBeta, lnGamma }

/** P(Z < z) of a standard normal: z² is Gamma(½, ½). */
export function normalCdf(z: number): number {
  const inside = gammaDistribution((z * z) / 2, 0.5, 1)
  return z < 0 ? (1 - inside) / 2 : (1 + inside) / 2
}

/** Two-sided p-value of a z score. */
export const twoSided = (z: number): number => 1 - gammaDistribution((z * z) / 2, 0.5, 1)

/** Slope and intercept of y on x by least squares; null when x does not vary. */
export function leastSquares(points: readonly { x: number; y: number }[]) {
  const n = points.length
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / n
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / n
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0)
  if (!(spread > 0)) return null
  const slope = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread
  return { slope, intercept: meanY - slope * meanX }
}

/** P(Y ≤ y) for a count of mean `mu` and variance `phi·mu`; phi ≤ 1 is refused (use a Poisson). */
export function overdispersedCdf(y: number, mu: number, phi: number): number {
  return negativeBinomialDistribution(y, mu / (phi - 1), 1 / phi)
}

/** P(K ≤ k) for a count over `exposure` whose rate is Gamma(shape, rate). */
export function predictiveCdf(k: number, shape: number, rate: number, exposure: number): number {
  return negativeBinomialDistribution(k, shape, rate / (rate + exposure))
}

/** ψ(x), by recurrence up to x ≥ 6 and the asymptotic series (Abramowitz & Stegun 6.3.18). */
export function digamma(x: number): number {
  if (x < 6) return digamma(x + 1) - 1 / x
  const inverse = 1 / (x * x)
  return Math.log(x) - 0.5 / x - inverse * (1 / 12 - inverse * (1 / 120 - inverse / 252))
}

type Vertex = { at: number[]; value: number }

/** Minimises `cost` from `start` by Nelder–Mead (reflection 1, expansion 2, contraction ½). */
export function nelderMead(
  cost: (at: number[]) => number,
  start: number[],
  { step = 0.5, iterations = 400, tolerance = 1e-10 } = {},
): number[] {
  const vertex = (at: number[]): Vertex => ({ at, value: cost(at) })
  const between = (from: number[], to: number[], share: number) =>
    vertex(from.map((x, i) => x + share * (to[i]! - x)))
  const simplex = [
    vertex(start),
    ...start.map((_, i) => vertex(start.map((x, j) => (i === j ? x + step : x)))),
  ]
  for (let round = 0; round < iterations; round++) {
    simplex.sort((a, b) => a.value - b.value)
    const best = simplex[0]!
    const worst = simplex.at(-1)!
    if (worst.value - best.value < tolerance * (1 + Math.abs(best.value))) break
    const kept = simplex.slice(0, -1)
    const centre = start.map((_, i) => kept.reduce((sum, v) => sum + v.at[i]!, 0) / kept.length)
    let next = between(centre, worst.at, -1)
    if (next.value < best.value) {
      const further = between(centre, worst.at, -2)
      if (further.value < next.value) next = further
    } else if (next.value >= kept.at(-1)!.value) {
      next = between(centre, next.value < worst.value ? next.at : worst.at, 0.5)
    }
    if (next.value < worst.value) simplex[simplex.length - 1] = next
    else for (let i = 1; i < simplex.length; i++) simplex[i] = between(best.at, simplex[i]!.at, 0.5)
  }
  return simplex.sort((a, b) => a.value - b.value)[0]!.at
}
