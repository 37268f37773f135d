import { normalCdf } from './stats.ts'

/** Conversions `k` (may be fractional) of clicks `n`. */
export type Counted = { k: number; n: number }

/** ln of the ratio of two rates with its sampling variance; `z` where a test of the counts tells its distance from none better. */
export type LogRatio = { value: number; variance: number; z?: number }

/** ln[(k/n) / (K/N)], variance 1/k + 1/K − 1/n − 1/N (not below a Poisson's tenth). Null where a count is 0. */
export function logRateRatio(one: Counted, rest: Counted): LogRatio | null {
  if (one.k <= 0 || rest.k <= 0 || one.n <= 0 || rest.n <= 0) return null
  const poisson = 1 / one.k + 1 / rest.k
  return {
    value: Math.log(one.k / one.n / (rest.k / rest.n)),
    variance: Math.max(poisson / 10, poisson - 1 / one.n - 1 / rest.n),
  }
}

/** |ln ratio| in standard errors, with its sign. */
export const ratioZ = ({ value, variance, z }: LogRatio): number => z ?? value / Math.sqrt(variance)

/** Pulled towards no difference, which is N(0, tau²) among such ratios. */
export function shrunk({ value, variance }: LogRatio, tau: number) {
  const weight = tau ** 2 / (tau ** 2 + variance)
  return { weight, value: weight * value, sd: Math.sqrt(weight * variance) }
}

/** P(true ratio < x), after shrinking with tau. */
export function chanceRatioBelow(ratio: LogRatio, tau: number, x: number): number {
  const { value, sd } = shrunk(ratio, tau)
  return normalCdf((Math.log(x) - value) / sd)
}

/** Between-family spread tau of several ratios (DerSimonian–Laird); 0 where it is all sampling noise. */
export function spreadOfRatios(ratios: readonly LogRatio[]): number {
  const weights = ratios.map(({ variance }) => 1 / variance)
  const total = sum(weights)
  if (ratios.length < 2 || total <= 0) return 0
  const mean = sum(ratios.map(({ value }, i) => value * weights[i]!)) / total
  const q = sum(ratios.map(({ value }, i) => weights[i]! * (value - mean) ** 2))
  const c = total - sum(weights.map((w) => w * w)) / total
  return Math.sqrt(Math.max(0, (q - (ratios.length - 1)) / c))
}

/**
 * The same where the ratios are of pairs in no order, so that their true mean is no difference (moments with the mean
 * known): few of them tell more so.
 */
export function spreadAroundNone(ratios: readonly LogRatio[]): number {
  const total = sum(ratios.map(({ variance }) => 1 / variance))
  const q = sum(ratios.map(({ value, variance }) => value ** 2 / variance))
  return total > 0 ? Math.sqrt(Math.max(0, (q - ratios.length) / total)) : 0
}

/** One stratum: the group judged and its peers in the same ad group and device. */
export type Stratum = { one: Counted; rest: Counted }

/**
 * Mantel–Haenszel ln odds ratio over strata with the variance of Robins, Breslow and Greenland; conversions above
 * clicks are cut to the clicks. Null where the strata cannot tell.
 */
export function logOddsRatio(strata: readonly Stratum[]): LogRatio | null {
  let [r, s, pr, mixed, qs] = [0, 0, 0, 0, 0]
  for (const { one, rest } of strata) {
    const n = one.n + rest.n
    if (one.n <= 0 || rest.n <= 0) continue
    const a = Math.min(one.k, one.n)
    const c = Math.min(rest.k, rest.n)
    const [b, d] = [one.n - a, rest.n - c]
    const [p, q] = [(a + d) / n, (b + c) / n]
    const [ri, si] = [(a * d) / n, (b * c) / n]
    r += ri
    s += si
    pr += p * ri
    mixed += p * si + q * ri
    qs += q * si
  }
  if (r <= 0 || s <= 0) return null
  const variance = pr / (2 * r * r) + mixed / (2 * r * s) + qs / (2 * s * s)
  return { value: Math.log(r / s), variance }
}

/**
 * The next bid modifier (1 = neutral) from the present one and a shrunk ln ratio: towards that ratio and no further, at most `step`
 * (fraction) at once, and within what Google takes (0.1 to 10). How often clicks convert hardly follows the bid: multiplied by
 * the same ratio at every visit, a modifier would never come to rest.
 */
export function nextModifier(present: number, logRatio: number, step: number): number {
  const wanted = Math.min(10, Math.max(0.1, Math.exp(logRatio)))
  if (logRatio < 0 ? wanted >= present : wanted <= present) return present
  return Math.min(present * (1 + step), Math.max(present * (1 - step), wanted))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
