import { useState } from 'react'
import { TrendChart } from '#kit/components/trend-chart.tsx'
import { type DayMark, hasWeekends } from '#kit/trend-geometry.ts'
import { useMediaQuery } from '#kit/use-media-query.ts'
import type { Day } from '#shared/dates.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import type { FactStep } from '#shared/file-facts.ts'
import type { getAccountTrend } from '../contract/metrics.ts'
import {
  comesLate,
  type MetricDefinition,
  metricAxisText,
  metricText,
} from './metric-definitions.ts'
import { trendDays } from './trend-days.ts'
import { trendFinding } from './trend-finding.ts'

/** With its head and what it shows in words the block is 240 high; a second plot takes 40 % of that and a line for its name. */
const HEIGHT = 172
const FIRST_HEIGHT = 96
const SECOND_HEIGHT = 60

/** Below it the lines lie closer: they get more height to part in. */
const NARROW = '(max-width: 39.99rem)'
const PHONE_HEIGHT = 200

/** One metric, or two below each other on the same days: with an axis each, since two on one would invent crossings. */
export function TrendPlots(props: {
  trend: ReplyOf<typeof getAccountTrend>
  metrics: readonly MetricDefinition[]
  compared: string
  marks: readonly DayMark[]
  unfinishedDay: Day | null
  step: FactStep
  alert: string | null
}) {
  const { alert, trend, metrics, compared, marks, unfinishedDay, step } = props
  const [metric] = metrics
  const finding =
    metric && trendFinding({ trend, metric, unfinishedDay, compared: compared.toLowerCase(), step })
  const hasOnlyBegun = trend.current.length === 1 && trend.current[0]?.day === unfinishedDay
  const crosshair = useState<number | null>(null)
  const isNarrow = useMediaQuery(NARROW)
  const heights =
    metrics.length > 1 ? [FIRST_HEIGHT, SECOND_HEIGHT] : [isNarrow ? PHONE_HEIGHT : HEIGHT]
  const highest = ({ name, kind }: MetricDefinition) =>
    metricAxisText(kind, Math.max(0, ...trend.current.map((day) => day[name])), trend.currencyCode)
  const axisLetters = Math.max(...metrics.map((metric) => highest(metric).length))
  const plots = metrics.map(({ name, title, kind }, at) => (
    <div key={name}>
      {at > 0 && <p className="text-xs font-medium text-ink-muted">{title}</p>}
      <TrendChart
        height={heights[at] ?? HEIGHT}
        metric={title}
        days={trendDays(trend, name)}
        compared={compared}
        // Said once: both charts show the same day.
        marks={at === 0 ? marks : []}
        unfinishedDay={unfinishedDay}
        step={step}
        lateFrom={comesLate(name) ? trend.lateFrom : null}
        crosshair={crosshair}
        axisLetters={metrics.length > 1 ? axisLetters : 0}
        format={(value) => metricText(kind, value, trend.currencyCode)}
        formatAxis={(value) => metricAxisText(kind, value, trend.currencyCode)}
      />
    </div>
  ))
  return (
    <>
      <p className="min-h-5 text-sm text-pretty max-sm:min-h-9">
        {hasOnlyBegun && (
          <span className="text-ink-muted">
            Día sin acabar: lo que va de hoy no se compara con un día entero.
          </span>
        )}
        {finding && (
          <>
            <span className="font-medium">{alert ?? finding.claim}</span>
            <span className="text-ink-muted max-sm:hidden">
              {' '}
              · {alert && `${finding.claim}, `}
              {finding.limits}
            </span>
            <span className="block text-xs text-ink-muted first-letter:uppercase sm:hidden">
              {alert ? [finding.claim, finding.short].filter(Boolean).join(', ') : finding.short}
            </span>
          </>
        )}
        {hasWeekends(trend.current) && (
          <span className="text-ink-muted max-sm:hidden">
            {finding ? ' · bandas' : 'Bandas'} grises: fines de semana
          </span>
        )}
      </p>
      {plots}
    </>
  )
}
