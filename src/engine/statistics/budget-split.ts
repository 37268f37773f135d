/** Campaign curves conv = a·x^theta with their limits, in one unit of money. */
export type BudgetCurve = { scale: number; elasticity: number; low: number; high: number }

/** The curve through today's point: `conversions` at `budget`. */
export function curveOf(
  { budget, conversions }: { budget: number; conversions: number },
  elasticity: number,
  limits: { low: number; high: number },
): BudgetCurve {
  return { scale: conversions / budget ** elasticity, elasticity, ...limits }
}

export function conversionsAt(curve: BudgetCurve, budget: number): number {
  return curve.scale * budget ** curve.elasticity
}

/** Conversions that the next unit of money brings. */
export function marginalAt(curve: BudgetCurve, budget: number): number {
  return curve.scale * curve.elasticity * budget ** (curve.elasticity - 1)
}

/** Splits `total` so that every marginal conversion costs the same, by bisection on that price. */
export function reallocate(curves: readonly BudgetCurve[], total: number): number[] {
  const at = (price: number) =>
    curves.map(({ scale, elasticity, low, high }) => {
      const free = ((scale * elasticity) / price) ** (1 / (1 - elasticity))
      return Math.min(high, Math.max(low, free))
    })
  let low = -40
  let high = 40
  for (let i = 0; i < 200; i++) {
    const middle = (low + high) / 2
    const spent = at(Math.exp(middle)).reduce((sum, x) => sum + x, 0)
    if (spent > total) low = middle
    else high = middle
  }
  return at(Math.exp(high))
}

/** Extra conversions of one split over another under a set of curves. */
export function splitGain(
  curves: readonly BudgetCurve[],
  before: readonly number[],
  after: readonly number[],
): number {
  return curves.reduce(
    (sum, curve, i) => sum + conversionsAt(curve, after[i]!) - conversionsAt(curve, before[i]!),
    0,
  )
}
