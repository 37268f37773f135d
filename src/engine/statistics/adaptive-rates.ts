import { THRESHOLDS } from '../thresholds/thresholds.ts'
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
    const counts = [...IMAGINED]
    for (const own of chances) {
      const all = own.reduce((sum, chance, i) => sum + chance * shares[i]!, 0)
      own.forEach((chance, i) => {
        counts[i]! += (chance * shares[i]!) / all
      })
    }
    shares = counts.map((count) => count / (units.length + IMAGINED_UNITS))
  }
  return parts.map((part, i) => ({ ...part, weight: shares[i]! }))
}

/** From hardly ever to twice the usual rate. */
const MEANS = Array.from({ length: 10 }, (_, i) => 0.03 * 1.6 ** i)
/** Near the 2.5 that is usual between entities: neighbours on the grid overlap (sd 0.58 of the mean). */
const SHAPE = 3
/** As many entities are imagined before any is seen. Own choice. */
const IMAGINED_UNITS = 10
/** At each mean: around the usual rate, as unlike as entities usually are (lognormal of a gamma's relative variance). */
const IMAGINED = imagined()
const STEPS = 60

function imagined(): number[] {
  const variance = Math.log(1 + 1 / THRESHOLDS.shapeCentre.value)
  const densities = MEANS.map((mean) =>
    Math.exp(-((Math.log(mean) + variance / 2) ** 2) / 2 / variance),
  )
  const all = densities.reduce((sum, density) => sum + density, 0)
  return densities.map((density) => (IMAGINED_UNITS * density) / all)
}

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
