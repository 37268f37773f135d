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
