/** 10 % of a normal distribution lie above it: both ends of an 80 % range. */
export const Z_80 = 1.2816

export type Range = { low: number; mid: number; high: number }

/**
 * 80 % range of how often something happens, from a count of it: the score interval of a Poisson rate (E. B. Wilson 1927
 * for counts), which also holds for fractional conversions and for none.
 */
export function rateRange(count: number, trials: number): Range {
  const middle = count + Z_80 ** 2 / 2
  const reach = Z_80 * Math.sqrt(count + Z_80 ** 2 / 4)
  return {
    low: Math.max(0, middle - reach) / trials,
    mid: count / trials,
    high: (middle + reach) / trials,
  }
}

/** The same of what each one costs; without an upper end, and without a middle, where none was counted. */
export function priceRange(count: number, cost: number) {
  const { low, high } = rateRange(count, 1)
  return {
    low: cost / high,
    mid: count > 0 ? cost / count : null,
    high: count > 0 && low > 0 ? cost / low : null,
  }
}
