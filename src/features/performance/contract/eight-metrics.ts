import type { Day } from '#shared/dates.ts'
import { type Metrics, MICROS, NO_METRICS, ratesOf } from '#shared/metrics.ts'
import { quantity } from '#shared/spanish-numbers.ts'
import type { MetricName } from './metrics.ts'

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
    names.map((name) => [
      name,
      isKnown(name, current) && isKnown(name, previous)
        ? changeText(current[name], previous[name])
        : NO_CHANGES[name],
    ]),
  ) as Record<MetricName, string>
}

/** The cost of a conversion or click where there was none is no number, so no change of it is either. */
function isKnown(name: MetricName, values: EightMetrics): boolean {
  if (name === 'cpc') return values.clicks > 0
  return name !== 'costPerConversion' || values.conversions > 0
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

/** '+5,3%', '-2%', '0%'; '—' where there is nothing to compare with. One decimal at most. */
function changeText(current: number, previous: number): string {
  if (previous === 0) return current === 0 ? '0%' : '—'
  const percent = Math.round(((current - previous) / Math.abs(previous)) * 1000) / 10
  if (percent === 0) return '0%'
  return `${percent > 0 ? '+' : '-'}${quantity(Math.abs(percent), 1)}%`
}

/** The eight of a campaign or an ad group, as sums of its days; changes of whole days alone, and where the compared are all there. */
export function metricsOfDays({
  current,
  previous,
  comparison,
  knownTo,
}: {
  current: readonly (EightMetrics & { day: Day })[]
  previous: readonly EightMetrics[]
  comparison: { complete: boolean }
  /** The last whole day that was read. */
  knownTo: Day | null
}): EightMetrics & { changes: Record<MetricName, string> } {
  const whole = current.filter(({ day }) => knownTo === null || day <= knownTo)
  const changes =
    comparison.complete && whole.length > 0
      ? changesOf(wholeOf(whole), wholeOf(previous.slice(0, whole.length)))
      : NO_CHANGES
  return { ...wholeOf(current), changes }
}

/** Several days as one. */
export function wholeOf(days: readonly EightMetrics[]): EightMetrics {
  return eightMetrics(sumOf(days))
}

function sumOf(days: readonly EightMetrics[]): Metrics {
  const sum = (name: MetricName) => days.reduce((total, day) => total + day[name], 0)
  return {
    ...NO_METRICS,
    impressions: sum('impressions'),
    clicks: sum('clicks'),
    costMicros: Math.round(sum('spend') * MICROS),
    conversionsMicros: Math.round(sum('conversions') * MICROS),
  }
}
