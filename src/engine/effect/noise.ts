import { EFFECT_THRESHOLDS } from '../thresholds/effect.ts'
import { type FourCells, ratioOfRatios } from './ratio-of-ratios.ts'

/** Daily figures of whole weeks, oldest first. */
type Days = readonly number[]

/**
 * Variance over mean of daily figures about the mean of their weekday in each window, never below 1 (Pearson
 * chi-square over its degrees of freedom). Money is scaled by `unit`, the money one event costs.
 */
export function dispersionOf(windows: readonly Days[], unit = 1): number {
  let square = 0
  let freedom = 0
  for (const days of windows)
    for (let weekday = 0; weekday < 7; weekday++) {
      const same = days.filter((_, i) => i % 7 === weekday)
      const mean = same.reduce((sum, x) => sum + x, 0) / same.length
      if (!(mean > 0) || same.length < 2) continue
      square += same.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (mean * unit)
      freedom += same.length - 1
    }
  return freedom > 0 ? Math.max(1, square / freedom) : 1
}

/**
 * How far entities nobody touched drift apart between the two windows: each against the rest, what chance explains
 * taken off. With fewer than 20 of them the usual drift fills up.
 */
export function driftOf(
  untouched: readonly { before: number; after: number; dispersion: number }[],
  usual: number,
): number {
  const { enoughPlacebos, placeboEvents } = EFFECT_THRESHOLDS
  const total = { before: 0, after: 0 }
  for (const { before, after } of untouched) {
    total.before += before
    total.after += after
  }
  const placebos = untouched.filter(
    ({ before, after }) =>
      before >= placeboEvents.value &&
      after >= placeboEvents.value &&
      total.before > before &&
      total.after > after,
  )
  const excess = placebos.map(({ before, after, dispersion }) => {
    const rest: FourCells = {
      before,
      after,
      controlBefore: total.before - before,
      controlAfter: total.after - after,
    }
    const { log, variance } = ratioOfRatios(rest, { dispersion, drift: 0 })
    return { square: log * log - variance, weight: 1 / (variance + usual ** 2) ** 2 }
  })
  const weights = excess.reduce((sum, { weight }) => sum + weight, 0)
  const own =
    weights > 0
      ? Math.max(0, excess.reduce((sum, { square, weight }) => sum + square * weight, 0) / weights)
      : 0
  const missing = Math.max(0, enoughPlacebos.value - excess.length)
  return Math.sqrt((own * excess.length + usual ** 2 * missing) / (excess.length + missing))
}
