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
import { metricsErrorText } from '#kit/error-text.ts'
import { queryOf } from '#kit/query.ts'
import type { Day, DayRange } from '#shared/dates.ts'
import type { FileFacts } from '#shared/file-facts.ts'
import { metricsOfDays } from '../contract/eight-metrics.ts'
import {
  type AccountMetrics,
  getAccountMetrics,
  getAccountTrend,
  type MetricName,
} from '../contract/metrics.ts'
import { COMPARISONS, type Compare } from './comparison.ts'
import { METRICS, type MetricDefinition, metricText, shownMetric } from './metric-definitions.ts'
import type { SelectedEntity } from './selection.ts'
import { isMetricKnown } from './unknown-figures.ts'

type MetricCardsProps = {
  customerId: string
  /** The campaign or ad group whose figures these are; null: the account's. */
  entity: SelectedEntity | null
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
  const { customerId, entity, range, compare, facts, unfinishedDay, selected, onSelect } = props
  const ofAccount = useQuery({
    ...queryOf(getAccountMetrics, { customerId, compare, ...range }),
    enabled: entity === null,
  })
  const place = { level: entity?.level ?? 'account', id: entity?.id } as const
  const trend = useQuery({
    ...queryOf(getAccountTrend, { customerId, compare, ...place, ...range }),
    enabled: selected !== null || entity !== null,
  })
  const ofEntity = trend.data && {
    ...metricsOfDays(trend.data),
    currencyCode: trend.data.currencyCode,
  }
  const metrics = entity ? { ...trend, data: ofEntity } : ofAccount
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
        className={classes(
          cardClass,
          'grid grid-cols-2 gap-px overflow-hidden bg-line @min-[28rem]:grid-cols-4 @min-[64rem]:grid-cols-8',
        )}
      >
        {METRICS.map((metric) => (
          <li key={metric.name} className="bg-surface">
            <MetricCard
              metric={metric}
              values={metrics.data}
              compare={compare}
              hasEnded={unfinishedDay === null || range.from !== unfinishedDay}
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

type Shown = Pick<AccountMetrics, MetricName | 'changes' | 'currencyCode'>

function MetricCard(props: {
  metric: MetricDefinition
  values: Shown | undefined
  compare: Compare
  /** False of a day that has only begun: it is not held against a whole one. */
  hasEnded: boolean
  /** False where none of an imported account's files tells it. */
  isKnown: boolean
  daily: number[]
  isSelected: boolean
  onSelect: (() => void) | undefined
}) {
  const { metric, values, compare, hasEnded, isKnown, daily, isSelected, onSelect } = props
  const value = values && isKnown ? shownMetric(metric.name, values) : null
  const content = (
    <>
      <span className="block truncate text-xs text-ink-muted" title={metric.title}>
        {metric.short ? (
          <>
            <span className="@max-[8.5rem]:sr-only">{metric.title}</span>
            <span aria-hidden="true" className="@min-[8.5rem]:hidden">
              {metric.short}
            </span>
          </>
        ) : (
          metric.title
        )}
      </span>
      {values ? (
        <span className="tabular block truncate text-[clamp(0.8125rem,12cqi,1.125rem)] leading-6 font-semibold">
          {metricText(metric.kind, value, values.currencyCode)}
        </span>
      ) : (
        <Skeleton className="my-0.5 h-5 w-20" />
      )}
      <span className="flex h-4 items-center justify-between gap-2">
        {values && !isKnown ? (
          <span className="text-xs leading-tight text-ink-faint">No está en el informe</span>
        ) : values && !hasEnded ? (
          <span className="truncate text-xs text-ink-faint">día sin acabar</span>
        ) : values ? (
          <Change text={values.changes[metric.name]} compare={compare} />
        ) : (
          <Skeleton className="h-3 w-12" />
        )}
        {onSelect && isKnown && (
          <span className="min-w-0 max-w-12 flex-1">
            <Sparkline
              values={daily}
              className={classes('h-4', isSelected ? 'text-ink' : 'text-ink-faint')}
            />
          </span>
        )}
      </span>
    </>
  )
  if (!onSelect || !isKnown) return <div className={figureClass}>{content}</div>
  return (
    <button
      type="button"
      aria-pressed={isSelected}
      onClick={onSelect}
      className={classes(
        figureClass,
        'w-full cursor-pointer border-b-2 text-left hover:bg-hover focus-visible:-outline-offset-2',
        isSelected ? 'border-accent' : 'border-transparent',
      )}
    >
      {content}
    </button>
  )
}

const figureClass = '@container h-full px-3 py-2 max-sm:py-1'

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
        'tabular inline-flex shrink-0 items-center gap-0.5 text-xs font-medium',
        isUp ? 'text-success' : isDown ? 'text-danger' : 'text-ink-faint',
      )}
    >
      {isKnown ? (
        <>
          <Arrow aria-hidden="true" className="size-3" />
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
