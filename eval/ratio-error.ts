/**
 * Standard error of Σ part / Σ whole where each account brings its own sums: accounts, not steps, are drawn
 * independently (ratio of means; Cochran, Sampling Techniques, 6.3). NaN for a single account.
 */
export function ratioError(accounts: readonly { part: number; whole: number }[]): number {
  const count = accounts.length
  const whole = accounts.reduce((sum, one) => sum + one.whole, 0)
  const ratio = accounts.reduce((sum, one) => sum + one.part, 0) / whole
  const squares = accounts.reduce((sum, one) => sum + (one.part - ratio * one.whole) ** 2, 0)
  return Math.sqrt((count / (count - 1)) * squares) / whole
}
