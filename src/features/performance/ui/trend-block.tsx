import { useQuery } from '@tanstack/react-query'
import ChartLine from 'lucide-react/icons/chart-line'
import TableProperties from 'lucide-react/icons/table-properties'
import { lazy, Suspense, useMemo } from 'react'
import { BlockBoundary } from '#kit/components/block-boundary.tsx'
import { Button } from '#kit/components/button.tsx'
import { CacheNote } from '#kit/components/cache-note.tsx'
import { EmptyState } from '#kit/components/empty-state.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Section } from '#kit/components/section.tsx'
import { Select } from '#kit/components/select.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import type { DayRange } from '#kit/date-choice.ts'
import { loadErrorText } from '#kit/error-text.ts'
import { queryOf } from '#kit/query.ts'
import type { Day } from '#shared/dates.ts'
import type { FactStep, FileFacts } from '#shared/file-facts.ts'
import { longDay } from '#shared/spanish-numbers.ts'
import { listAccountChanges } from '../contract/account-views.ts'
import { getAccountTrend, type MetricName } from '../contract/metrics.ts'
import { COMPARISONS, type Compare } from './comparison.ts'
import { METRICS, type MetricDefinition, metricAxisText, metricText } from './metric-definitions.ts'
import type { SelectedEntity } from './selection.ts'
import { dayMarks, trendDays, trendSummary } from './trend-days.ts'
import { TrendTable } from './trend-table.tsx'
import { isMetricKnown } from './unknown-figures.ts'

const TrendChart = lazy(() =>
  import('#kit/components/trend-chart.tsx').then((module) => ({ default: module.TrendChart })),
)

type TrendBlockProps = {
  customerId: string
  range: DayRange
  compare: Compare
  /** What a point of it sums. */
  step: FactStep
  /** What the files of an imported account tell. */
  facts: FileFacts | null
  /** The campaign or ad group to draw; null for the whole account. */
  entity: SelectedEntity | null
  /** The account's today when the range reaches it. */
  unfinishedDay: Day | null
  metric: MetricDefinition
  onMetric: (metric: MetricName) => void
  asTable: boolean
  onAsTable: (asTable: boolean) => void
}

/** One metric day by day, against the period before, as a chart or as a table. */
export function TrendBlock(props: TrendBlockProps) {
  const { metric, entity, facts, step, onMetric, asTable, onAsTable } = props
  return (
    <Section
      isDense
      title={`${metric.title} por ${STEPS[step]}`}
      description={entity?.name}
      actions={
        <>
          <Select
            label="Métrica del gráfico"
            hideLabel
            // On a phone the figures above choose it.
            className="w-44 max-sm:hidden"
            value={metric.name}
            onChange={(event) => onMetric(event.target.value as MetricName)}
          >
            {METRICS.filter(({ name }) => isMetricKnown(name, facts)).map(({ name, title }) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </Select>
          <Button
            size="sm"
            icon={asTable ? <ChartLine /> : <TableProperties />}
            onClick={() => onAsTable(!asTable)}
          >
            {asTable ? 'Ver como gráfico' : 'Ver como tabla'}
          </Button>
        </>
      }
    >
      <BlockBoundary>
        <Trend {...props} />
      </BlockBoundary>
    </Section>
  )
}

function Trend(props: TrendBlockProps) {
  const { customerId, range, compare, step, entity, unfinishedDay, metric, asTable } = props
  const query = useQuery(
    queryOf(getAccountTrend, {
      customerId,
      compare,
      level: entity?.level ?? 'account',
      id: entity?.id,
      ...range,
    }),
  )
  const changes = useQuery(
    queryOf(listAccountChanges, {
      customerId,
      ...range,
      campaignId: entity?.level === 'campaign' ? entity.id : undefined,
    }),
  )
  const marks = useMemo(() => dayMarks(changes.data ?? [], entity), [changes.data, entity])
  const retry = () => void query.refetch()
  const days = useMemo(() => query.data && trendDays(query.data, metric.name), [query.data, metric])
  if (!days || !query.data) {
    if (!query.isError) return <ChartSkeleton />
    return <ErrorPanel message={errorOf(query.error)} onRetry={retry} />
  }
  const { currencyCode, comparison } = query.data
  const compared = COMPARISONS[compare].name
  const format = (value: number) => metricText(metric.kind, value, currencyCode)
  const finished = days.filter(({ day }) => day !== unfinishedDay)
  const hasFigures = days.some((day) => day.current || day.previous)
  return (
    <div className="px-4 py-1 md:px-5">
      {query.isError && <CacheNote message={errorOf(query.error)} onRetry={retry} />}
      {!hasFigures ? (
        <div className="flex h-48 items-center justify-center">
          <EmptyState title="No hay datos disponibles para el período seleccionado." />
        </div>
      ) : asTable ? (
        <TrendTable
          metric={metric.title}
          stepName={STEPS[step]}
          compared={compared}
          days={days}
          marks={marks}
          unfinishedDay={unfinishedDay}
          format={format}
        />
      ) : (
        <figure className="@container">
          <figcaption className="sr-only">
            {trendSummary(metric.title, finished, format, compared)}
          </figcaption>
          <NarrowKey compared={days.some(({ previous }) => previous !== null) ? compared : null} />
          <Suspense fallback={<Skeleton className="h-48 w-full" />}>
            <TrendChart
              height={CHART_HEIGHT}
              metric={metric.title}
              days={days}
              compared={compared}
              marks={marks}
              unfinishedDay={unfinishedDay}
              format={format}
              formatAxis={(value) => metricAxisText(metric.kind, value, currencyCode)}
            />
          </Suspense>
        </figure>
      )}
      {!comparison.complete && (
        <p className="mt-1 text-xs text-ink-faint">
          No hay datos completos del {longDay(comparison.from)} al {longDay(comparison.to)}, el
          periodo con el que se compara.
        </p>
      )}
    </div>
  )
}

const STEPS: Record<FactStep, string> = {
  day: 'día',
  week: 'semana',
  month: 'mes',
  period: 'periodo',
}

/** For charts too narrow to name their lines at the end. */
function NarrowKey({ compared }: { compared: string | null }) {
  return (
    <p
      aria-hidden="true"
      className="mb-1 flex h-4 gap-4 text-xs text-ink-faint @min-[520px]:hidden"
    >
      <span className="inline-flex items-center gap-1.5">
        <span className="w-4 border-t-2 border-ink" /> Periodo actual
      </span>
      {compared && (
        <span className="inline-flex items-center gap-1.5">
          <span className="w-4 border-t-2 border-dashed border-ink-faint" /> {compared}
        </span>
      )}
    </p>
  )
}

/** With its head the block is 240 high. */
const CHART_HEIGHT = 192

function ChartSkeleton() {
  return (
    <div role="status" aria-label="Cargando la evolución" className="px-4 py-1 md:px-5">
      <Skeleton className="h-48 w-full" />
    </div>
  )
}

const errorOf = (error: unknown) => loadErrorText(error, 'la carga de la evolución')
