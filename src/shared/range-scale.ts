export type AmountRange = { estimate: number; low: number; high: number }

/** One scale for several ranges, with zero on it: each amount becomes its part of the way, 0 to 1. */
export function rangeScale(ranges: readonly AmountRange[]) {
  const least = Math.min(0, ...ranges.map(({ low }) => low))
  const most = Math.max(0, ...ranges.map(({ high }) => high))
  return { least, most, at: (amount: number) => (amount - least) / (most - least || 1) }
}

export type RangeScale = ReturnType<typeof rangeScale>
