import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#kit/query.ts'
import { useUrlState } from '#kit/url-state.ts'
import type { DayRange } from '#shared/dates.ts'
import type { FactStep, FileFacts } from '#shared/file-facts.ts'
import { type DayPoint, getAccountTrend, type MetricName } from '../contract/metrics.ts'
import type { Compare } from './comparison.ts'
import { METRICS, type MetricDefinition } from './metric-definitions.ts'
import type { SelectedEntity } from './selection.ts'
import { isByWeek, mayBeByWeek } from './trend-weeks.ts'
import { isMetricKnown } from './unknown-figures.ts'

export type TrendChoice = {
  metric: MetricDefinition
  /** Drawn below the first, on the same days. */
  second: MetricDefinition | null
  byWeek: boolean
  /** False for short ranges, and for files without days. */
  mayBeByWeek: boolean
  asTable: boolean
  /** What can be drawn: what an imported account's files tell. */
  known: readonly MetricDefinition[]
  choose: (changes: Record<string, string | null>) => void
}

type Asked = {
  customerId: string
  entity: SelectedEntity | null
  range: DayRange
  compare: Compare
  step: FactStep
  facts: FileFacts | null
}

/** What the chart draws, as the address says; undefined where the files tell no metric at all. */
export function useTrendChoice(asked: Asked): TrendChoice | undefined {
  const { customerId, entity, range, compare, step, facts } = asked
  const { params, change } = useUrlState()
  const place = { level: entity?.level ?? 'account', id: entity?.id } as const
  const trend = useQuery({
    ...queryOf(getAccountTrend, { customerId, compare, ...place, ...range }),
    enabled: step !== 'period',
  })
  const known = METRICS.filter(({ name }) => isMetricKnown(name, facts))
  const named = (name: string | null) => known.find((metric) => metric.name === name)
  const metric = named(params.get('metric')) ?? named(firstMetric(trend.data?.current)) ?? known[0]
  if (!metric) return undefined
  const second = named(params.get('metric2'))
  const hasDays = step === 'day'
  return {
    metric,
    second: second && second.name !== metric.name ? second : null,
    byWeek: hasDays && isByWeek(range, params.get('step')),
    mayBeByWeek: hasDays && mayBeByWeek(range),
    asTable: params.get('trend') === 'table',
    known,
    choose: (changes) => change(changes, { replace: true }),
  }
}

/** What an account is run for, unless it counted none. */
export function firstMetric(days: readonly DayPoint[] | undefined): MetricName {
  return !days || days.some(({ conversions }) => conversions > 0) ? 'conversions' : 'clicks'
}
