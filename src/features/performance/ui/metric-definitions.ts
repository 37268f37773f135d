import { compact } from '#shared/spanish-numbers.ts'
import { wireUnitText } from '#shared/unit-text.ts'
import type { MetricName } from '../contract/metrics.ts'

type MetricKind = 'money' | 'integer' | 'quantity' | 'percent'

export type MetricDefinition = {
  name: MetricName
  title: string
  /** For a card too narrow for the title. */
  short?: string
  kind: MetricKind
}

/** The eight metrics of an account, in the order of the cards. */
export const METRICS: readonly MetricDefinition[] = [
  { name: 'spend', title: 'Gasto', kind: 'money' },
  { name: 'impressions', title: 'Impresiones', kind: 'integer' },
  { name: 'clicks', title: 'Clics', kind: 'integer' },
  { name: 'conversions', title: 'Conversiones', kind: 'quantity' },
  { name: 'ctr', title: 'CTR', kind: 'percent' },
  { name: 'cpc', title: 'CPC', kind: 'money' },
  { name: 'conversionRate', title: 'Tasa de conversión', short: 'Tasa conv.', kind: 'percent' },
  {
    name: 'costPerConversion',
    title: 'Coste por conversión',
    short: 'Coste/conv.',
    kind: 'money',
  },
]

/** Made of conversions, which are counted on the day of their click but come days later. */
export function comesLate(name: MetricName): boolean {
  return name === 'conversions' || name === 'conversionRate' || name === 'costPerConversion'
}

const DIVISORS: Partial<Record<MetricName, MetricName>> = {
  costPerConversion: 'conversions',
  cpc: 'clicks',
}

/** Null where there is nothing to divide by: on the wire that is 0, which on a screen would claim that it cost nothing. */
export function shownMetric(
  name: MetricName,
  values: Readonly<Record<MetricName, number>>,
): number | null {
  const divisor = DIVISORS[name]
  return divisor && values[divisor] === 0 ? null : values[name]
}

/** A value as the API sends it: money in currency units, rates in percent 0..100. */
export function metricText(kind: MetricKind, value: number | null, currencyCode: string): string {
  return wireUnitText(kind, value, currencyCode)
}

/** The same in few characters, for an axis. */
export function metricAxisText(kind: MetricKind, value: number, currencyCode: string): string {
  if (kind === 'money') return compact(value, currencyCode)
  return kind === 'percent' ? `${compact(value)}\u00a0%` : compact(value)
}
