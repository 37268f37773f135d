import { niceTicks } from '#kit/trend-geometry.ts'
import { useElementWidth } from '#kit/use-element-width.ts'
import { addDays, daysInRange } from '#shared/dates.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { MICROS } from '#shared/metrics.ts'
import { compact, money, shortDay } from '#shared/spanish-numbers.ts'
import type { getTermDays } from '../../contract/term-days.ts'
import { spentSoFar, staircase } from './term-lines.ts'

/** With its words and the list around it a claim is read at one look. */
const HEIGHT = 152
const FLOOR = HEIGHT - 24
/** Of a figure of the axis. */
const SIGN_WIDTH = 6.5
/** Room for the names of the lines; on a phone only the sum is drawn, with its name above. */
const NAMES_WIDTH = 176
const NARROW = 480
const NAME_HEIGHT = 15
const NAME_LENGTH = 26

type Line = { name: string; values: number[] }

/** The sum in ink, the most costly searches thin below it, each named where it ends. */
export function TermsDrawing(props: {
  piles: ReplyOf<typeof getTermDays>
  currencyCode: string
  sumName: string
}) {
  const { piles, currencyCode, sumName } = props
  const [ref, width] = useElementWidth()
  const { from, to, all, top } = piles
  const isNarrow = width < NARROW
  const sum = { name: sumName, values: spentSoFar(all, from, to) }
  const isOne = top.length < 2
  const each = top.map(({ term, days }) => ({ name: term, values: spentSoFar(days, from, to) }))
  const end = width - (isNarrow ? 8 : NAMES_WIDTH)
  const days = daysInRange(from, to)
  const ticks = niceTicks(Math.max((sum.values.at(-1) ?? 0) / MICROS, 1), 3)
  const left = 16 + SIGN_WIDTH * compact(ticks.at(-1) ?? 0, currencyCode).length
  const x = (at: number) => left + (at / days) * (end - left)
  const y = (micros: number) => FLOOR - (micros / MICROS / (ticks.at(-1) ?? 1)) * (FLOOR - 16)
  const total = money(sum.values.at(-1) ?? 0, currencyCode)
  return (
    <div ref={ref} className="h-38">
      {width > 0 && (
        <svg
          role="img"
          aria-label={`Del ${shortDay(from)} al ${shortDay(to)} el gasto sube hasta ${total} sin ninguna conversión`}
          width={width}
          height={HEIGHT}
          className="block"
        >
          {ticks.map((tick) => (
            <g key={tick}>
              <path
                d={`M${left} ${y(tick * MICROS)}H${end}`}
                className={tick === 0 ? 'stroke-line-strong' : 'stroke-line'}
              />
              <text
                x={left - 8}
                y={y(tick * MICROS)}
                dy="0.32em"
                textAnchor="end"
                className={axisClass}
              >
                {tick === ticks.at(-1) ? compact(tick, currencyCode) : compact(tick)}
              </text>
            </g>
          ))}
          <text x={left + 4} y={8} className={axisClass}>
            gasto acumulado, día a día
          </text>
          {[0, Math.floor(days / 3), Math.floor((2 * days) / 3)].map((at) => (
            <text
              key={at}
              x={x(at)}
              y={HEIGHT - 6}
              textAnchor={at === 0 ? 'start' : 'middle'}
              className={axisClass}
            >
              {shortDay(addDays(from, at))}
            </text>
          ))}
          <text x={end} y={HEIGHT - 6} textAnchor="end" className={axisClass}>
            {shortDay(to)}
          </text>
          {!isNarrow &&
            !isOne &&
            each.map(({ name, values }) => (
              <path key={name} d={staircase(values, x, y)} className="fill-none stroke-ink-faint" />
            ))}
          <path d={staircase(sum.values, x, y)} className="fill-none stroke-ink stroke-2" />
          {isNarrow ? (
            <text x={end} y={y(sum.values.at(-1) ?? 0) - 6} textAnchor="end" className={sumClass}>
              {total}
            </text>
          ) : (
            <Names
              lines={isOne ? [{ ...sum, name: top[0]?.term ?? sum.name }] : [sum, ...each]}
              x={end + 8}
              y={y}
              currencyCode={currencyCode}
            />
          )}
        </svg>
      )}
    </div>
  )
}

/** Beside where each line ends, moved apart as far as they need. */
function Names(props: {
  lines: readonly Line[]
  x: number
  y: (micros: number) => number
  currencyCode: string
}) {
  const { lines, x, y, currencyCode } = props
  const ends = lines.map(({ name, values }, at) => ({
    name: name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH - 1)}…` : name,
    value: values.at(-1) ?? 0,
    isSum: at === 0,
  }))
  // From the lowest up, so that none falls under the axis.
  const sorted = ends.toSorted((a, b) => a.value - b.value)
  let free = FLOOR
  return sorted.map(({ name, value, isSum }) => {
    const at = Math.min(y(value), free)
    free = at - NAME_HEIGHT
    return (
      <text key={name} x={x} y={at} dy="0.32em" className={isSum ? sumClass : nameClass}>
        {isSum && lines.length > 1 ? `${name}, ${money(value, currencyCode)}` : name}
      </text>
    )
  })
}

const axisClass = 'tabular fill-ink-faint text-2xs'
const sumClass = 'tabular fill-ink text-xs font-semibold'
const nameClass = 'fill-ink-muted text-2xs'
