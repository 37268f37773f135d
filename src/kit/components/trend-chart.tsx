import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react'
import type { Day } from '#shared/dates.ts'
import type { FactStep } from '#shared/file-facts.ts'
import { inPointText, pointText, STEP_WORDS } from '#shared/step-text.ts'
import {
  type DayMark,
  type Frame,
  indexAt,
  type TrendDay,
  tooltipPlace,
  trendGeometry,
} from '../trend-geometry.ts'
import { useElementWidth } from '../use-element-width.ts'
import { TrendDrawing } from './trend-drawing.tsx'

const HEIGHT = 280
const DIRECT_LABELS_FROM = 520
const AXIS_LETTER_WIDTH = 6.6
const MOST_TEXTS = 3

/** Null: no day is pointed at. */
export type Crosshair = readonly [shown: number | null, show: (index: number | null) => void]

type TrendChartProps = {
  /** Name of the metric: 'Gasto'. */
  metric: string
  days: readonly TrendDay[]
  /** What each of them sums, from its day on. */
  step?: FactStep
  /** Name of the compared period: 'Periodo anterior'. */
  compared?: string
  /** Events to mark on the time axis. */
  marks?: readonly DayMark[]
  /** The day that is still running, whose value will grow; only the last can be. */
  unfinishedDay?: Day | null
  /** From this day on a part of the value is still to come. */
  lateFrom?: Day | null
  /** Pixels. */
  height?: number
  /** The day under the crosshair and how to move it, where several charts share one. */
  crosshair?: Crosshair
  /** Room for the axis, where charts below each other are to begin at one place. */
  axisLetters?: number
  /** A value in full, for the tooltip and screen readers. */
  format(value: number): string
  /** A value in short, for the axis. */
  formatAxis(value: number): string
}

/**
 * The metric day by day against the period before. Arrow keys move by a day, Page Up and Page Down
 * by a week; what the pointer shows is also what screen readers hear.
 */
export function TrendChart(props: TrendChartProps) {
  const { metric, days, unfinishedDay = null, lateFrom = null, format, formatAxis } = props
  const { compared = 'Periodo anterior', marks = [], height = HEIGHT, step = 'day' } = props
  const [ref, width] = useElementWidth()
  const own = useState<number | null>(null)
  const [active, setActive] = props.crosshair ?? own
  const labelWidth = Math.max(
    props.axisLetters ?? 0,
    ...trendGeometry(days, frameOf({ width, height }, 0)).valueTicks.map(
      ({ value }) => formatAxis(value).length,
    ),
  )
  const frame = useMemo(() => frameOf({ width, height }, labelWidth), [width, height, labelWidth])
  const drawn = useMemo(
    () => trendGeometry(days, frame, unfinishedDay, lateFrom),
    [days, frame, unfinishedDay, lateFrom],
  )
  const shown = active === null ? null : Math.min(active, days.length - 1)
  const last = days.length - 1
  const stepName = STEP_WORDS[step].one
  const nameOf = (day: Day) =>
    `${pointText(day, step)}${day === unfinishedDay ? ' (en curso)' : ''}`
  const textsOf = (index: number) => marks.find(({ day }) => day === days[index]?.day)?.texts ?? []
  return (
    // On paper the drawing is as high as its width lets it be.
    <div ref={ref} className="relative print:h-auto!" style={{ height }}>
      {width > 0 && (
        <div
          role="slider"
          tabIndex={0}
          aria-label={`${metric} por ${stepName}; las flechas cambian de ${stepName}`}
          aria-orientation="horizontal"
          aria-valuemin={1}
          aria-valuemax={days.length}
          aria-valuenow={(shown ?? last) + 1}
          aria-valuetext={[
            dayText(days[shown ?? last], nameOf, format, compared),
            ...textsOf(shown ?? last),
          ].join('; ')}
          className="absolute inset-0 touch-pan-y rounded-control print:static"
          // A finger that taps does not move.
          onPointerDown={(event) => setActive(pointedDay(event, days.length, frame))}
          onPointerMove={(event) => setActive(pointedDay(event, days.length, frame))}
          onPointerLeave={(event) => event.pointerType === 'mouse' && setActive(null)}
          onFocus={(event) => event.target.matches(':focus-visible') && setActive(shown ?? last)}
          onBlur={() => setActive(null)}
          onKeyDown={(event) => moveByKey(event, shown, last, setActive)}
        >
          <TrendDrawing
            days={days}
            marks={marks}
            drawn={drawn}
            frame={frame}
            formatAxis={formatAxis}
            unfinishedDay={unfinishedDay}
            shown={shown}
            isLate={days.length > 1 && lateFrom !== null && drawn.unfinished !== null}
          />
        </div>
      )}
      {shown !== null && (
        <Tooltip
          day={days[shown]}
          texts={textsOf(shown)}
          x={drawn.x(shown)}
          nameOf={nameOf}
          step={step}
          width={width}
          format={format}
        />
      )}
    </div>
  )
}

function Tooltip(props: {
  day: TrendDay | undefined
  texts: readonly string[]
  nameOf: (day: Day) => string
  step: FactStep
  x: number
  width: number
  format: (value: number) => string
}) {
  const { day, texts, nameOf, step, x, width, format } = props
  if (!day) return null
  return (
    <div
      aria-hidden="true"
      className="tabular pointer-events-none absolute top-2 z-10 w-max rounded-control border border-line bg-surface px-3 py-2 text-sm shadow-floating"
      style={tooltipPlace(x, width)}
    >
      <p className="text-xs text-ink-faint">{nameOf(day.day)}</p>
      <p className="font-semibold text-ink">
        {day.current === null ? 'Sin datos' : format(day.current)}
      </p>
      {day.previous !== null && day.previousDay && (
        <p className="text-ink-muted">
          {format(day.previous)}
          <span className="text-xs text-ink-faint"> {inPointText(day.previousDay, step)}</span>
        </p>
      )}
      {texts.slice(0, MOST_TEXTS).map((text) => (
        <p key={text} className="mt-1 text-xs text-ink-muted wrap-anywhere">
          {text}
        </p>
      ))}
      {texts.length > MOST_TEXTS && (
        <p className="mt-1 text-xs text-ink-faint">y {texts.length - MOST_TEXTS} más</p>
      )}
    </div>
  )
}

/** `labelLength`: letters of the longest value on the axis. */
function frameOf(size: { width: number; height: number }, labelLength: number): Frame {
  const { width, height } = size
  const right = width >= DIRECT_LABELS_FROM ? 64 : 16
  return { width, height, left: 16 + labelLength * AXIS_LETTER_WIDTH, right }
}

function pointedDay(event: PointerEvent<HTMLElement>, days: number, frame: Frame): number {
  return indexAt(event.clientX - event.currentTarget.getBoundingClientRect().left, days, frame)
}

function moveByKey(
  event: KeyboardEvent,
  shown: number | null,
  last: number,
  setActive: (index: number | null) => void,
) {
  const at = shown ?? last
  const moves: Record<string, number | null> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageDown: at - 7,
    PageUp: at + 7,
    Home: 0,
    End: last,
    Escape: null,
  }
  const target = moves[event.key]
  if (target === undefined) return
  event.preventDefault()
  setActive(target === null ? null : Math.min(last, Math.max(0, target)))
}

function dayText(
  day: TrendDay | undefined,
  nameOf: (day: Day) => string,
  format: (value: number) => string,
  compared: string,
): string {
  if (!day) return 'Sin datos'
  const current = day.current === null ? 'sin datos' : format(day.current)
  const before = day.previous === null ? '' : `; ${compared.toLowerCase()}: ${format(day.previous)}`
  return `${nameOf(day.day)}: ${current}${before}`
}
