import { niceTicks } from '#kit/trend-geometry.ts'
import { useElementWidth } from '#kit/use-element-width.ts'
import { MICROS } from '#shared/metrics.ts'
import { compact, longDay, money, shortDay, wholeMoney } from '#shared/spanish-numbers.ts'
import type { AccountResults } from '../contract/results.ts'
import { dayShares } from './results-scale.ts'

const HEIGHT = 240
const PLOT = { top: 16, bottom: 24, left: 72 }
/** Room beside the lines for their names and where they have come to; a phone has none. */
const NAMES_WIDTH = 136
const NARROW = 520
const NAME_HEIGHT = 32

type Point = AccountResults['running'][number]

/** What was brought so far with its 80 % band, and what had been forecast; under it the same as a table. */
export function ResultsChart(props: { running: readonly Point[]; currencyCode: string }) {
  const { running, currencyCode } = props
  const [ref, width] = useElementWidth()
  const last = running.at(-1)
  if (!last || running.length < 2) return null
  const say = (micros: number) => money(micros, currencyCode)
  return (
    <figure className="px-4 py-4 md:px-5">
      <figcaption className="mb-2 text-sm text-ink-muted text-pretty">
        Desde que se aplicó, sumado hasta hoy: <strong>{say(last.estimate)}</strong> (entre{' '}
        {say(last.low)} y {say(last.high)}, en 8 de cada 10 casos); se habían previsto{' '}
        {wholeMoney(last.predicted, currencyCode)}. Cada cambio cuenta lo medido por los días que
        estuvo en vigor, aunque después se deshiciera; mientras solo estuvo en parte, esa parte. Lo
        previsto, igual. La franja es donde queda 8 de cada 10 veces.
      </figcaption>
      {width > 0 && width < NARROW && <NarrowKey />}
      <div ref={ref}>
        {width > 0 && <Drawing running={running} width={width} currencyCode={currencyCode} />}
      </div>
      <details className="mt-1 text-sm">
        <summary className="w-fit rounded-sm text-accent">Ver como tabla</summary>
        <RunningTable running={running} currencyCode={currencyCode} />
      </details>
    </figure>
  )
}

function Drawing(props: { running: readonly Point[]; width: number; currencyCode: string }) {
  const { running, width, currencyCode } = props
  const [first, last] = [running[0]!, running.at(-1)!]
  const end = width - (width < NARROW ? 8 : NAMES_WIDTH)
  const values = running.flatMap(({ low, high, predicted }) => [low, high, predicted])
  const ticks = ticksOf(Math.min(0, ...values) / MICROS, Math.max(0, ...values) / MICROS)
  const [least, most] = [ticks[0]! * MICROS, ticks.at(-1)! * MICROS]
  const shares = dayShares(running.map(({ day }) => day))
  const x = (i: number) => PLOT.left + shares[i]! * (end - PLOT.left)
  const y = (value: number) =>
    PLOT.top + ((most - value) / (most - least || 1)) * (HEIGHT - PLOT.top - PLOT.bottom)
  const path = (of: (point: Point) => number) =>
    running.map((point, i) => `${x(i)},${y(of(point))}`).join(' ')
  const back = running.map((point, i) => `${x(i)},${y(point.low)}`).reverse()
  const label = `De ${longDay(first.day)} a ${longDay(last.day)}: ${money(last.estimate, currencyCode)} en total`
  return (
    <svg width={width} height={HEIGHT} role="img" aria-label={label} className="block">
      {ticks.map((tick) => (
        <g key={tick}>
          <path
            d={`M${PLOT.left} ${y(tick * MICROS)}H${end}`}
            className={tick === 0 ? 'stroke-line-strong' : 'stroke-line'}
          />
          <text
            x={PLOT.left - 8}
            y={y(tick * MICROS)}
            textAnchor="end"
            dominantBaseline="middle"
            className={axisClass}
          >
            {compact(tick, currencyCode)}
          </text>
        </g>
      ))}
      <polygon points={[path(({ high }) => high), ...back].join(' ')} className="fill-ink/15" />
      <polyline
        points={path(({ predicted }) => predicted)}
        className="fill-none stroke-ink-faint"
        strokeDasharray="6 3"
      />
      <polyline
        points={path(({ estimate }) => estimate)}
        className="fill-none stroke-ink"
        strokeWidth="2"
      />
      {monthStarts(running, x, end).map((i) => (
        <text key={i} x={x(i)} y={HEIGHT - 6} textAnchor="middle" className={axisClass}>
          {shortDay(running[i]!.day)}
        </text>
      ))}
      <text x={end} y={HEIGHT - 6} textAnchor="end" className={axisClass}>
        hoy
      </text>
      {width >= NARROW && <Names last={last} x={end + 8} y={y} currencyCode={currencyCode} />}
    </svg>
  )
}

/** What the lines are, where there is no room beside them. */
function NarrowKey() {
  return (
    <p
      aria-hidden="true"
      className="flex flex-wrap gap-x-3 text-xs text-ink-faint [&>span]:inline-flex [&>span]:items-center [&>span]:gap-1.5"
    >
      <span>
        <span className="w-4 border-t-2 border-ink" /> medido
      </span>
      <span>
        <span className="w-4 border-t-2 border-dashed border-ink-faint" /> previsto
      </span>
    </p>
  )
}

/** The lines' names where they end, kept apart where they end together. */
function Names(props: {
  last: Point
  x: number
  y: (value: number) => number
  currencyCode: string
}) {
  const { last, x, y, currencyCode } = props
  const [measured, forecast] = [y(last.estimate), y(last.predicted)]
  const shift = Math.max(0, NAME_HEIGHT - Math.abs(measured - forecast)) / 2
  const up = measured <= forecast ? 1 : -1
  const names = [
    ['medido', money(last.estimate, currencyCode), measured - up * shift, 'fill-ink font-semibold'],
    ['previsto', wholeMoney(last.predicted, currencyCode), forecast + up * shift, 'fill-ink-faint'],
  ] as const
  return names.map(([name, value, at, className]) => (
    <text key={name} x={x} y={at} className={`tabular text-xs ${className}`}>
      {name}
      <tspan x={x} dy="14">
        {value}
      </tspan>
    </text>
  ))
}

/** Round amounts from below to above, with zero among them. */
function ticksOf(least: number, most: number): number[] {
  const step = niceTicks(Math.max(most, -least, 1), 3)[1] ?? 1
  const [from, to] = [Math.floor(least / step), Math.ceil(most / step)]
  return Array.from({ length: to - from + 1 }, (_, at) => (from + at) * step)
}

/** Where a month begins, as far as its name touches neither the one before nor the word at the end. */
function monthStarts(running: readonly Point[], x: (i: number) => number, end: number): number[] {
  const months = running.flatMap(({ day }, i) => {
    const before = running[i - 1]
    return i === 0 || (before && before.day.slice(0, 7) !== day.slice(0, 7)) ? [i] : []
  })
  const wanted = (MONTH_WIDTH * months.length) / (end - PLOT.left)
  const room = Math.max(1, Math.ceil(wanted))
  return months.filter((i, at) => at % room === 0 && x(i) < end - MONTH_WIDTH)
}

/** Of '30 sept' with air around it. */
const MONTH_WIDTH = 52
const axisClass = 'tabular fill-ink-faint text-2xs'

function RunningTable(props: { running: readonly Point[]; currencyCode: string }) {
  const { running, currencyCode } = props
  const say = (micros: number) => money(micros, currencyCode)
  return (
    <table className="tabular mt-2 w-full max-w-xl text-sm">
      <thead>
        <tr className="text-left text-xs text-ink-faint">
          <th scope="col">Hasta</th>
          <th scope="col" className="text-right">
            Medido
          </th>
          <th scope="col" className="text-right">
            Entre
          </th>
          <th scope="col" className="text-right">
            Previsto
          </th>
        </tr>
      </thead>
      <tbody>
        {running.map(({ day, estimate, low, high, predicted }) => (
          <tr key={day} className="border-t border-line">
            <th scope="row" className="text-left font-normal">
              {longDay(day)}
            </th>
            <td className="text-right">{say(estimate)}</td>
            <td className="text-right">
              {say(low)} y {say(high)}
            </td>
            <td className="text-right">{wholeMoney(predicted, currencyCode)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
