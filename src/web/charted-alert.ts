import type { MetricName } from '#features/performance/contract/metrics.ts'
import type { AlertRow } from '#features/watch/contract/alerts.ts'
import type { DayRange } from '#shared/dates.ts'

const METRICS: Partial<Record<MetricName, AlertRow['metric']>> = {
  spend: 'cost',
  conversions: 'conversions',
  costPerConversion: 'cpa',
}

type Alert = Pick<AlertRow, 'title' | 'metric' | 'campaignId' | 'since' | 'to'>

/** What left its band in the line that the chart draws: said there too, beside its mean against the period before. */
export function chartedAlert(
  alerts: readonly Alert[],
  shown: {
    metric: MetricName
    campaignId: string | null
    adGroupId: string | null
    range: DayRange
  },
): string | null {
  const { metric, campaignId, adGroupId, range } = shown
  if (adGroupId !== null) return null
  const found = alerts.find(
    (alert) =>
      alert.metric === METRICS[metric] &&
      alert.campaignId === campaignId &&
      alert.since <= range.to &&
      alert.to >= range.from,
  )
  return found?.title ?? null
}
