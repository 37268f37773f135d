import { drawNormal, type Uniforms } from './random.ts'
import type { LogRatio } from './rate-ratio.ts'
import { normalCdf } from './stats.ts'

/** Belief about a ln ratio: a mixture of normals. */
export type NormalMixture = readonly { weight: number; mean: number; sd: number }[]

/** How far apart such pairs usually are: ln ratio ~ Σ share · N(0, spread²). */
export type Spreads = readonly { share: number; spread: number }[]

/**
 * Adaptive shrinkage (Stephens 2017, 'False discovery rates: a new deal'): most pairs are nearly alike and some are
 * clearly apart, in shares that the account's own pairs tell. Expectation–maximisation over a grid of spreads, with
 * imagined pairs for what is believed before any is seen: one of each spread, or `alike` of the narrowest and
 * `apart` of all others together.
 */
export function fitSpreads(
  ratios: readonly LogRatio[],
  { alike, apart }: { alike: number; apart: number } = { alike: 1, apart: GRID.length - 1 },
): Spreads {
  const other = apart / (GRID.length - 1)
  let spreads: Spreads = GRID.map((spread) => ({ share: 1 / GRID.length, spread }))
  for (let step = 0; step < STEPS; step++) {
    const counts = spreads.map((_, i) => (i === 0 ? alike : other))
    for (const ratio of ratios) {
      memberships(ratio, spreads).forEach((chance, i) => {
        counts[i]! += chance
      })
    }
    const all = ratios.length + alike + apart
    spreads = spreads.map(({ spread }, i) => ({ share: counts[i]! / all, spread }))
  }
  return spreads
}

/** What a ratio tells about the truth once it is known how such pairs are. */
export function shrunkBy(spreads: Spreads, ratio: LogRatio): NormalMixture {
  const { value, variance } = ratio
  return memberships(ratio, spreads).map((weight, i) => {
    const keep = spreads[i]!.spread ** 2 / (spreads[i]!.spread ** 2 + variance)
    return { weight, mean: keep * value, sd: Math.sqrt(keep * variance) }
  })
}

/** The sum of two independent quantities. */
export function sumOf(a: NormalMixture, b: NormalMixture): NormalMixture {
  return a.flatMap((one) =>
    b.map((other) => ({
      weight: one.weight * other.weight,
      mean: one.mean + other.mean,
      sd: Math.hypot(one.sd, other.sd),
    })),
  )
}

export function varianceOf(belief: NormalMixture): number {
  const centre = meanOf(belief)
  return belief.reduce(
    (sum, { weight, mean, sd }) => sum + weight * (sd ** 2 + (mean - centre) ** 2),
    0,
  )
}

export function meanOf(belief: NormalMixture): number {
  return belief.reduce((sum, { weight, mean }) => sum + weight * mean, 0)
}

/** P(ln ratio < x). */
export function chanceBelow(belief: NormalMixture, x: number): number {
  return belief.reduce((sum, { weight, mean, sd }) => sum + weight * normalCdf((x - mean) / sd), 0)
}

/** E[max(ratio − 1, 0)]: what is expected to be lost by keeping the other one, as a fraction of it. */
export function expectedExcess(belief: NormalMixture): number {
  return belief.reduce(
    (sum, { weight, mean, sd }) =>
      sum +
      weight *
        (Math.exp(mean + sd ** 2 / 2) * normalCdf((mean + sd ** 2) / sd) - normalCdf(mean / sd)),
    0,
  )
}

/** One possible truth. */
export function drawFrom(next: Uniforms, belief: NormalMixture): number {
  let left = next()
  const found = belief.find(({ weight }) => {
    left -= weight
    return left <= 0
  })
  const { mean, sd } = found ?? belief.at(-1)!
  return mean + sd * drawNormal(next)
}

/** From hardly different to twice as good. */
const GRID = [0.02, 0.05, 0.1, 0.2, 0.35, 0.6]
const STEPS = 40

function memberships({ value, variance }: LogRatio, spreads: Spreads): number[] {
  const densities = spreads.map(({ share, spread }) => {
    const total = spread ** 2 + variance
    return Math.log(share) - (Math.log(total) + value ** 2 / total) / 2
  })
  const top = Math.max(...densities)
  const weights = densities.map((density) => Math.exp(density - top))
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => weight / all)
}
