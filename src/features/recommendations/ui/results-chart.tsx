import { useElementWidth } from '#kit/use-element-width.ts'
import { MICROS } from '#shared/metrics.ts'
import { compact, longDay, money, shortDay } from '#shared/spanish-numbers.ts'
import type { AccountResults } from '../contract/results.ts'

const HEIGHT = 240
const PLOT = { top: 16, bottom: 24, left: 80, right: 16 }

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
        {say(last.predicted)}. Cada cambio cuenta lo medido por los días que lleva en vigor. Línea:
        medido; a trazos: previsto.
      </figcaption>
      <div ref={ref}>
        {width > 0 && <Drawing running={running} width={width} currencyCode={currencyCode} />}
      </div>
      <details className="mt-1 text-sm">
        <summary className="w-fit rounded-sm text-accent">Ver como tabla</summary>
        <RunningTable running={running} say={say} />
      </details>
    </figure>
  )
}

function Drawing(props: { running: readonly Point[]; width: number; currencyCode: string }) {
  const { running, width, currencyCode } = props
  const [first, last] = [running[0]!, running.at(-1)!]
  const values = running.flatMap(({ low, high, predicted }) => [low, high, predicted])
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)]
  const x = (i: number) => PLOT.left + (i / (running.length - 1)) * (width - PLOT.left - PLOT.right)
  const y = (value: number) =>
    PLOT.top + ((most - value) / (most - least || 1)) * (HEIGHT - PLOT.top - PLOT.bottom)
  const path = (of: (point: Point) => number) =>
    running.map((point, i) => `${x(i)},${y(of(point))}`).join(' ')
  const back = running.map((point, i) => `${x(i)},${y(point.low)}`).reverse()
  const ticks = [...new Set([least, 0, most])]
  const label = `De ${longDay(first.day)} a ${longDay(last.day)}: ${money(last.estimate, currencyCode)} en total`
  return (
    <svg width={width} height={HEIGHT} role="img" aria-label={label}>
      <polygon points={[path(({ high }) => high), ...back].join(' ')} className="fill-ink/15" />
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={PLOT.left}
            x2={width - PLOT.right}
            y1={y(tick)}
            y2={y(tick)}
            className={tick === 0 ? 'stroke-line-strong' : 'stroke-line'}
          />
          <text
            x={PLOT.left - 6}
            y={y(tick)}
            textAnchor="end"
            dominantBaseline="middle"
            className="fill-ink-faint text-2xs"
          >
            {compact(tick / MICROS, currencyCode)}
          </text>
        </g>
      ))}
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
      <text x={PLOT.left} y={HEIGHT - 6} className="fill-ink-faint text-2xs">
        {shortDay(first.day)}
      </text>
      <text
        x={width - PLOT.right}
        y={HEIGHT - 6}
        textAnchor="end"
        className="fill-ink-faint text-2xs"
      >
        {`hoy, ${shortDay(last.day)}`}
      </text>
    </svg>
  )
}

function RunningTable({ running, say }: { running: readonly Point[]; say: (n: number) => string }) {
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
            <td className="text-right">{say(predicted)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
