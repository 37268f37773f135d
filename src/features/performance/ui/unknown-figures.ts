import type { Column } from '#kit/table-rows.ts'
import type { FileFacts, FileLevel } from '#shared/file-facts.ts'
import type { Metrics } from '#shared/metrics.ts'
import type { MetricName } from '../contract/metrics.ts'

/** Of an imported account: figures that no file of a level tells stand as '—', never as 0. */

type Figure = keyof Metrics

const METRIC_NEEDS: Record<MetricName, readonly Figure[]> = {
  spend: ['costMicros'],
  impressions: ['impressions'],
  clicks: ['clicks'],
  conversions: ['conversionsMicros'],
  ctr: ['clicks', 'impressions'],
  cpc: ['costMicros', 'clicks'],
  conversionRate: ['conversionsMicros', 'clicks'],
  costPerConversion: ['costMicros', 'conversionsMicros'],
}

const COLUMN_NEEDS: Readonly<Record<string, readonly Figure[]>> = {
  impressions: METRIC_NEEDS.impressions,
  clicks: METRIC_NEEDS.clicks,
  ctr: METRIC_NEEDS.ctr,
  cpc: METRIC_NEEDS.cpc,
  cost: METRIC_NEEDS.spend,
  conversions: METRIC_NEEDS.conversions,
  cpa: METRIC_NEEDS.costPerConversion,
}

/** Everything is known of an account without `facts`. */
export function isMetricKnown(
  metric: MetricName,
  facts: FileFacts | null,
  level: FileLevel = 'account',
): boolean {
  return areKnown(METRIC_NEEDS[metric], facts, level)
}

export function knownColumns<Row>(
  columns: readonly Column<Row>[],
  facts: FileFacts | null,
  level: FileLevel,
): readonly Column<Row>[] {
  if (!facts) return columns
  return columns.map((column) =>
    areKnown(COLUMN_NEEDS[column.id] ?? [], facts, level)
      ? column
      : { ...column, value: nothing, total: nothing },
  )
}

function areKnown(needs: readonly Figure[], facts: FileFacts | null, level: FileLevel): boolean {
  const known = facts?.[level]?.columns ?? []
  return facts === null || needs.every((figure) => known.includes(figure))
}

const nothing = () => null
