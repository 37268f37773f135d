/** One figure of quality. `target` null: reported beside the others, without a promise. */
export type Metric = { metric: string; value: number; target: string | null; pass: boolean | null }

/** A layer of the evaluation; every account it makes follows from `seeds`. */
export type Layer = (options: LayerOptions) => Metric[] | Promise<Metric[]>

/** Layers that take long, part by part. */
export type Parts = Record<string, Layer>

export type LayerOptions = {
  seeds: Seeds
  full: boolean
  /** The only world to be played of the layer of worlds, where one was named. */
  world?: string | undefined
  /** Google's MobileAds experiment as CSV, where a path was given. */
  mobileAds: string | undefined
}

/** Thresholds are tuned on development seeds only; the held-out ones are looked at once per release. */
export type Seeds = { name: 'development' | 'held-out'; first: number }

export function atLeast(metric: string, value: number, limit: number): Metric {
  return { metric, value: rounded(value), target: `≥ ${limit}`, pass: value >= limit }
}

export function atMost(metric: string, value: number, limit: number): Metric {
  return { metric, value: rounded(value), target: `≤ ${limit}`, pass: value <= limit }
}

export function between(metric: string, value: number, low: number, high: number): Metric {
  return {
    metric,
    value: rounded(value),
    target: `${low}–${high}`,
    pass: value >= low && value <= high,
  }
}

export function noted(metric: string, value: number): Metric {
  return { metric, value: rounded(value), target: null, pass: null }
}

function rounded(value: number): number {
  return Number(value.toPrecision(4))
}
