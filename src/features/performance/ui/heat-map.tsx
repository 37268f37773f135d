import { useQuery } from '@tanstack/react-query'
import { Select } from '#kit/components/select.tsx'
import { queryOf } from '#kit/query.ts'
import { oneOf, useUrlState } from '#kit/url-state.ts'
import { WEEKDAY_NAMES } from '#shared/ads-words/places.ts'
import { longDay } from '#shared/spanish-numbers.ts'
import { getAccountHeatmap } from '../contract/account-views.ts'
import {
  cellName,
  HEAT_METRICS,
  type HeatMetric,
  type HourCell,
  heatSummary,
  heatText,
  hourlyMean,
} from './heat-cells.ts'
import { SplitQuery } from './split-query.tsx'
import type { SplitProps } from './splits-block.tsx'

/** Hour by weekday: a table whose cells are the darker the more they hold. */
export function HeatMap({ customerId, range, campaignId }: SplitProps) {
  const { params, change } = useUrlState()
  const metric =
    oneOf(
      HEAT_METRICS.map(({ name }) => name),
      params.get('heat'),
    ) ?? 'spend'
  const query = useQuery(
    queryOf(getAccountHeatmap, { customerId, ...range, campaignId: campaignId ?? undefined }),
  )
  return (
    <SplitQuery
      query={query}
      action="la carga del mapa de horas"
      isEmpty={({ from, cells }) => from === null || cells.every((cell) => cell.impressions === 0)}
    >
      {({ cells, currencyCode, from, to }) => (
        <div className="flex flex-col gap-3">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="min-w-0 flex-1 basis-64 text-sm text-ink-muted">
              {heatSummary(cells, metric, currencyCode)}{' '}
              {from && to && (
                <span className="text-ink-faint">
                  Medias del {longDay(from)} al {longDay(to)}, en la hora de la cuenta; Google da
                  las horas de los últimos 90 días.
                </span>
              )}
            </p>
            <Select
              label="Métrica del mapa"
              hideLabel
              value={metric}
              onChange={({ target }) =>
                change({ heat: target.value === 'spend' ? null : target.value }, { replace: true })
              }
            >
              {HEAT_METRICS.map(({ name, title }) => (
                <option key={name} value={name}>
                  {title}
                </option>
              ))}
            </Select>
          </div>
          <HeatTable cells={cells} metric={metric} currencyCode={currencyCode} />
        </div>
      )}
    </SplitQuery>
  )
}

function HeatTable(props: {
  cells: readonly HourCell[]
  metric: HeatMetric
  currencyCode: string
}) {
  const { cells, metric, currencyCode } = props
  const highest = Math.max(...cells.map((cell) => hourlyMean(cell, metric)), 0)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section tabIndex={0} aria-label="Mapa de horas y días" className="relative overflow-x-auto">
      <table className="w-full min-w-160 table-fixed border-separate border-spacing-0.5 text-xs">
        <caption className="sr-only">Media por hora y día de la semana</caption>
        <thead>
          <tr className="text-ink-faint">
            <th scope="col" className="sticky left-0 z-10 w-18 bg-surface text-left font-normal">
              <span className="sr-only">Día</span>
            </th>
            {Array.from({ length: 24 }, (_, hour) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the hours of a day never change places
              <th key={hour} scope="col" className="font-normal">
                {hour}
                <span className="sr-only"> h</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {WEEKDAY_NAMES.map((name, weekday) => (
            <tr key={name}>
              <th
                scope="row"
                className="sticky left-0 z-10 bg-surface text-left font-normal text-ink-muted"
              >
                {name}
              </th>
              {cells
                .filter((cell) => cell.weekday === weekday)
                .map((cell) => (
                  <Cell
                    key={cell.hour}
                    cell={cell}
                    metric={metric}
                    currencyCode={currencyCode}
                    highest={highest}
                  />
                ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The busiest hour is not black: it is a figure, not a hole. */
const DARKEST = 0.78

function Cell(props: {
  cell: HourCell
  metric: HeatMetric
  currencyCode: string
  highest: number
}) {
  const { cell, metric, currencyCode, highest } = props
  const mean = hourlyMean(cell, metric)
  const text = heatText(metric, mean, currencyCode)
  return (
    <td title={`${cellName(cell)}: ${text}`} className="relative h-8 rounded-sm bg-sunken p-0">
      <span
        aria-hidden="true"
        className="absolute inset-0 rounded-sm bg-ink"
        style={{ opacity: highest > 0 ? (DARKEST * mean) / highest : 0 }}
      />
      <span className="sr-only">{text}</span>
    </td>
  )
}
