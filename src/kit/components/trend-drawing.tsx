import { useId } from 'react'
import type { Day } from '#shared/dates.ts'
import {
  type DayMark,
  type Frame,
  lateNameY,
  type TrendDay,
  type TrendGeometry,
} from '../trend-geometry.ts'

type DrawingProps = {
  days: readonly TrendDay[]
  marks: readonly DayMark[]
  drawn: TrendGeometry
  frame: Frame
  formatAxis(value: number): string
  unfinishedDay: Day | null
  /** A part of the hatched days' values is still to come. */
  isLate: boolean
  /** The day under the crosshair; null without one. */
  shown: number | null
}

/** The lines of a trend; hidden from screen readers, which hear the slider around it. */
export function TrendDrawing(props: DrawingProps) {
  const { days, drawn, frame, unfinishedDay, isLate, shown } = props
  const finished = days.filter(({ day }) => day !== unfinishedDay)
  const hatch = useId()
  return (
    <svg
      width={frame.width}
      height={frame.height}
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      aria-hidden="true"
      // Paper is narrower than the screen it was measured for.
      className="block print:h-auto print:max-w-full"
    >
      <defs>
        <pattern
          id={hatch}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <path d="M0 0V6" className="stroke-line-strong" />
        </pattern>
      </defs>
      <Axes {...props} />
      {drawn.unfinished && (
        <rect {...drawn.unfinished} y={0} height={drawn.y(0)} fill={`url(#${hatch})`} />
      )}
      <path d={drawn.previousPath} className={previousLineClass} />
      <path d={drawn.currentPath} className={currentLineClass} />
      {isLate && drawn.unfinished && frame.right > ROOM_FOR_NAMES && (
        <text
          x={drawn.unfinished.x - 6}
          y={lateNameY(days, drawn, drawn.unfinished)}
          textAnchor="end"
          className={`${axisTextClass} stroke-surface stroke-4 [paint-order:stroke]`}
        >
          aún llegan conversiones
        </text>
      )}
      <Marks {...props} />
      {days.length === 1 && <Dots day={days[0]} index={0} drawn={drawn} />}
      {frame.right > ROOM_FOR_NAMES && (
        <DirectLabels
          days={finished.length > 0 ? finished : days}
          drawn={drawn}
          x={frame.width - frame.right + 8}
        />
      )}
      {shown !== null && (
        <g>
          <line
            x1={drawn.x(shown)}
            x2={drawn.x(shown)}
            y1={0}
            y2={drawn.y(0)}
            className="stroke-line-strong"
          />
          <Dots day={days[shown]} index={shown} drawn={drawn} />
        </g>
      )}
    </svg>
  )
}

function Axes({ drawn, frame, formatAxis }: DrawingProps) {
  const bottom = drawn.y(0)
  const right = frame.width - frame.right
  return (
    <>
      {drawn.weekends.map(({ index, x, width }) => (
        <rect
          key={index}
          x={x}
          y={0}
          width={width}
          height={bottom}
          className="fill-sunken opacity-60"
        />
      ))}
      {drawn.valueTicks.map(({ value, y }) => (
        <g key={value}>
          <line x1={frame.left} x2={right} y1={y} y2={y} className={gridClass(value)} />
          <text x={frame.left - 8} y={y} dy="0.32em" textAnchor="end" className={axisTextClass}>
            {formatAxis(value)}
          </text>
        </g>
      ))}
      {drawn.dayTicks.map(({ index, x, label }) => (
        <text
          key={index}
          x={Math.min(x, frame.width - HALF_DAY_LABEL)}
          y={bottom + 19}
          textAnchor="middle"
          className={axisTextClass}
        >
          {label}
        </text>
      ))}
    </>
  )
}

/** Without it the lines and the hatched days are named above the chart. */
const ROOM_FOR_NAMES = 20

/** A diamond on the time axis under each day on which something was changed, a flag where a person noted something. */
function Marks({ days, marks, drawn, frame }: DrawingProps) {
  const r = frame.right > ROOM_FOR_NAMES ? 5 : 3.5
  const marked = new Map(marks.map((mark) => [mark.day, mark]))
  return days.map(({ day }, index) => {
    const mark = marked.get(day)
    if (!mark) return null
    const [x, y] = [drawn.x(index), drawn.y(0)]
    return (
      <path
        key={day}
        d={
          mark.hasNote
            ? `M${x},${y}V${y - 22}h11l-3,4l3,4h-11`
            : `M${x},${y - r}l${r},${r}l${-r},${r}l${-r},${-r}z`
        }
        className={mark.hasNote ? 'fill-ink stroke-ink' : 'fill-surface stroke-ink'}
      />
    )
  })
}

function Dots(props: { day: TrendDay | undefined; index: number; drawn: TrendGeometry }) {
  const { day, index, drawn } = props
  return (
    <>
      {day?.previous != null && (
        <circle
          cx={drawn.x(index)}
          cy={drawn.y(day.previous)}
          r="3.5"
          className="fill-surface stroke-ink-faint stroke-2"
        />
      )}
      {day?.current != null && (
        <circle
          cx={drawn.x(index)}
          cy={drawn.y(day.current)}
          r="4"
          className="fill-ink stroke-surface stroke-2"
        />
      )}
    </>
  )
}

/** Of '30 sept', which would leave a narrow chart by its right edge. */
const HALF_DAY_LABEL = 22
const LABEL_HEIGHT = 15

/** The lines' names beside their last points, kept apart when the lines end together. */
function DirectLabels(props: { days: readonly TrendDay[]; drawn: TrendGeometry; x: number }) {
  const { days, drawn, x } = props
  const current = drawn.y(days.findLast((day) => day.current !== null)?.current ?? 0)
  const previous = drawn.y(days.findLast((day) => day.previous !== null)?.previous ?? 0)
  const overlap = Math.max(0, LABEL_HEIGHT - Math.abs(current - previous)) / 2
  const shift = current <= previous ? -overlap : overlap
  return (
    <g className="text-xs">
      <text x={x} y={current + shift} dy="0.32em" className="fill-ink font-semibold">
        Actual
      </text>
      {days.some((day) => day.previous !== null) && (
        <text x={x} y={previous - shift} dy="0.32em" className="fill-ink-faint">
          Anterior
        </text>
      )}
    </g>
  )
}

const axisTextClass = 'tabular fill-ink-faint text-2xs'
const currentLineClass = 'fill-none stroke-ink stroke-2 [stroke-linecap:round]'
const previousLineClass = 'fill-none stroke-ink-faint [stroke-dasharray:4_4] [stroke-width:1.5]'

function gridClass(value: number): string {
  return value === 0 ? 'stroke-line-strong' : 'stroke-line'
}
