import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { Section } from '#kit/components/section.tsx'
import { Select } from '#kit/components/select.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { late } from '#kit/late.tsx'
import { useUrlState } from '#kit/url-state.ts'
import { quantity } from '#shared/spanish-numbers.ts'
import { metricsQuery } from './admin-queries.ts'
import { LEAST_DAYS, USAGE_METRICS, usedDays } from './usage-metrics.ts'

const TrendChart = late(() =>
  import('#kit/components/trend-chart.tsx').then((module) => module.TrendChart),
)

/** One figure of use over the last 90 days, or as many as are kept. */
export function UsageTrend() {
  const metrics = useQuery(metricsQuery)
  const { params, change } = useUrlState()
  const metric =
    USAGE_METRICS.find(({ name }) => name === params.get('metric')) ?? USAGE_METRICS[0]!
  const days = useMemo(
    () =>
      metrics.data &&
      usedDays(metrics.data.days).map((day) => ({
        day: day.day,
        current: day[metric.name],
        previousDay: null,
        previous: null,
      })),
    [metrics.data, metric],
  )
  // The cards above tell of the failure and offer to try again.
  if (metrics.isError && !days) return null
  return (
    <Section
      title={metric.title}
      description={
        metrics.data && days && days.length < metrics.data.days.length
          ? 'Desde el primer día de uso'
          : `Últimos ${metrics.data?.days.length ?? 90} días`
      }
      actions={
        <Select
          label="Métrica del gráfico"
          hideLabel
          value={metric.name}
          onChange={(event) => change({ metric: event.target.value }, { replace: true })}
        >
          {USAGE_METRICS.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </Select>
      }
    >
      <div className="px-4 py-4 md:px-5">
        {days && days.length < LEAST_DAYS ? (
          <p className="text-ink-muted">
            Aún no hay días que comparar: la línea aparece con el tercero de uso.
          </p>
        ) : days ? (
          <Suspense fallback={<Skeleton className="h-70 w-full" />}>
            <TrendChart
              metric={metric.title}
              days={days}
              format={metric.format}
              formatAxis={(value) => quantity(value, 1)}
            />
          </Suspense>
        ) : (
          <Skeleton className="h-70 w-full" />
        )}
      </div>
    </Section>
  )
}
