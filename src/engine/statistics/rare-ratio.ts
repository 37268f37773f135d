import type { Counted, LogRatio } from './rate-ratio.ts'
import { betaCdf, gammaQuantile } from './stats.ts'

/**
 * ln ratio where the group judged has so few conversions that 1/k says nothing of what was seen: two thousand clicks
 * without any are strong evidence. `seen` conversions where `expected` would have come at the others' rate, which rests
 * on `rest` conversions. Poisson likelihood and the prior N(0, tau² + 1/rest), by its mode and curvature (Laplace);
 * given back as the estimate and variance that shrinking with the same tau turns into that belief.
 */
export function rareLogRatio(
  { seen, expected, rest }: { seen: number; expected: number; rest: number },
  tau: number,
): LogRatio | null {
  if (expected <= 0 || rest <= 0) return null
  const prior = 1 / (tau ** 2 + 1 / rest)
  let mode = 0
  for (let i = 0; i < STEPS; i++) {
    const mean = expected * Math.exp(mode)
    const step = (seen - mean - prior * mode) / (mean + prior)
    mode += Math.min(1, Math.max(-1, step))
  }
  const own = Math.min(MOST_OF_PRIOR * tau ** 2, 1 / (expected * Math.exp(mode) + prior))
  const variance = (own * tau ** 2) / (tau ** 2 - own)
  return { value: (mode * (tau ** 2 + variance)) / tau ** 2, variance }
}

/** Newton on a concave function; it converges in a handful. */
const STEPS = 60
/** The belief after looking is never wider than before. */
const MOST_OF_PRIOR = 0.999

/**
 * How far a count lies from its share of both, in standard errors: the exact test of a binomial, two-sided. What the belief is
 * made of is no test, since the prior speaks in it too.
 */
export function exactZ(one: Counted, rest: Counted): number {
  const share = one.n / (one.n + rest.n)
  const [below, above] = [
    betaCdf(1 - share, rest.k, one.k + 1),
    one.k > 0 ? betaCdf(share, one.k, rest.k + 1) : 1,
  ]
  const chance = Math.min(1, 2 * Math.min(below, above))
  return Math.sign(above - below) * Math.sqrt(2 * gammaQuantile(1 - chance, 0.5, 1))
}
