import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { BlockBoundary } from '#kit/components/block-boundary.tsx'
import { CacheNote } from '#kit/components/cache-note.tsx'
import { EmptyState } from '#kit/components/empty-state.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Section } from '#kit/components/section.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { loadErrorText } from '#kit/error-text.ts'
import { late } from '#kit/late.tsx'
import { queryOf } from '#kit/query.ts'
import { hasWeekends } from '#kit/trend-geometry.ts'
import type { Day, DayRange } from '#shared/dates.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import type { FactStep } from '#shared/file-facts.ts'
import { longDay, plural } from '#shared/spanish-numbers.ts'
import { STEP_WORDS, thePointText } from '#shared/step-text.ts'
import { listAccountChanges } from '../contract/account-views.ts'
import { getAccountTrend } from '../contract/metrics.ts'
import { listAccountNotes } from '../contract/notes.ts'
import { COMPARISONS, type Compare } from './comparison.ts'
import { comesLate, type MetricDefinition, metricText } from './metric-definitions.ts'
import type { SelectedEntity } from './selection.ts'
import type { TrendChoice } from './trend-choice.ts'
import { TrendControls } from './trend-controls.tsx'
import { dayMarks, trendDays, trendSummary, withNotes } from './trend-days.ts'
import { weekMarks, weeksOf } from './trend-weeks.ts'

const TrendPlots = late(() => import('./trend-plots.tsx').then((module) => module.TrendPlots))
const TrendTable = late(() => import('./trend-table.tsx').then((module) => module.TrendTable))

type TrendBlockProps = {
  customerId: string
  range: DayRange
  compare: Compare
  /** What a point of it sums. */
  step: FactStep
  /** The campaign or ad group to draw; null for the whole account. */
  entity: SelectedEntity | null
  /** The account's today when the range reaches it. */
  unfinishedDay: Day | null
  choice: TrendChoice
  /** What left its band in this line; null where nothing did. */
  alert: string | null
  /** Writes notes about days of the account. */
  mayNote: boolean
}

/** A metric step by step, or two, against the period before, as a chart or as a table. */
export function TrendBlock(props: TrendBlockProps) {
  const { entity, choice } = props
  const { metric, second, asTable } = choice
  const and = second && !asTable ? ` y ${second.title.toLowerCase()}` : ''
  return (
    <Section
      isDense
      title={`${metric.title}${and} por ${stepName(props)}`}
      description={entity?.name}
      actions={<TrendControls {...props} />}
    >
      <BlockBoundary>
        <Trend {...props} />
      </BlockBoundary>
    </Section>
  )
}

function Trend(props: TrendBlockProps) {
  const { compare, choice } = props
  const { metric, second, asTable } = choice
  const { query, stepped, marks } = useSteppedTrend(props)
  const retry = () => void query.refetch()
  if (!stepped) {
    if (!query.isError) return <ChartSkeleton />
    return <ErrorPanel message={errorOf(query.error)} onRetry={retry} />
  }
  const { trend, unfinishedDay, daysLeftOut } = stepped
  const step = stepOf(props)
  const days = trendDays(trend, metric.name)
  const compared = COMPARISONS[compare].name
  const format = (value: number) => metricText(metric.kind, value, trend.currencyCode)
  const late = lateDay(trend, [metric, second])
  const finished = days.filter(({ day }) => day !== unfinishedDay)
  return (
    <div className="px-4 py-1 md:px-5">
      {query.isError && <CacheNote message={errorOf(query.error)} onRetry={retry} />}
      {!days.some((day) => day.current || day.previous) ? (
        <div className="flex h-48 items-center justify-center">
          <EmptyState title="No hay datos disponibles para el período seleccionado." />
        </div>
      ) : asTable ? (
        <Suspense fallback={<Skeleton className="h-75 w-full" />}>
          <TrendTable
            metric={metric.title}
            stepName={stepName(props)}
            compared={compared}
            days={days}
            marks={marks}
            unfinishedDay={unfinishedDay}
            format={format}
          />
        </Suspense>
      ) : (
        <figure className="@container">
          <figcaption className="sr-only">
            {trendSummary(metric.title, finished, format, { compared, step })}
            {late && ` Desde ${thePointText(late, step)} aún llegan conversiones.`}
          </figcaption>
          <NarrowKey
            hasPrevious={days.some(({ previous }) => previous !== null)}
            isLate={!!late}
            hasWeekends={hasWeekends(days)}
          />
          <Suspense fallback={<Skeleton className="h-56 w-full sm:h-48" />}>
            <TrendPlots
              trend={trend}
              metrics={second ? [metric, second] : [metric]}
              compared={compared}
              marks={marks}
              unfinishedDay={unfinishedDay}
              step={step}
              alert={props.alert}
            />
          </Suspense>
        </figure>
      )}
      <Notes comparison={trend.comparison} daysLeftOut={daysLeftOut} />
    </div>
  )
}

/** The days, or the weeks they make, with what was changed in them. */
function useSteppedTrend(props: TrendBlockProps) {
  const { customerId, range, compare, entity, unfinishedDay, choice } = props
  const place = { level: entity?.level ?? 'account', id: entity?.id } as const
  const query = useQuery(queryOf(getAccountTrend, { customerId, compare, ...place, ...range }))
  const changes = useQuery(
    queryOf(listAccountChanges, {
      customerId,
      ...range,
      campaignId: entity?.level === 'campaign' ? entity.id : undefined,
    }),
  )
  const notes = useQuery(queryOf(listAccountNotes, { customerId, ...range }))
  const { byWeek } = choice
  const marks = useMemo(() => {
    const ofDays = withNotes(dayMarks(changes.data ?? [], entity), notes.data ?? [])
    return byWeek ? weekMarks(ofDays) : ofDays
  }, [changes.data, notes.data, entity, byWeek])
  const stepped = useMemo(() => {
    if (!query.data) return undefined
    if (byWeek) return weeksOf(query.data, unfinishedDay)
    return { trend: query.data, unfinishedDay, daysLeftOut: 0 }
  }, [query.data, byWeek, unfinishedDay])
  return { query, stepped, marks }
}

function Notes(props: {
  comparison: { complete: boolean; from: Day; to: Day }
  daysLeftOut: number
}) {
  const { comparison, daysLeftOut } = props
  if (comparison.complete && daysLeftOut === 0) return null
  return (
    <p className="mt-1 text-xs text-ink-faint">
      {daysLeftOut > 0 &&
        `Semanas de lunes a domingo: ${plural(daysLeftOut, 'día', 'días')} antes del primer lunes no se ${daysLeftOut === 1 ? 'dibuja' : 'dibujan'}. `}
      {!comparison.complete &&
        `No hay datos completos del ${longDay(comparison.from)} al ${longDay(comparison.to)}, el periodo con el que se compara.`}
    </p>
  )
}

/** Where it is drawn: inside the range, of something made of conversions. */
function lateDay(
  trend: ReplyOf<typeof getAccountTrend>,
  metrics: readonly (MetricDefinition | null)[],
): Day | null {
  const { lateFrom, current } = trend
  const last = current.at(-1)?.day ?? ''
  const isMadeOf = metrics.some((metric) => metric && comesLate(metric.name))
  return isMadeOf && lateFrom && lateFrom <= last ? lateFrom : null
}

const stepOf = ({ step, choice }: TrendBlockProps) => (choice.byWeek ? 'week' : step)
const stepName = (props: TrendBlockProps) => STEP_WORDS[stepOf(props)].one

/** For charts too narrow to name in their place what they draw. */
function NarrowKey(has: { hasPrevious: boolean; isLate: boolean; hasWeekends: boolean }) {
  const { hasPrevious, isLate } = has
  return (
    <p
      aria-hidden="true"
      className="mb-1 flex flex-wrap gap-x-3 text-xs text-ink-faint @min-[520px]:hidden [&>span]:inline-flex [&>span]:items-center [&>span]:gap-1.5"
    >
      <span>
        <span className="w-4 border-t-2 border-ink" /> Actual
      </span>
      {hasPrevious && (
        <span>
          <span className="w-4 border-t-2 border-dashed border-ink-faint" /> Anterior
        </span>
      )}
      {isLate && (
        <span>
          <span className="hatched h-3 w-4" /> aún llegan conversiones
        </span>
      )}
      {has.hasWeekends && (
        <span>
          <span className="h-3 w-4 border border-line bg-sunken" /> fines de semana
        </span>
      )}
    </p>
  )
}

function ChartSkeleton() {
  return (
    <div role="status" aria-label="Cargando la evolución" className="px-4 py-1 md:px-5">
      <Skeleton className="h-56 w-full sm:h-48" />
    </div>
  )
}

const errorOf = (error: unknown) => loadErrorText(error, 'la carga de la evolución')
