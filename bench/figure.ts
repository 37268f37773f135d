/** One measured figure. `target` null: printed for the record, without a promise. */
export type Figure = {
  bench: string
  /** Null: what it needs could not be had. */
  value: number | null
  target: number | null
  pass: boolean | null
  unit: string
  /** Samples, or rows, behind the value. */
  n: number
}

type Measured = { value: number; unit: string; n: number }

export function atMost(bench: string, target: number, measured: Measured): Figure {
  return { bench, target, pass: measured.value <= target, ...rounded(measured) }
}

export function atLeast(bench: string, target: number, measured: Measured): Figure {
  return { bench, target, pass: measured.value >= target, ...rounded(measured) }
}

export function noted(bench: string, measured: Measured): Figure {
  return { bench, target: null, pass: null, ...rounded(measured) }
}

export function unmeasured(bench: string): Figure {
  return { bench, value: null, target: null, pass: null, unit: '', n: 0 }
}

/** Three significant digits below 100, whole numbers above: more would be noise. */
function rounded({ value, unit, n }: Measured): Measured {
  return { value: value >= 100 ? Math.round(value) : Number(value.toPrecision(3)), unit, n }
}

/** The value below which `share` (0..1) of the samples lie. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5)
}
