/** Sums over any range or set of entities. Money and conversions in micros (× 1,000,000). */
export type Metrics = {
  impressions: number
  clicks: number
  costMicros: number
  conversionsMicros: number
  valueMicros: number
}

export const MICROS = 1_000_000

export const NO_METRICS: Metrics = {
  impressions: 0,
  clicks: 0,
  costMicros: 0,
  conversionsMicros: 0,
  valueMicros: 0,
}

/** What measures are made of: without all of it there is none. */
export const MADE_OF: Readonly<Record<string, readonly (keyof Metrics)[]>> = {
  impressions: ['impressions'],
  clicks: ['clicks'],
  cost: ['costMicros'],
  spend: ['costMicros'],
  conversions: ['conversionsMicros'],
  value: ['valueMicros'],
  ctr: ['clicks', 'impressions'],
  cpc: ['costMicros', 'clicks'],
  cpa: ['costMicros', 'conversionsMicros'],
  costPerConversion: ['costMicros', 'conversionsMicros'],
  roas: ['valueMicros', 'costMicros'],
  valuePerConversion: ['valueMicros', 'conversionsMicros'],
  conversionRate: ['conversionsMicros', 'clicks'],
}

/** Rates as fractions (0..1), money in currency units; 0 where the divisor is 0 (spec §5). */
export function ratesOf(sums: Metrics) {
  const conversions = sums.conversionsMicros / MICROS
  const spend = sums.costMicros / MICROS
  return {
    spend,
    conversions,
    ctr: ratio(sums.clicks, sums.impressions),
    cpc: ratio(spend, sums.clicks),
    conversionRate: ratio(conversions, sums.clicks),
    costPerConversion: ratio(spend, conversions),
  }
}

export function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}
