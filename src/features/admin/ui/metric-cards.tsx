import { useQuery } from '@tanstack/react-query'
import { cardClass } from '#kit/components/card.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { Sparkline } from '#kit/components/sparkline.tsx'
import { errorText } from '#kit/error-text.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { integer, percent, plural } from '#shared/spanish-numbers.ts'
import type { getMetrics } from '../contract/endpoints.ts'
import { metricsQuery } from './admin-queries.ts'
import { LEAST_DAYS, minutesText, usedDays } from './usage-metrics.ts'

type Metrics = ReplyOf<typeof getMetrics>

type CardDefinition = {
  title: string
  value(metrics: Metrics): string
  note(metrics: Metrics): string
  /** The days behind the figure; none where the log keeps no history of it. */
  series?: (metrics: Metrics) => number[]
}

const CARDS: readonly CardDefinition[] = [
  {
    title: 'Usuarios',
    value: (m) => integer(m.totalUsers),
    note: () => 'Cuentas que existen',
  },
  {
    title: 'Usuarios activos',
    value: (m) => integer(m.activeUsers),
    note: (m) => (m.teamUsers > 0 ? `Y ${integer(m.teamUsers)} en equipos` : shareText(m)),
  },
  {
    title: 'Altas este mes',
    value: (m) => integer(m.newUsersThisMonth),
    note: (m) => `${plural(total(m, 'newUsers'), 'alta', 'altas')} en ${m.days.length} días`,
    series: (m) => usedDays(m.days).map((day) => day.newUsers),
  },
  {
    title: 'Sesiones',
    value: (m) => integer(m.totalSessions),
    note: (m) => `En los ${integer(m.keptDays)} días que se guardan`,
    series: (m) => usedDays(m.days).map((day) => day.sessions),
  },
  {
    title: 'Duración media',
    value: (m) => minutesText(m.avgSessionTime),
    note: () => 'Por sesión, 30 días',
    series: (m) => usedDays(m.days).map((day) => day.avgSessionTime),
  },
  {
    title: 'Usuarios hoy',
    value: (m) => integer(m.dailyActiveUsers),
    note: () => 'Han usado el producto hoy',
    series: (m) => usedDays(m.days).map((day) => day.activeUsers),
  },
]

/** The six figures of use, with their last days where the log knows them. */
export function MetricCards() {
  const metrics = useQuery(metricsQuery)
  if (metrics.isError && !metrics.data) {
    return (
      <div className={cardClass}>
        <ErrorPanel message={errorText(metrics.error)} onRetry={() => void metrics.refetch()} />
      </div>
    )
  }
  return (
    <ul
      aria-label="Métricas"
      aria-busy={metrics.isPending}
      className="grid grid-cols-2 gap-3 lg:grid-cols-3 2xl:grid-cols-6"
    >
      {CARDS.map((card) => (
        <li key={card.title} className={`${cardClass} flex min-h-26 flex-col p-4`}>
          <h2 className="text-sm text-ink-muted">{card.title}</h2>
          {metrics.data ? (
            <Figures card={card} metrics={metrics.data} />
          ) : (
            <>
              <Skeleton className="mt-1.5 h-7 w-20" />
              <Skeleton className="mt-2 h-4 w-28" />
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

function Figures({ card, metrics }: { card: CardDefinition; metrics: Metrics }) {
  const series = card.series?.(metrics) ?? []
  return (
    <div className="mt-1 flex items-end justify-between gap-4">
      <div className="min-w-0 sm:shrink-0">
        <p className="tabular text-2xl font-semibold">{card.value(metrics)}</p>
        <p className="text-xs text-ink-faint">{card.note(metrics)}</p>
      </div>
      {series.length >= LEAST_DAYS && (
        <Sparkline values={series} className="h-8 min-w-0 flex-1 text-ink-faint max-sm:hidden" />
      )}
    </div>
  )
}

function shareText({ activeUsers, totalUsers }: Metrics): string {
  return totalUsers > 0 ? `${percent(activeUsers / totalUsers, 0)} del total` : 'Del total'
}

function total({ days }: Metrics, key: 'newUsers'): number {
  return days.reduce((sum, day) => sum + day[key], 0)
}
