import { betaQuantile, gammaCdf } from '../statistics/stats.ts'

/** A figure of one entity in the windows before and after the change. */
export type Pair = { before: number; after: number }

/** The same measure of the changed entity and of those left unchanged, before and after the change. */
export type FourCells = Pair & { controlBefore: number; controlAfter: number }

/** What makes the figures vary beyond a Poisson count. */
export type Noise = {
  /** Variance / mean of daily figures; 1 is Poisson. */
  dispersion: number
  /** Standard deviation of the logarithm by which untouched entities drift apart between the same windows. */
  drift: number
}

/** A logarithm of ratios; `freedom`: degrees of freedom of its variance, Infinity where that is known. */
export type LogEffect = { log: number; variance: number; freedom: number }

/** 97.5 % point of the normal, as it is usually rounded. */
export const Z_95 = 1.96
/** From here on Student's t is the normal to three digits. */
const MANY = 2_000

/**
 * Logarithm of after/before with its quasi-Poisson variance. `counts` are the events behind money (clicks behind cost);
 * a window without any gives both half an event (Haldane–Anscombe).
 */
export function logRatio(
  values: Pair,
  dispersion: number,
  counts: Pair = values,
): { log: number; variance: number } {
  const isEmpty = values.before <= 0 || values.after <= 0
  const events = counts.before + counts.after
  const unit = events > 0 ? (values.before + values.after) / events || 1 : 1
  const pad = isEmpty ? 0.5 : 0
  const value = (v: number) => v + pad * unit
  const count = (n: number) => 1 / (n + pad || 0.5)
  return {
    log: Math.log(value(values.after) / value(values.before)),
    variance: dispersion * (count(counts.before) + count(counts.after)),
  }
}

/** ln[(after/before) / (controlAfter/controlBefore)] where all of the control is one thing and its drift is known. */
export function ratioOfRatios(cells: FourCells, { dispersion, drift }: Noise): LogEffect {
  const own = logRatio(cells, dispersion)
  const control = logRatio({ before: cells.controlBefore, after: cells.controlAfter }, dispersion)
  return {
    log: own.log - control.log,
    variance: own.variance + control.variance + drift ** 2,
    freedom: Number.POSITIVE_INFINITY,
  }
}

/** Half the width of the interval that holds the logarithm in 1 − `alpha` of the cases. */
export function reachOf({ variance, freedom }: LogEffect, alpha = 0.05): number {
  return studentQuantile(alpha, freedom) * Math.sqrt(variance)
}

/** t with P(|T| > t) = `alpha`: ν/(ν + t²) is Beta(ν/2, ½) (Abramowitz & Stegun 26.7.1). */
export function studentQuantile(alpha: number, freedom: number): number {
  const bounded = Math.min(MANY, Math.max(1, freedom))
  if (bounded === MANY && alpha === 0.05) return Z_95
  const x = betaQuantile(alpha, bounded / 2, 0.5)
  return Math.sqrt((bounded * (1 - x)) / x)
}

/** Ratio with its 95 % interval, 1 = no effect. */
export function intervalOf(effect: LogEffect): { estimate: number; low: number; high: number } {
  const reach = reachOf(effect)
  const { log } = effect
  return { estimate: Math.exp(log), low: Math.exp(log - reach), high: Math.exp(log + reach) }
}

/** Two-sided, where the variance is known: P(|Z| > |log| / sd). */
export function pValueOf({ log, variance }: LogEffect): number {
  return 1 - gammaCdf((log * log) / variance / 2, 0.5, 1)
}

/** Pulled towards no effect by the spread of earlier effects of the kind: large finds are mostly luck. */
export function shrunk({ log, variance, freedom }: LogEffect, spread: number): LogEffect {
  const weight = spread ** 2 / (spread ** 2 + variance)
  return { log: log * weight, variance: variance * weight, freedom }
}

/**
 * Events needed in each of the four cells to see a ratio in 80 of 100 cases at 5 %; 944 for +20 % at dispersion 1,
 * half of it where the control is very large.
 */
export function eventsNeeded(ratio: number, dispersion: number): number {
  const power = (Z_95 + 0.8416212335729143) ** 2
  return (4 * dispersion * power) / Math.log(ratio) ** 2
}
