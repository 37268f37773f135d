import { type Metrics, ratesOf } from '#shared/metrics.ts'
import type { MetricName } from '../contract/metrics.ts'
import { changeText } from './change-text.ts'

/** The eight metrics of a card row: money in currency units, ctr and conversion rate in percent. */
export type EightMetrics = Record<MetricName, number>

export function eightMetrics(sums: Metrics): EightMetrics {
  const { spend, conversions, ctr, cpc, conversionRate, costPerConversion } = ratesOf(sums)
  return {
    spend,
    impressions: sums.impressions,
    clicks: sums.clicks,
    conversions,
    ctr: ctr * 100,
    cpc,
    conversionRate: conversionRate * 100,
    costPerConversion,
  }
}

export function changesOf(
  current: EightMetrics,
  previous: EightMetrics,
): Record<MetricName, string> {
  const names = Object.keys(current) as MetricName[]
  // Same keys as the input by construction.
  return Object.fromEntries(
    names.map((name) => [name, changeText(current[name], previous[name])]),
  ) as Record<MetricName, string>
}

/** Where there is nothing to compare with. */
export const NO_CHANGES: Record<MetricName, string> = {
  spend: '—',
  impressions: '—',
  clicks: '—',
  conversions: '—',
  ctr: '—',
  cpc: '—',
  conversionRate: '—',
  costPerConversion: '—',
}
