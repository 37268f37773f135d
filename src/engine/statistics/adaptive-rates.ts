import type { Evidence, GammaMixture } from './priors.ts'
import { lnGamma } from './stats.ts'

/**
 * How unlike some dozens of entities are, without assuming one gamma or two: a mixture of gammas over a grid of means,
 * whose shares the entities themselves tell by expectation–maximisation (the nonparametric maximum likelihood of
 * Kiefer & Wolfowitz 1956, made smooth as in Stephens 2017). Few entities never earn a second gamma by BIC, and one
 * alone takes those that never sell for bad luck. Exposures `n` are expected conversions, so that 1 is the usual rate.
 */
export function fitRates(units: readonly Evidence[]): GammaMixture {
  const parts = MEANS.map((mean) => ({ shape: SHAPE, rate: SHAPE / mean }))
  const chances = units.map((unit) => likelihoods(unit, parts))
  let shares = MEANS.map(() => 1 / MEANS.length)
  for (let step = 0; step < STEPS; step++) {
    const counts = MEANS.map(() => IMAGINED / MEANS.length)
    for (const own of chances) {
      const all = own.reduce((sum, chance, i) => sum + chance * shares[i]!, 0)
      own.forEach((chance, i) => {
        counts[i]! += (chance * shares[i]!) / all
      })
    }
    shares = counts.map((count) => count / (units.length + IMAGINED))
  }
  return parts.map((part, i) => ({ ...part, weight: shares[i]! }))
}

/** From hardly ever to twice the usual rate. */
const MEANS = Array.from({ length: 10 }, (_, i) => 0.03 * 1.6 ** i)
/** Near the 2.5 that is usual between entities: neighbours on the grid overlap (sd 0.58 of the mean). */
const SHAPE = 3
/** Entities imagined before any is seen, over all means alike. Own choice, on made-up accounts. */
const IMAGINED = 1
const STEPS = 60

/** Gamma–Poisson, as multiples of the likeliest part's. */
function likelihoods({ n, k }: Evidence, parts: readonly { shape: number; rate: number }[]) {
  const logs = parts.map(
    ({ shape, rate }) =>
      lnGamma(shape + k) -
      lnGamma(shape) +
      shape * Math.log(rate) -
      (shape + k) * Math.log(rate + n),
  )
  const top = Math.max(...logs)
  return logs.map((log) => Math.exp(log - top))
}
