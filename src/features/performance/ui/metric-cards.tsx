import { useQuery } from '@tanstack/react-query'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Minus from 'lucide-react/icons/minus'
import { classes } from '#kit/class-names.ts'
import { CacheNote } from '#kit/components/cache-note.tsx'
import { cardClass } from '#kit/components/card.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { Sparkline } from '#kit/components/sparkline.tsx'
import type { DayRange } from '#kit/date-choice.ts'
import { metricsErrorText } from '#kit/error-text.ts'
import { queryOf } from '#kit/query.ts'
import type { Day } from '#shared/dates.ts'
import type { FileFacts } from '#shared/file-facts.ts'
import {
  type AccountMetrics,
  getAccountMetrics,
  getAccountTrend,
  type MetricName,
} from '../contract/metrics.ts'
import { COMPARISONS, type Compare } from './comparison.ts'
import { METRICS, type MetricDefinition, metricText, shownMetric } from './metric-definitions.ts'
import { isMetricKnown } from './unknown-figures.ts'

type MetricCardsProps = {
  customerId: string
  /** Empty for a report without days. */
  range: Partial<DayRange>
  compare: Compare
  /** What the files of an imported account tell. */
  facts: FileFacts | null
  /** The account's today when the range reaches it: it has only begun, so the small trends leave it out. */
  unfinishedDay: Day | null
  /** The metric of the chart below; null where there are no days to draw. */
  selected: MetricName | null
  onSelect: (metric: MetricName) => void
}

/** The eight metrics of the range and their change against the period before. */
export function MetricCards(props: MetricCardsProps) {
  const { customerId, range, compare, facts, unfinishedDay, selected, onSelect } = props
  const metrics = useQuery(queryOf(getAccountMetrics, { customerId, compare, ...range }))
  const trend = useQuery({
    ...queryOf(getAccountTrend, { customerId, compare, level: 'account', ...range }),
    enabled: selected !== null,
  })
  const days = trend.data?.current.filter(({ day }) => day !== unfinishedDay) ?? []
  const retry = () => void metrics.refetch()
  if (!metrics.data && !metrics.isPending) {
    const message = metrics.isError
      ? metricsErrorText(metrics.error)
      : 'No se recibieron datos de la API'
    return (
      <div className={cardClass}>
        <ErrorPanel message={message} onRetry={retry} />
      </div>
    )
  }
  return (
    <div className="@container flex flex-col gap-3">
      {metrics.isError && <CacheNote message={metricsErrorText(metrics.error)} onRetry={retry} />}
      <ul
        aria-label="Métricas"
        aria-busy={metrics.isPending}
        className="grid grid-cols-2 gap-3 @min-[44rem]:grid-cols-4 @min-[88rem]:grid-cols-8"
      >
        {METRICS.map((metric) => (
          <li key={metric.name}>
            <MetricCard
              metric={metric}
              values={metrics.data}
              compare={compare}
              isKnown={isMetricKnown(metric.name, facts)}
              daily={days.flatMap((point) => shownMetric(metric.name, point) ?? [])}
              isSelected={selected === metric.name}
              onSelect={selected ? () => onSelect(metric.name) : undefined}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

function MetricCard(props: {
  metric: MetricDefinition
  values: AccountMetrics | undefined
  compare: Compare
  /** False where none of an imported account's files tells it. */
  isKnown: boolean
  daily: number[]
  isSelected: boolean
  onSelect: (() => void) | undefined
}) {
  const { metric, values, compare, isKnown, daily, isSelected, onSelect } = props
  const value = values && isKnown ? shownMetric(metric.name, values) : null
  const content = (
    <>
      <span
        className="block truncate text-sm text-ink-muted @max-[10rem]:text-xs"
        title={metric.title}
      >
        {metric.title}
      </span>
      {values ? (
        <span className="tabular block truncate text-[clamp(0.8125rem,10.5cqi,1.25rem)] leading-8 font-semibold tracking-tight">
          {metricText(metric.kind, value, values.currencyCode)}
        </span>
      ) : (
        <Skeleton className="my-1 h-6 w-24" />
      )}
      <span className="flex h-7 items-end justify-between gap-3">
        {values && !isKnown ? (
          <span className="text-xs leading-tight text-ink-faint">No está en el informe</span>
        ) : values ? (
          <Change text={values.changes[metric.name]} compare={compare} />
        ) : (
          <Skeleton className="h-4 w-12" />
        )}
        {onSelect && isKnown && (
          <span className="w-[35%] max-w-24 shrink-0">
            <Sparkline
              values={daily}
              className={classes('h-6', isSelected ? 'text-accent' : 'text-ink-faint')}
            />
          </span>
        )}
      </span>
    </>
  )
  if (!onSelect || !isKnown) return <div className={classes(cardClass, figureClass)}>{content}</div>
  return (
    <button
      type="button"
      aria-pressed={isSelected}
      onClick={onSelect}
      className={classes(
        cardClass,
        figureClass,
        'w-full text-left transition-colors hover:border-line-strong',
        isSelected && 'border-accent ring-1 ring-accent hover:border-accent',
      )}
    >
      {content}
    </button>
  )
}

const figureClass = '@container px-3 py-3 sm:px-4'

/** '+5,3%' in green with an arrow up, '-2%' in red with an arrow down, the rest neutral. */
function Change({ text, compare }: { text: string; compare: Compare }) {
  const isUp = text.startsWith('+')
  const isDown = text.startsWith('-')
  const Arrow = isUp ? ArrowUp : isDown ? ArrowDown : Minus
  const isKnown = /\d/.test(text)
  return (
    <span
      title={COMPARISONS[compare].against}
      className={classes(
        'tabular inline-flex shrink-0 items-center gap-0.5 text-sm font-medium',
        isUp ? 'text-success' : isDown ? 'text-danger' : 'text-ink-faint',
      )}
    >
      {isKnown ? (
        <>
          <Arrow aria-hidden="true" className="size-3.5" />
          {text}
        </>
      ) : (
        <>
          <span aria-hidden="true">{text}</span>
          <span className="sr-only">sin periodo con el que comparar</span>
        </>
      )}
    </span>
  )
}
