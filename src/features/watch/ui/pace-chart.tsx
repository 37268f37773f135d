import { niceTicks } from '#kit/trend-geometry.ts'
import { useElementWidth } from '#kit/use-element-width.ts'
import { MICROS } from '#shared/metrics.ts'
import { compact, shortDay, wholeMoney, wholeMoneyRange } from '#shared/spanish-numbers.ts'
import type { PacePlace } from '../contract/pace.ts'

const HEIGHT = 200
const NARROW = 480
/** Of a figure of 12 px, half bold. */
const LETTER = 7.2

/** The month's spend so far, where it is going with its range, and the budget as a line. */
export function PaceChart(props: { place: PacePlace; currencyCode: string; summary: string }) {
  const { place, currencyCode, summary } = props
  const [ref, width] = useElementWidth()
  const { days, budget } = place
  const left = 72
  const end = days.at(-1)
  const ending =
    end?.low != null && end.high != null
      ? wholeMoneyRange({ low: end.low * MICROS, high: end.high * MICROS }, currencyCode)
      : ''
  // Room for where the month ends, in words; a phone has none.
  const right = width < NARROW ? 16 : Math.max(96, 16 + ending.length * LETTER)
  const floor = HEIGHT - 22
  const most = Math.max(budget ?? 0, ...days.map(({ spent, high }) => high ?? spent ?? 0), 1)
  const ticks = niceTicks(most, 3)
  const top = ticks.at(-1) ?? most
  const x = (at: number) => left + (at / Math.max(1, days.length - 1)) * (width - left - right)
  const y = (value: number) => floor - (value / top) * (floor - 8)
  const gone = days.findIndex(({ spent }) => spent === null)
  const start = Math.max(0, gone - 1)
  const ahead = days.slice(start).map((day, i) => ({ ...day, at: start + i }))
  const fan = [
    ...ahead.map(({ at, high, spent }) => `${x(at)} ${y(high ?? spent ?? 0)}`),
    ...ahead.toReversed().map(({ at, low, spent }) => `${x(at)} ${y(low ?? spent ?? 0)}`),
  ]
  const line = (points: readonly string[]) => (points.length > 0 ? `M${points.join('L')}` : '')
  const spent = days.flatMap((day, at) => (day.spent === null ? [] : [`${x(at)} ${y(day.spent)}`]))
  const middle = ahead.map(({ at, mid, spent }) => `${x(at)} ${y(mid ?? spent ?? 0)}`)
  return (
    <div ref={ref} className="h-50">
      {width > 0 && (
        <svg role="img" aria-label={summary} width={width} height={HEIGHT} className="block">
          {ticks.map((value) => (
            <g key={value}>
              <line
                x1={left}
                x2={width - right}
                y1={y(value)}
                y2={y(value)}
                className="stroke-line"
              />
              <text x={left - 6} y={y(value)} dy="0.32em" textAnchor="end" className={axisClass}>
                {compact(value, currencyCode)}
              </text>
            </g>
          ))}
          {[0, 9, 19, days.length - 1].map((at) => (
            <text
              key={at}
              x={x(at)}
              y={HEIGHT - 6}
              textAnchor={at === days.length - 1 ? 'end' : 'middle'}
              className={axisClass}
            >
              {shortDay(days[at]?.day ?? '2026-01-01')}
            </text>
          ))}
          <path d={`${line(fan)}Z`} className="fill-ink/12" />
          <path
            d={line(middle)}
            className="fill-none stroke-ink-faint [stroke-dasharray:4_3] [stroke-width:1.5]"
          />
          <path d={line(spent)} className="fill-none stroke-ink stroke-2" />
          {end && ending && width >= NARROW && (
            <text
              x={width - right + 8}
              y={y(end.mid ?? end.high ?? 0)}
              className="tabular fill-ink-muted text-xs"
            >
              a fin de mes
              <tspan x={width - right + 8} dy="14" className="fill-ink font-semibold">
                {ending}
              </tspan>
            </text>
          )}
          {budget !== null && (
            <>
              <line
                x1={left}
                x2={width - right}
                y1={y(budget)}
                y2={y(budget)}
                className="stroke-ink [stroke-dasharray:6_3] [stroke-width:1.5]"
              />
              <text x={left + 4} y={y(budget) - 5} className="fill-ink text-2xs font-medium">
                Presupuesto {wholeMoney(budget * MICROS, currencyCode)}
              </text>
            </>
          )}
        </svg>
      )}
    </div>
  )
}

const axisClass = 'tabular fill-ink-faint text-2xs'
