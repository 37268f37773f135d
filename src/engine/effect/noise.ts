/** Daily figures of whole weeks, oldest first. */
type Days = readonly number[]

/** Variance over mean of daily figures, and the degrees of freedom with which it is known. */
export type Dispersion = { value: number; freedom: number }

/**
 * About the mean of their weekday in each window (Pearson chi-square over its degrees of freedom). Money is scaled by
 * `unit`, the money one event costs.
 */
export function dispersionOf(windows: readonly Days[], unit = 1): Dispersion {
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
  return { value: freedom > 0 ? square / freedom : 1, freedom }
}

/**
 * One entity's drawn towards those of its account, as far as they are alike, and never below 1: six weeks of days alone leave it unsure by a
 * fifth. Moments: what they scatter beyond 2·mean²/freedom is how unlike they are.
 */
export function amongOthers(own: Dispersion, others: readonly Dispersion[]): Dispersion {
  const all = [own, ...others].filter(({ freedom }) => freedom > 0)
  const freedom = all.reduce((total, one) => total + one.freedom, 0)
  if (all.length < LEAST_ALIKE) return { ...own, value: Math.max(1, own.value) }
  const mean = Math.max(1, all.reduce((total, one) => total + one.freedom * one.value, 0) / freedom)
  const scatter = all.reduce((total, one) => total + (one.value - mean) ** 2, 0) / (all.length - 1)
  const chance = (2 * mean ** 2 * all.length) / freedom
  const unlike = Math.max(0, scatter - chance) + mean ** 2 / freedom
  const ofOwn = own.freedom / (2 * mean ** 2)
  const value = (own.value * ofOwn + mean / unlike) / (ofOwn + 1 / unlike)
  return { value: Math.max(1, value), freedom: own.freedom + (2 * mean ** 2) / unlike }
}

/** Fewer do not tell how unlike they are. */
const LEAST_ALIKE = 5
