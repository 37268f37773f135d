import { type Metrics, NO_METRICS } from '#shared/metrics.ts'

export function noMetrics(): Metrics {
  return { ...NO_METRICS }
}

export function addTo(sum: Metrics, one: Metrics): void {
  sum.impressions += one.impressions
  sum.clicks += one.clicks
  sum.costMicros += one.costMicros
  sum.conversionsMicros += one.conversionsMicros
  sum.valueMicros += one.valueMicros
}

export function added(all: readonly Metrics[]): Metrics {
  const sum = noMetrics()
  for (const one of all) addTo(sum, one)
  return sum
}

/** Of the whole window, or of its newest part. */
export function addedRows(
  rows: readonly { sums: Metrics; recent: Metrics }[],
  of: 'sums' | 'recent' = 'sums',
): Metrics {
  return added(rows.map((row) => row[of]))
}
