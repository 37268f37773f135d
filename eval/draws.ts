import { drawGamma, drawNormal, type Uniforms } from '#engine/statistics/random.ts'

/** Poisson count; normal above 60. */
export function drawPoisson(next: Uniforms, mean: number): number {
  if (mean > 60) return Math.max(0, Math.round(mean + Math.sqrt(mean) * drawNormal(next)))
  const limit = Math.exp(-mean)
  let product = next()
  let count = 0
  while (product > limit) {
    product *= next()
    count++
  }
  return count
}

/** Count of variance `dispersion` × mean (negative binomial): a Poisson count of a gamma mean. */
export function drawCount(next: Uniforms, mean: number, dispersion: number): number {
  if (mean <= 0) return 0
  if (dispersion <= 1) return drawPoisson(next, mean)
  return drawPoisson(next, drawGamma(next, mean / (dispersion - 1), 1 / (dispersion - 1)))
}

/** Binomial count; one by one below 30 trials, Poisson for rare ones, else normal. */
export function drawBinomial(next: Uniforms, trials: number, p: number): number {
  if (trials <= 0 || p <= 0) return 0
  if (p >= 1) return trials
  if (p > 0.5) return trials - drawBinomial(next, trials, 1 - p)
  if (trials < 30) {
    let count = 0
    for (let i = 0; i < trials; i++) if (next() < p) count++
    return count
  }
  const mean = trials * p
  if (mean < 15) return Math.min(trials, drawPoisson(next, mean))
  const drawn = Math.round(mean + Math.sqrt(mean * (1 - p)) * drawNormal(next))
  return Math.min(trials, Math.max(0, drawn))
}
