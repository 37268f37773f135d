import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { classes } from '#kit/class-names.ts'
import { Select } from '#kit/components/select.tsx'
import { queryOf } from '#kit/query.ts'
import { oneOf, useUrlState } from '#kit/url-state.ts'
import { useMediaQuery } from '#kit/use-media-query.ts'
import { WEEKDAY_NAMES } from '#shared/ads-words/places.ts'
import { longDay, percent } from '#shared/spanish-numbers.ts'
import { getAccountHeatmap } from '../contract/account-views.ts'
import {
  apartFrom,
  blocksOf,
  cellName,
  cellText,
  HEAT_METRICS,
  type HeatMetric,
  type HourCell,
  heatSummary,
  heatText,
  hourlyMean,
  isUnknown,
  rateOfAll,
} from './heat-cells.ts'
import { type SplitProps, SplitQuery } from './split-query.tsx'

/** Hour by weekday: a table whose cells are the darker the more they hold, or coloured by how their rate differs. */
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
                  Del {longDay(from)} al {longDay(to)}, en la hora de la cuenta; Google da las horas
                  de los últimos 90 días.
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

type TableProps = { cells: readonly HourCell[]; metric: HeatMetric; currencyCode: string }

/** On a narrow screen an hour would be too small for a finger. */
const NARROW = '(max-width: 47.99rem)'
const HOURS_OF_BLOCK = 3

function HeatTable(props: TableProps) {
  const isNarrow = useMediaQuery(NARROW)
  const span = isNarrow ? HOURS_OF_BLOCK : 1
  const cells = isNarrow ? blocksOf(props.cells, span) : props.cells
  const all = { ...props, cells, mean: rateOfAll(cells), highest: highestOf(props, cells) }
  return (
    <>
      <table className="w-full table-fixed border-separate border-spacing-0.5 text-xs">
        <caption className="sr-only">Por hora y día de la semana</caption>
        <thead>
          <tr className="text-ink-faint">
            <th scope="col" className="w-18 text-left font-normal">
              <span className={isNarrow ? '' : 'sr-only'}>{isNarrow ? 'Desde las' : 'Día'}</span>
            </th>
            {Array.from({ length: 24 / span }, (_, at) => at * span).map((hour) => (
              <th key={hour} scope="col" className="font-normal">
                {hour}
                <span className="sr-only">{isNarrow && ` a ${hour + span}`} h</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {WEEKDAY_NAMES.map((name, weekday) => (
            <tr key={name}>
              <th scope="row" className="text-left font-normal text-ink-muted">
                {name}
              </th>
              {cells
                .filter((cell) => cell.weekday === weekday)
                .map((cell) => (
                  <Cell key={cell.hour} {...all} cell={cell} />
                ))}
            </tr>
          ))}
        </tbody>
      </table>
      <HeatKey {...all} />
    </>
  )
}

const highestOf = ({ metric }: TableProps, cells: readonly HourCell[]) =>
  Math.max(...cells.map((cell) => hourlyMean(cell, metric)), 0)

/** The busiest hour is not black: it is a figure, not a hole. */
const DARKEST = 0.78

type Drawn = TableProps & { mean: number; highest: number }

function Cell({ cell, metric, currencyCode, mean, highest }: Drawn & { cell: HourCell }) {
  const value = hourlyMean(cell, metric)
  const text = cellText(cell, metric, currencyCode)
  const apart = metric === 'rate' ? apartFrom(mean, value) : 0
  return (
    <td title={`${cellName(cell)}: ${text}`} className="relative h-8 rounded-sm bg-sunken p-0">
      {isUnknown(cell, metric) ? (
        <Hatch />
      ) : (
        <span
          aria-hidden="true"
          className={classes(
            'absolute inset-0 rounded-sm',
            metric !== 'rate' ? 'bg-ink' : apart < 0 ? 'bg-worse-fill' : 'bg-better-fill',
          )}
          style={{
            opacity:
              metric === 'rate' ? Math.abs(apart) : highest > 0 ? (DARKEST * value) / highest : 0,
          }}
        />
      )}
      <span className="sr-only">{text}</span>
    </td>
  )
}

const Hatch = () => <span aria-hidden="true" className="hatched absolute inset-0 rounded-sm" />

/** What the colours mean, from one end to the other. */
function HeatKey({ metric, currencyCode, mean, highest }: Drawn) {
  if (metric === 'rate')
    return (
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-ink-muted">
        <KeyPart swatch="bg-worse-fill">ninguna conversión</KeyPart>
        <KeyPart swatch="bg-sunken">como la media, {percent(mean, 1)}</KeyPart>
        <KeyPart swatch="bg-better-fill">el doble o más</KeyPart>
        <KeyPart swatch="hatched bg-sunken">menos de 30 clics: no se puede saber</KeyPart>
      </p>
    )
  return (
    <p className="flex items-center gap-2 text-xs text-ink-muted">
      0
      <svg aria-hidden="true" className="h-2.5 w-32" preserveAspectRatio="none">
        {[0, 1, 2, 3, 4].map((step) => (
          <rect
            key={step}
            x={`${step * 20}%`}
            width="20%"
            height="10"
            fillOpacity={((step + 0.5) / 5) * DARKEST}
            className="fill-ink"
          />
        ))}
      </svg>
      {heatText(metric, highest, currencyCode)} de media en el periodo
    </p>
  )
}

const KeyPart = ({ swatch, children }: { swatch: string; children: ReactNode }) => (
  <span className="inline-flex items-center gap-1.5">
    <span aria-hidden="true" className={classes('size-3 rounded-sm', swatch)} /> {children}
  </span>
)
