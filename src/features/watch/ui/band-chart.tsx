import { useElementWidth } from '#kit/use-element-width.ts'
import { MICROS } from '#shared/metrics.ts'
import {
  compact,
  dayWithWeekday,
  money,
  percent,
  quantity,
  shortDay,
} from '#shared/spanish-numbers.ts'
import type { AlertRow } from '../contract/alerts.ts'
import { bandDrawing } from './band-drawing.ts'

const HEIGHT = 216

/** The figure day by day in the band of single days, with the odd ones ringed; each day says its values on hover. */
export function BandChart({ row, summary }: { row: AlertRow; summary: string }) {
  const [ref, width] = useElementWidth()
  const frame = { width, height: HEIGHT, left: 52, right: 12, bottom: 22 }
  const { x, y, top, bottom, floor, seen, band } = bandDrawing(row.trend, row.metric, frame)
  const start = row.trend.findIndex(({ day }) => day >= row.since)
  const ticks = [bottom, (bottom + top) / 2, top]
  const labels = [0, Math.floor(row.trend.length / 2), row.trend.length - 1]
  return (
    <div ref={ref} className="h-54">
      {width > 0 && (
        <svg role="img" aria-label={summary} width={width} height={HEIGHT} className="block">
          {ticks.map((value) => (
            <g key={value}>
              <line
                x1={frame.left}
                x2={width - frame.right}
                y1={y(value)}
                y2={y(value)}
                className="stroke-line"
              />
              <text
                x={frame.left - 6}
                y={y(value)}
                dy="0.32em"
                textAnchor="end"
                className={axisClass}
              >
                {axisText(row, value)}
              </text>
            </g>
          ))}
          {labels.map((at) => (
            <text
              key={at}
              x={x(at)}
              y={HEIGHT - 6}
              textAnchor={at === 0 ? 'start' : at === row.trend.length - 1 ? 'end' : 'middle'}
              className={axisClass}
            >
              {shortDay(row.trend[at]?.day ?? row.from)}
            </text>
          ))}
          {start > 0 && (
            <line
              x1={x(start - 0.5)}
              x2={x(start - 0.5)}
              y1={0}
              y2={floor}
              className="stroke-line-strong [stroke-dasharray:3_3]"
            />
          )}
          <path d={band} className="fill-ink/10" />
          <path d={seen} className="fill-none stroke-ink stroke-2" />
          {row.trend.map((point, at) =>
            point.day >= row.from && point.seen !== null ? (
              <circle
                key={point.day}
                cx={x(at)}
                cy={y(point.seen)}
                r={4}
                className={`fill-surface stroke-2 ${RINGS[row.tone]}`}
              />
            ) : null,
          )}
          {row.trend.map((point, at) => (
            <rect
              key={point.day}
              x={x(at - 0.5)}
              y={0}
              width={Math.max(0, x(1) - x(0))}
              height={floor}
              className="fill-transparent"
            >
              <title>{dayText(row, point)}</title>
            </rect>
          ))}
        </svg>
      )}
    </div>
  )
}

/** Days outside their band, by what leaving it means. */
const RINGS = {
  better: 'stroke-better-fill',
  worse: 'stroke-worse-fill',
  neutral: 'stroke-ink',
} as const

const axisClass = 'tabular fill-ink-faint text-2xs'

function dayText(row: AlertRow, { day, seen, low, high }: AlertRow['trend'][number]): string {
  const value = seen === null ? 'sin datos' : valueText(row, seen)
  const band =
    low === null || high === null
      ? ''
      : `; lo normal, de ${valueText(row, low)} a ${valueText(row, high)}`
  return `${dayWithWeekday(day)}: ${value}${band}`
}

type Measured = Pick<AlertRow, 'metric' | 'currencyCode'>

/** In full, as the figure is written elsewhere. */
export function valueText({ metric, currencyCode }: Measured, value: number): string {
  if (metric === 'share') return percent(value, 0)
  if (metric === 'conversions') return quantity(value / MICROS, 1)
  return money(value, currencyCode)
}

/** In few characters; half of one conversion is no other than none or one, so it has its decimal. */
export function axisText({ metric, currencyCode }: Measured, value: number): string {
  if (metric === 'share') return percent(value, 0)
  if (metric === 'conversions') return quantity(value / MICROS, 1)
  return compact(value / MICROS, currencyCode)
}
