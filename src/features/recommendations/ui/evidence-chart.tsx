import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type DayPoint, getAccountTrend } from '#features/performance/contract/metrics.ts'
import { Select } from '#kit/components/select.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { TrendChart } from '#kit/components/trend-chart.tsx'
import { queryOf } from '#kit/query.ts'
import { MICROS } from '#shared/metrics.ts'
import { compact, integer, money, percent, quantity } from '#shared/spanish-numbers.ts'
import type { Recommendation } from '../contract/recommendations.ts'
import { shareDrawn } from './evidence-values.ts'

type Metric = 'spend' | 'clicks' | 'conversions'
const METRICS: Record<Metric, string> = {
  spend: 'Gasto',
  clicks: 'Clics',
  conversions: 'Conversiones',
}

/** Whose days are drawn. */
const PLACES = {
  account: 'de toda la cuenta',
  campaign: 'de toda la campaña',
  ad_group: 'de todo el grupo de anuncios',
} as const

/** The campaign or ad group it speaks of, day by day over its window; the account's where it speaks of all. */
export function EvidenceChart(props: { customerId: string; recommendation: Recommendation }) {
  const { customerId, recommendation } = props
  const [metric, setMetric] = useState<Metric>('spend')
  const { from, to } = recommendation.evidence.window
  const query = useQuery(
    queryOf(getAccountTrend, {
      customerId,
      from,
      to,
      compare: 'previous',
      ...placeOf(recommendation),
    }),
  )
  if (query.isPending) return <Skeleton className="h-70 w-full" />
  // The figures above stand without it.
  if (!query.data || query.data.current.length < 2) return null
  const { currencyCode, current } = query.data
  const format = (value: number) => text(metric, value, currencyCode)
  return (
    <div className="mb-3">
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Select
          label="Métrica del gráfico"
          hideLabel
          className="w-44"
          value={metric}
          onChange={(event) => setMetric(event.target.value as Metric)}
        >
          {Object.entries(METRICS).map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <p className="text-sm text-ink-muted">{captionOf(recommendation, current)}</p>
      </div>
      <TrendChart
        metric={METRICS[metric]}
        days={current.map((point) => dayOf(point, metric))}
        format={format}
        formatAxis={(value) => compact(value, metric === 'spend' ? currencyCode : undefined)}
      />
    </div>
  )
}

/** Days are known of campaigns and ad groups, not of a network or of some keywords: what is drawn is said, and its share. */
function captionOf(recommendation: Recommendation, days: readonly DayPoint[]): string {
  const drawn = `por día, ${PLACES[placeOf(recommendation).level]}`
  const spend = days.reduce((sum, day) => sum + day.spend, 0)
  const share = shareDrawn(recommendation.evidence, spend * MICROS)
  if (share === null) return drawn
  const part = share < 0.01 ? 'de menos del 1\u00a0%' : `del ${percent(share, 0)}`
  return `${drawn}; la recomendación trata ${part} de ese gasto`
}

function placeOf({ adGroupId, campaignId }: Recommendation) {
  if (adGroupId) return { level: 'ad_group', id: adGroupId } as const
  if (campaignId) return { level: 'campaign', id: campaignId } as const
  return { level: 'account' } as const
}

function dayOf(point: DayPoint, metric: Metric) {
  return { day: point.day, current: point[metric], previousDay: null, previous: null }
}

function text(metric: Metric, value: number, currencyCode: string): string {
  if (metric === 'spend') return money(value * MICROS, currencyCode)
  return metric === 'clicks' ? integer(value) : quantity(value)
}
