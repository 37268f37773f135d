/**
 * How often cyclic shifts of what a model leaves unexplained, fitted to all periods as if nothing had been changed, put as much of it
 * into the last `after` periods (Chernozhukov, Wüthrich & Zhu, 2021).
 */
export function conformalP(unexplained: readonly number[], after: number): number {
  const periods = unexplained.length
  const sizeAt = (shift: number) => {
    let size = 0
    for (let i = periods - after; i < periods; i++)
      size += Math.abs(unexplained[(i + shift) % periods]!)
    return size
  }
  // Sums of the same numbers in another order differ in their last digits.
  const seen = sizeAt(0) * (1 - 1e-12)
  return unexplained.filter((_, shift) => sizeAt(shift) >= seen).length / periods
}

/** Of weekly logarithms: each entity against the mean of the others, for each its p by shifts in time and its size in the last weeks. */
export function conformalOf(
  weekly: readonly (readonly number[])[],
  after: number,
): { p: number; size: number }[] {
  return weekly.map((own, at) => {
    const others = weekly.toSpliced(at, 1)
    const apart = own.map(
      (week, i) => week - others.reduce((sum, one) => sum + one[i]!, 0) / others.length,
    )
    const level = apart.reduce((sum, week) => sum + week, 0) / apart.length
    const unexplained = apart.map((week) => week - level)
    const size = unexplained.slice(-after).reduce((sum, week) => sum + Math.abs(week), 0)
    return { p: conformalP(unexplained, after), size }
  })
}
