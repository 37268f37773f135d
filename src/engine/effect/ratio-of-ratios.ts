import { gammaCdf } from '../stats.ts'

/** The same measure of the changed entity and of those nobody touched, before and after the change. */
export type FourCells = {
  before: number
  after: number
  controlBefore: number
  controlAfter: number
}

/** What makes the figures vary beyond a Poisson count. */
export type Noise = {
  /** Variance / mean of daily figures; 1 is Poisson. */
  dispersion: number
  controlDispersion?: number
  /** Standard deviation of the logarithm by which untouched entities drift apart between the same windows. */
  drift: number
}

/** All of the logarithm of (after/before) / (controlAfter/controlBefore). */
export type LogEffect = { log: number; variance: number }

/** 97.5 % point of the normal, as it is usually rounded. */
export const Z_95 = 1.96

/**
 * Ratio of ratios with quasi-Poisson variance and drift. `counts` are the events behind money or rates (clicks behind
 * cost); a cell without any gets half an event in all four (Haldane–Anscombe).
 */
export function ratioOfRatios(
  values: FourCells,
  noise: Noise,
  counts: FourCells = values,
): LogEffect {
  const empty = Object.values(values).some((value) => value <= 0)
  const unit = counts.before > 0 ? values.before / counts.before : 1
  const pad = empty ? 0.5 : 0
  const value = (v: number) => v + pad * (unit || 1)
  const count = (n: number) => 1 / (n + pad || 0.5)
  const log =
    Math.log(value(values.after) / value(values.before)) -
    Math.log(value(values.controlAfter) / value(values.controlBefore))
  const own = noise.dispersion * (count(counts.before) + count(counts.after))
  const control =
    (noise.controlDispersion ?? noise.dispersion) *
    (count(counts.controlBefore) + count(counts.controlAfter))
  return { log, variance: own + control + noise.drift ** 2 }
}

/** Ratio with its 95 % interval, 1 = no effect. */
export function intervalOf({ log, variance }: LogEffect): {
  estimate: number
  low: number
  high: number
} {
  const reach = Z_95 * Math.sqrt(variance)
  return { estimate: Math.exp(log), low: Math.exp(log - reach), high: Math.exp(log + reach) }
}

/** Two-sided: P(|Z| > |log| / sd). */
export function pValueOf({ log, variance }: LogEffect): number {
  return 1 - gammaCdf((log * log) / variance / 2, 0.5, 1)
}

/** Pulled towards no effect by the spread of earlier effects of the kind: large finds are mostly luck. */
export function shrunk({ log, variance }: LogEffect, spread: number): LogEffect {
  const weight = spread ** 2 / (spread ** 2 + variance)
  return { log: log * weight, variance: variance * weight }
}

/**
 * Events needed in each of the four cells to see a ratio in 80 of 100 cases at 5 %; 944 for +20 % at dispersion 1,
 * half of it where the control is very large.
 */
export function eventsNeeded(ratio: number, dispersion: number): number {
  const power = (Z_95 + 0.8416212335729143) ** 2
  return (4 * dispersion * power) / Math.log(ratio) ** 2
}
